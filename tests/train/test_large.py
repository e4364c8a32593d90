import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from radsearch.errors import EncoderError
from tests.tiny_models import save_bert
from train.large import columns_of, command, materialise, token_limit
from train.rows import Family, Scored, Variant
from train.stages_large import LARGE, DataSet

ROOT = Path(__file__).resolve().parents[2]


def vectors(folder: Path) -> np.ndarray:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(folder), device="cpu")
    return np.asarray(model.encode(["small left effusion", "effusion right", "clear lungs"]))


def still(folder: Path) -> Path:
    """A toy without dropout, so that the split of a batch cannot change it."""
    save_bert(folder)
    path = folder / "config.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('dropout_prob": 0.1', 'dropout_prob": 0.0'), encoding="utf-8")
    return folder


def run(model: Path, out: Path, ranks: int) -> Path:
    worker = str(ROOT / "tests" / "train" / "ddp_worker.py")
    launch = [sys.executable]
    if ranks > 1:
        launch += ["-m", "torch.distributed.run", "--standalone", f"--nproc_per_node={ranks}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1",
                   "HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": ""}  # fmt: skip
    done = subprocess.run(
        [*launch, worker, str(model), str(out), "3"],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return out / "toy"


@pytest.mark.slow
def test_two_processes_train_to_the_vectors_of_one(tmp_path: Path) -> None:
    """Vectors, not weights: Adam blows the rounding of a zero gradient (key bias) up to a step."""
    model = still(tmp_path / "model")
    before = vectors(model)
    one, two = vectors(run(model, tmp_path / "one", 1)), vectors(run(model, tmp_path / "two", 2))
    moved, apart = np.abs(one - before).max(), np.abs(one - two).max()
    assert moved > 1e-3
    assert apart < 0.05 * moved


def test_texts_are_cut_at_the_model_s_own_positions(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A stage of 128 tokens used to end a model of 64 positions with an error of its embedding."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(save_bert(tmp_path / "model")), device="cpu")
    assert token_limit(model, 16) == 16 and not caplog.records
    model.max_seq_length = token_limit(model, 128)
    assert model.max_seq_length == 64 and "cut at 64" in caplog.text
    assert np.isfinite(model.encode(["effusion " * 200])).all()


@pytest.mark.parametrize("name", ["nowhere", "./nowhere/model", "tests/nowhere"])
def test_a_model_that_is_not_there_is_refused_before_rows_are_drawn(name: str) -> None:
    with pytest.raises(EncoderError, match="no encoder at"):
        CliRunner().invoke(
            command, ["--model", name, "--out", "x", "--cpu"], catch_exceptions=False
        )


def test_a_family_becomes_a_triplet_for_each_wrong_variant() -> None:
    wrong = (Variant(("c",), 1, "1"), Variant(("d",), 2, "2"))
    family = Family("f", "size", (Variant(("a", "b"), 0, "0"), *wrong))
    assert columns_of([family]) == {
        "anchor": ["a", "a"],
        "positive": ["b", "b"],
        "negative": ["c", "d"],
    }


def test_scored_pairs_keep_their_score() -> None:
    assert columns_of([Scored("a", "b", 0.3)])["score"] == [0.3]


def test_every_signal_of_every_large_stage_gives_rows() -> None:
    for data in {item.signal: item for stage in LARGE for item in stage.sets}.values():
        columns = materialise(data, 42, rows=6)
        assert len(next(iter(columns.values()))) >= 6, data.signal


def test_the_same_seed_draws_the_same_rows() -> None:
    data = DataSet("study_pairs", "contrastive", 10)
    assert materialise(data, 1) == materialise(data, 1)
    assert materialise(data, 1) != materialise(data, 2)
