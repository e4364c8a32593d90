import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from radsearch.errors import EncoderError
from tests.tiny_models import save_bert
from train.__main__ import group
from train.adapt import adapt
from train.fit import Limits
from train.rows import Pair
from train.signals.corpus import HARD, CorpusPairs, neighbours, split_pairs, text_groups

SIDES, SIZES = ("left", "right"), ("small", "moderate", "large")


def pairs(n: int) -> list[Pair]:
    return [
        Pair(f"{SIZES[i % 3]} {SIDES[i % 2]} effusion {i}", f"effusion {i}", str(i))
        for i in range(n)
    ]


def test_no_text_is_in_both_parts() -> None:
    shared = [
        *pairs(60),
        *(Pair(f"Findings {i}", f"effusion {i % 20}", f"x{i}") for i in range(60)),
    ]
    train, kept = split_pairs(shared, 0.4)
    assert len(train) + len(kept) == 120
    assert 0.2 < len(kept) / 120 < 0.6
    for side in ("left", "right"):
        assert not {getattr(p, side) for p in train} & {getattr(p, side) for p in kept}


def test_a_chain_of_shared_texts_is_one_group() -> None:
    chain = [Pair("a", "x", "1"), Pair("b", "x", "2"), Pair("b", "y", "3"), Pair("c", "z", "4")]
    assert text_groups(chain) == [0, 0, 0, 3]


def test_batches_hold_neighbours_of_their_members() -> None:
    import numpy as np

    angles = np.repeat(np.arange(20) / 20, 5) + np.tile(np.arange(5) / 1000, 20)
    vectors = np.stack([np.cos(angles), np.sin(angles)], 1).astype(np.float32)
    near = neighbours(vectors, 4)
    assert all(set(near[i]) == set(range(i // 5 * 5, i // 5 * 5 + 5)) - {i} for i in range(100))
    signal = CorpusPairs(pairs(100), near)
    batches = [signal.draw(np.random.default_rng(seed), 10) for seed in range(40)]
    crowded = [len({int(p.study) // 5 for p in batch}) <= 3 for batch in batches]
    assert HARD / 3 < sum(crowded) / 40 < 3 * HARD


def test_too_few_reports_say_what_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match="wanted 2 or more"):
        adapt("unused", pairs(2), tmp_path, held_out=0.2, limits=Limits())


def test_the_command_adapts_and_shows_before_and_after(tmp_path: Path) -> None:
    model = save_bert(tmp_path / "model")
    corpus = tmp_path / "reports.jsonl"
    rows = [{"report_id": p.study, "findings": p.left, "impression": p.right} for p in pairs(40)]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    arguments = ["adapt", "--corpus", str(corpus), "--model", str(model), "--max-seconds", "1"]
    result = CliRunner().invoke(
        group, [*arguments, "--out", str(tmp_path / "run"), "--threads", "1"]
    )
    assert result.exit_code == 0, result.output
    assert "before    after" in result.output
    assert (tmp_path / "run" / "adapt" / "modules.json").exists()
