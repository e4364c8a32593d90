from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.tiny_models import save_bert
from train.fit import HeldOut, Limits, check, draw, fit_stage, read_held_out
from train.rows import Family, Pair, Scored, Variant
from train.signals.pairs import read_studies
from train.signals.registry import DATA
from train.stages import Part, Stage

SIDES, SIZES = ("left", "right"), ("small", "moderate", "large")
STAGE = Stage(
    "toy",
    (Part("pairs", 4), Part("families", 2), Part("scored", 3)),
    learning_rate=1e-3,
    floor=0.1,
    steps=6,
    memory=6,
    max_tokens=16,
)


class Pairs:
    def draw(self, rng: np.random.Generator, n: int) -> Sequence[Pair]:
        chosen = [(SIDES[i % 2], SIZES[i % 3]) for i in rng.permutation(6)[:n]]
        return [Pair(f"{b} {a} effusion", f"effusion {a} {b}", a + b) for a, b in chosen]


class Families:
    def draw(self, rng: np.random.Generator, n: int) -> Sequence[Family]:
        found = []
        for i in rng.permutation(3)[:n]:
            texts = (f"{SIZES[i]} left effusion", f"left effusion {SIZES[i]}")
            wrong = Variant((f"{SIZES[i]} right effusion",), 1, f"{i} right")
            found.append(Family(str(i), "laterality", (Variant(texts, 0, f"{i} left"), wrong)))
        return found


class Ranked:
    def draw(self, rng: np.random.Generator, n: int) -> Sequence[Scored]:
        return [Scored("clear lungs", f"{SIZES[i % 3]} nodule", i / n) for i in range(n)]


SIGNALS = {"pairs": Pairs(), "families": Families(), "scored": Ranked()}
HELD_OUT = HeldOut(
    Pairs().draw(np.random.default_rng(0), 4), Families().draw(np.random.default_rng(0), 3)
)


@pytest.fixture(scope="module")
def backbone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_bert(tmp_path_factory.mktemp("backbone") / "toy")


def run(backbone: Path, out: Path, limits: Limits) -> Path:
    return fit_stage(backbone, STAGE, SIGNALS, HELD_OUT, out, limits)


def weights(folder: Path) -> dict[str, np.ndarray]:
    return {name: x.numpy() for name, x in load_file(folder / "model.safetensors").items()}


def test_a_killed_run_resumed_by_the_same_call_ends_with_the_same_weights(
    backbone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run(backbone, tmp_path / "whole", Limits(check_every=3))
    calls = 0

    def killed(*args: object) -> list[float]:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return step(*args)

    from train import fit

    step = fit.take_step
    monkeypatch.setattr(fit, "take_step", killed)
    often = Limits(save_seconds=0.0)
    with pytest.raises(KeyboardInterrupt):
        run(backbone, tmp_path / "cut", often)
    monkeypatch.setattr(fit, "take_step", step)
    assert (tmp_path / "cut" / "toy.state" / "progress.json").exists()
    resumed = run(backbone, tmp_path / "cut", often)
    for name, expected in weights(whole).items():
        assert np.array_equal(weights(resumed)[name], expected), name


def test_training_changes_the_weights_and_keeps_how_much_text_the_model_reads(
    backbone: Path, tmp_path: Path
) -> None:
    from sentence_transformers import SentenceTransformer

    done = run(backbone, tmp_path, Limits(max_steps=2))
    before, after = weights(backbone), weights(done)
    assert any(not np.array_equal(before[name], after[name]) for name in before)
    assert SentenceTransformer(str(done), device="cpu").max_seq_length == 32


def test_a_finished_stage_is_not_trained_again(backbone: Path, tmp_path: Path) -> None:
    done = run(backbone, tmp_path, Limits(max_steps=1))
    stamp = (done / "model.safetensors").stat().st_mtime_ns
    assert run(backbone, tmp_path, Limits(max_steps=5)) == done
    assert (done / "model.safetensors").stat().st_mtime_ns == stamp


def test_time_ends_a_stage(backbone: Path, tmp_path: Path) -> None:
    done = run(backbone, tmp_path, Limits(max_seconds=1e-9))
    before, after = weights(backbone), weights(done)
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_the_rows_of_a_step_depend_on_seed_and_step_alone() -> None:
    assert draw(STAGE, SIGNALS, 3) == draw(STAGE, SIGNALS, 3)
    assert draw(STAGE, SIGNALS, 3) != draw(STAGE, SIGNALS, 4)


def test_a_space_without_a_checkpoint_is_learnt_anew(backbone: Path, tmp_path: Path) -> None:
    stage = replace(STAGE, whitened=0.5, steps=2)
    stale = tmp_path / "run" / "toy.whitening"
    stale.parent.mkdir()
    save_file({"matrix": torch.zeros(1, 1)}, stale)
    fit_stage(backbone, stage, SIGNALS, HELD_OUT, tmp_path / "run", Limits())
    assert load_file(stale)["matrix"].shape[0] > 1


def test_families_of_whole_reports_are_checked_by_themselves() -> None:
    def words_of(texts: Sequence[str]) -> torch.Tensor:  # blind to sides: a bag of words
        names = sorted({word for text in texts for word in text.split() if word not in SIDES})
        rows = [[float(text.split().count(name)) for name in names] for text in texts]
        return torch.nn.functional.normalize(torch.tensor(rows))

    families = Families().draw(np.random.default_rng(0), 3)
    numbers = check(words_of, HeldOut([], families[:1], families[1:]))
    assert numbers["pair"] == numbers["report_pair"] == 0.0
    assert set(numbers) >= {"trap", "report_trap"}


def test_what_is_held_out_is_never_drawn() -> None:
    held = read_held_out(DATA / "corpus")
    reports = {family.key.partition("/")[0] for family in held.reports}
    assert len(reports) > 100
    assert reports <= {pair.study for pair in held.pairs}
    assert not reports & {study.key for study in read_studies(DATA / "corpus")}
