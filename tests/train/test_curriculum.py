from dataclasses import replace
from pathlib import Path

import pytest

from radsearch.encoder.onnx import OnnxEncoder
from tests.tiny_models import save_bert
from tests.train.test_fit import HELD_OUT, SIGNALS, STAGE
from train.curriculum import Shape, Texts, curriculum, once

WORDS = ["small left pleural effusion effusionright effusionright", "clear lungs"] * 4


@pytest.fixture(scope="module")
def backbone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_bert(tmp_path_factory.mktemp("backbone") / "toy")


def test_the_encoder_comes_out_and_a_second_call_makes_nothing_again(
    backbone: Path, tmp_path: Path
) -> None:
    def run(lines: list[str]) -> Path:
        return curriculum(
            backbone,
            tmp_path / "run",
            Texts(WORDS, WORDS[:2], WORDS),
            SIGNALS,
            HELD_OUT,
            seconds=60.0,
            stage=replace(STAGE, steps=2),
            shape=Shape(words=1, vocabulary=20, width=48),
            report=lines.append,
        )

    first: list[str] = []
    folder = run(first)
    assert OnnxEncoder(folder, precision="int8").embed(["left effusion"]).shape == (1, 32)
    written = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    again: list[str] = []
    assert run(again) == folder
    assert written == {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert sum(line.startswith("layer") for line in first) == 2
    assert not any(line.startswith("layer") for line in again)


def test_a_step_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        folder.mkdir()
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError):
        once(tmp_path / "step", fail)
    assert not (tmp_path / "step").exists()
    assert once(tmp_path / "step", lambda to: to.mkdir(exist_ok=True)) == tmp_path / "step"
