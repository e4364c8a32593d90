from importlib.util import find_spec

import numpy as np
import pytest
from click.testing import CliRunner

from radsearch.commands import bench_cost, bench_encoder
from radsearch.errors import EncoderError
from radsearch.evaluation.bertscore import bertscore, greedy_f1
from radsearch.evaluation.encoder_speed import measure_speed
from tests.toy import ToyEncoder


def test_equal_tokens_score_one_and_empty_texts_zero():
    rows = np.eye(3, dtype=np.float32)
    assert greedy_f1(rows, rows[::-1]) == 1.0
    assert greedy_f1(rows, rows[:0]) == 0.0


def test_bertscore_is_one_for_the_same_text_and_less_for_another(tmp_path):
    if not find_spec("sentence_transformers"):
        pytest.skip("sentence-transformers is not installed")
    from tests.tiny_models import save_bert

    scorer = bertscore(save_bert(tmp_path / "model"))
    same, other = scorer(
        [("no left effusion", "no left effusion"), ("no effusion", "large nodule")]
    )
    assert same == pytest.approx(1.0, abs=1e-5)
    assert other < same


def test_a_folder_without_weights_is_an_error_that_says_what_is_wanted(tmp_path):
    if not find_spec("sentence_transformers"):
        pytest.skip("sentence-transformers is not installed")
    with pytest.raises(EncoderError, match=r"model\.safetensors"):
        bertscore(tmp_path)


def test_every_text_is_timed_once_in_blocks_of_mixed_length():
    seen = []

    class Listening(ToyEncoder):
        def embed(self, texts, kind="findings"):
            seen.append(list(texts))
            return super().embed(texts, kind)

    texts = ["x" * n for n in range(1, 12)]
    speed = measure_speed(Listening(), texts, block=4)
    assert (speed.texts, speed.blocks) == (11, 3)
    assert sorted(t for part in seen[1:] for t in part) == sorted(texts)
    assert all(max(map(len, part)) > 6 > min(map(len, part)) for part in seen[1:])
    assert speed.best >= speed.mean > 0


def test_speed_without_texts_is_refused():
    with pytest.raises(ValueError, match="no texts"):
        measure_speed(ToyEncoder(), [])


def test_the_cost_table_names_new_texts_and_the_load(tmp_path, monkeypatch):
    corpus = tmp_path / "reports.csv"
    rows = [f"{n},Small effusion {n}.,Effusion {n}." for n in range(60)]
    corpus.write_text("report_id,findings,impression\n" + "\n".join(rows))
    monkeypatch.setattr(bench_cost, "_scorers", lambda *_: {"length": lambda p: [0.0 for _ in p]})
    result = CliRunner().invoke(bench_cost.command, [str(corpus), "--pairs", "8"])
    assert result.exit_code == 0, result.output
    assert "8 pairs" in result.output and "2.00 new texts a pair" in result.output
    assert "load average" in result.output


def test_speed_is_printed_with_its_conditions(tmp_path, monkeypatch):
    corpus = tmp_path / "reports.csv"
    corpus.write_text("report_id,findings,impression\n1,Clear lungs.,Normal.\n2,Effusion.,Bad.\n")
    monkeypatch.setattr("radsearch.encoder.load_encoder", lambda *_, **__: ToyEncoder())
    result = CliRunner().invoke(bench_encoder.command, ["--speed", str(corpus)])
    assert result.exit_code == 0, result.output
    assert "2 distinct findings" in result.output and "load average" in result.output
