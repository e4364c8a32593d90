from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from safetensors.torch import load_file, save_file

from train.__main__ import group
from train.blend import blended


def test_the_command_writes_the_mixed_weights_beside_the_seconds_files(tmp_path: Path) -> None:
    for name, value in (("a", 0.0), ("b", 4.0)):
        (tmp_path / name).mkdir()
        save_file({"w": torch.full((3,), value)}, tmp_path / name / "model.safetensors")
        (tmp_path / name / "config.json").write_text(name, encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("a", "b", "out")]
    assert CliRunner().invoke(group, ["blend", *paths, "--share", "0.25"]).exit_code == 0
    assert load_file(tmp_path / "out" / "model.safetensors")["w"].tolist() == [1.0, 1.0, 1.0]
    assert (tmp_path / "out" / "config.json").read_text(encoding="utf-8") == "b"


def test_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="different weights"):
        blended({"w": torch.zeros(2)}, {"w": torch.zeros(3)}, 0.5)


def test_half_precision_is_mixed_with_single_precision() -> None:
    half, single = torch.zeros(2, dtype=torch.float16), torch.ones(2)
    mixed = blended({"w": half}, {"w": single}, 0.25)["w"]
    assert mixed.dtype == torch.float32 and mixed.tolist() == [0.25, 0.25]
