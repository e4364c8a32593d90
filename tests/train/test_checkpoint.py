from pathlib import Path

import pytest
import torch

from train.checkpoint import Progress, restore, save


def trained(seed: int = 0) -> tuple[torch.nn.Module, torch.optim.Optimizer]:
    torch.manual_seed(seed)
    model = torch.nn.Linear(3, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    model(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    return model, optimizer


def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    model, optimizer = trained()
    save(tmp_path / "state", model, optimizer, Progress(7, 1.5))
    other, second = trained(1)
    assert restore(tmp_path / "state", other, second) == Progress(7, 1.5)
    assert torch.equal(other.weight, model.weight)
    one, two = optimizer.state_dict()["state"], second.state_dict()["state"]
    assert all(torch.equal(one[i][k], two[i][k]) for i in one for k in one[i])


def test_without_a_checkpoint_training_starts_at_zero(tmp_path: Path) -> None:
    assert restore(tmp_path / "none", *trained()) == Progress()


def test_a_crash_between_the_renames_costs_nothing(tmp_path: Path) -> None:
    model, optimizer = trained()
    save(tmp_path / "state", model, optimizer, Progress(3, 1.0))
    (tmp_path / "state").rename(tmp_path / "state.old")
    assert restore(tmp_path / "state", *trained(1)).step == 3


def test_another_version_is_refused(tmp_path: Path) -> None:
    save(tmp_path / "state", *trained(), Progress(3, 1.0))
    path = tmp_path / "state" / "progress.json"
    path.write_text(path.read_text().replace('"version": 1', '"version": 9'))
    with pytest.raises(ValueError, match="version 9"):
        restore(tmp_path / "state", *trained())
