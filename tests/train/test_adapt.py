import json
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner

from radsearch.errors import EncoderError
from tests.tiny_models import save_bert, save_qwen3
from train.__main__ import group
from train.adapt import adapt
from train.adapt_tune import tune
from train.backbone import load_model
from train.echo import has_echo
from train.rows import Pair
from train.signals.corpus import split_pairs, text_groups

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


def test_too_few_reports_say_what_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match="wanted 2 or more"):
        adapt("unused", pairs(2), tmp_path, held_out=0.2, words=0.3, steps=1)


def test_a_finished_run_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "adapt").mkdir()
    with pytest.raises(EncoderError, match="is there already: give another --out"):
        adapt("unused", pairs(60), tmp_path, held_out=0.4, words=0.3, steps=1)


def test_an_encoder_of_another_kind_is_refused(tmp_path: Path) -> None:
    model = save_qwen3(tmp_path / "model")
    with pytest.raises(EncoderError, match="no BERT with mean pooling"):
        adapt(model, pairs(60), tmp_path / "run", held_out=0.4, words=0.3, steps=1)


def test_the_command_adapts_and_shows_before_and_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from train import adapt as module
    from train import adapt_measure

    monkeypatch.setattr(module, "REHEARSED", 60)
    monkeypatch.setattr(adapt_measure, "family_accuracy", lambda *_: {"pair": 0.5, "ladder": 0.5})
    model = save_bert(tmp_path / "model")
    corpus = tmp_path / "reports.jsonl"
    rows = [{"report_id": p.study, "findings": p.left, "impression": p.right} for p in pairs(40)]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    arguments = ["adapt", "--corpus", str(corpus), "--model", str(model), "--steps", "2"]
    arguments += ["--tune-steps", "1"]
    result = CliRunner().invoke(
        group, [*arguments, "--out", str(tmp_path / "run"), "--threads", "1"]
    )
    assert result.exit_code == 0, result.output
    assert "before    after" in result.output
    assert has_echo(load_model(tmp_path / "run" / "adapt"))


def test_tuning_trains_every_weight_and_no_step_leaves_them(tmp_path: Path) -> None:
    model = load_model(save_bert(tmp_path / "model"))
    before = [weight.detach().clone() for weight in model.parameters()]
    reads = model.max_seq_length
    tune(model, pairs(40), 0)
    assert all(map(torch.equal, model.parameters(), before))
    tune(model, pairs(40), 1)
    assert sum(map(torch.equal, model.parameters(), before)) < len(before) / 4
    assert model.max_seq_length == reads
