"""radsearch eval and bench retrieval, from the command line."""

import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from radsearch.commands import bench_retrieval
from radsearch.commands import eval as eval_command
from radsearch.errors import StoreError
from tests.toy import ToyEncoder

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("RADSEARCH_SHARED", ROOT.parent / "shared"))
ROWS = """report_id,findings,impression,modality
1,"Large left pleural effusion. Clear right lung.","Left pleural effusion.",XR
2,"6 mm nodule in the right upper lobe.","Right upper lobe nodule.",CT
3,"Heart is enlarged. No effusion.","Cardiomegaly.",XR
4,"Heart is enlarged.","As above.",XR
5,,"Stable.",CT
"""


@pytest.fixture
def measured(tmp_path, monkeypatch):
    monkeypatch.setattr("radsearch.encoder.load_encoder", lambda *_, **__: ToyEncoder())
    (tmp_path / "corpus.csv").write_text(ROWS)
    argv = [str(tmp_path / "corpus.csv"), "--out", str(tmp_path / "out")]
    shown = CliRunner().invoke(bench_retrieval.command, argv, catch_exceptions=False)
    assert shown.exit_code == 0
    return tmp_path / "out", shown.stdout


def test_the_bench_accounts_for_pairs_pointers_and_systems(measured):
    out, text = measured
    assert "3 reports with both sections" in text
    assert "1 more left out ('as above')" in text
    systems = bench_retrieval.ALL
    assert {"hybrid", "dense", "whitened", "cosine", "tfidf", "bm25"} < set(systems)
    for system in systems:
        assert f"| {system} |" in text
    files = {path.name for path in (out / "corpus.eval").iterdir()}
    assert {"report.md", "report.json", "per_query.parquet", "qrels.trec"} <= files
    rows = pq.read_table(out / "corpus.eval" / "per_query.parquet").num_rows
    assert rows == 3 * 2 * len(systems)


def test_single_rows_need_no_sentences(tmp_path, monkeypatch):
    monkeypatch.setattr("radsearch.encoder.load_encoder", lambda *_, **__: ToyEncoder())
    (tmp_path / "corpus.csv").write_text(ROWS)
    argv = [str(tmp_path / "corpus.csv"), "--system", "dense", "--out", str(tmp_path / "out")]
    shown = CliRunner().invoke(bench_retrieval.command, argv, catch_exceptions=False)
    assert "| dense |" in shown.stdout and "| cosine |" not in shown.stdout
    assert not (tmp_path / "out" / "corpus.index" / "sentences.lance").exists()
    rows = pq.read_table(tmp_path / "out" / "corpus.eval" / "per_query.parquet")
    assert set(rows["system"].to_pylist()) == {"dense"}


def test_eval_prints_the_same_numbers_as_json(measured):
    out, _ = measured
    argv = ["-i", str(out / "corpus.index"), "--json"]
    shown = CliRunner().invoke(eval_command.command, argv, catch_exceptions=False)
    records = [json.loads(line) for line in shown.stdout.splitlines()]
    kept = json.loads((out / "corpus.eval" / "report.json").read_text())
    assert records == kept
    dense = [r for r in records if r["system"] == "dense"]
    live = [r for r in records if r["system"] == "index"]
    assert [r["recall@1"] for r in dense] == [r["recall@1"] for r in live]


def test_an_index_that_is_not_there_is_named(tmp_path):
    argv = ["-i", str(tmp_path / "none")]
    result = CliRunner().invoke(eval_command.command, argv)
    assert isinstance(result.exception, StoreError)
    assert "none" in str(result.exception)


@pytest.mark.shared
def test_the_public_lexical_rows_are_reproduced():
    """TF-IDF 9.85 / 12.01 and BM25 6.74 / 10.96 percent R@1 on the 3,331 pairs of Open-I."""
    path = SHARED / "data" / "openi" / "indiana_reports.csv.gz"
    if not path.exists():
        pytest.skip("Open-I is not shipped (CC BY-NC-ND); put it beside the repository")
    import numpy as np

    from radsearch.evaluation import scorers
    from radsearch.evaluation.external import read_openi
    from radsearch.evaluation.pairs import DIRECTIONS, Pairs
    from radsearch.evaluation.retrieval import evaluate

    reports = [report for report in read_openi(path) if report.is_pair]
    texts = {
        "findings": [r.findings for r in reports],
        "impression": [r.impression for r in reports],
    }
    none = {side: np.zeros((len(reports), 1), np.float32) for side in texts}
    ids = [r.report_id for r in reports]
    pairs = Pairs(np.arange(len(reports)), ids, texts, none, None, {}, None)
    systems = {
        "tfidf": {d: scorers.tfidf(pairs, d) for d in DIRECTIONS},
        "bm25": {d: scorers.bm25(pairs, d) for d in DIRECTIONS},
    }
    found = [100 * row.means["recall@1"] for row in evaluate(pairs, systems).rows]
    assert len(reports) == 3331
    assert found == pytest.approx([9.85, 12.01, 6.74, 10.96], abs=0.3)
