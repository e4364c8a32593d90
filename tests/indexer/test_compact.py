"""radsearch verify and radsearch compact."""

import json

import pytest
from click.testing import CliRunner

from indexer.build import Options, build_index
from indexer.compact import compact
from radsearch.commands.compact import command as compact_command
from radsearch.commands.verify import command as verify
from radsearch.errors import StoreError
from radsearch.report import Report
from radsearch.store import open_store
from radsearch.store.manifest import read_manifest, write_json
from tests.toy import ToyEncoder


@pytest.fixture
def index(tmp_path):
    path = tmp_path / "i"
    for n in (30, 60, 90):
        reports = [Report(f"r{i:02}", findings=f"A {i} mm nodule. Clear.") for i in range(n)]
        options = Options(shard=10, extract_findings=False)
        build_index(reports, path, encoder=ToyEncoder(), options=options)
    return path


def test_compaction_merges_files_and_changes_no_answer(index):
    encoder = ToyEncoder()
    query = encoder.embed(["A 77 mm nodule. Clear."])
    before = open_store(index)
    old = before.search("findings", query, 5, None)
    done = compact(index, days=0)
    store = open_store(index)
    assert done.files_after < done.files_before
    assert done.bytes_after < done.bytes_before
    assert store.search("findings", query, 5, None)[1].tolist() == old[1].tolist()
    assert list(store.ids) == [f"r{i:02}" for i in range(90)]
    assert store.select("report_id = 'r07'").tolist() == [7]
    assert len(store.search_sentences(query, 100, None)[0]) == 90
    assert store.manifest["history"] == []  # what they named is gone
    assert before.search("findings", query, 5, None)[1].tolist() == old[1].tolist()


def test_a_young_version_outlives_compaction(index):
    old = read_manifest(index)["history"][0]["tables"]["reports"]
    compact(index)
    store = open_store(index, version=old)
    assert len(store.ids) == 30
    assert store.select("report_id = 'r07'").tolist() == [7]


def test_indexing_goes_on_after_compaction(index):
    compact(index, days=0)
    reports = [Report(f"r{i:02}", findings=f"A {i} mm nodule. Clear.") for i in range(95)]
    encoder = ToyEncoder()
    options = Options(extract_findings=False)
    summary = build_index(reports, index, encoder=encoder, options=options)
    assert (summary.unchanged, summary.added, summary.reports) == (90, 5, 95)


def test_an_unfinished_run_is_not_compacted(index):
    write_json(index / "building.json", {})
    with pytest.raises(StoreError, match="unfinished run"):
        compact(index)


def test_verify_prints_and_stores_recall(index):
    manifest = read_manifest(index)
    write_json(index / "manifest.json", {**manifest, "recall": {}})
    result = CliRunner().invoke(verify, ["-i", str(index), "--json"])
    assert result.exit_code == 0
    assert json.loads(result.output)["recall"] == {"findings": 1.0, "report": 1.0}
    assert read_manifest(index)["recall"] == {"findings": 1.0, "report": 1.0}


def test_verify_fails_where_rows_are_missing_or_recall_is_low(index, monkeypatch):
    manifest = read_manifest(index)
    write_json(
        index / "manifest.json", {**manifest, "counts": {**manifest["counts"], "reports": 91}}
    )
    with pytest.raises(StoreError, match="90 reports where the manifest has 91"):
        CliRunner().invoke(verify, ["-i", str(index)], catch_exceptions=False)
    write_json(index / "manifest.json", manifest)
    monkeypatch.setattr("radsearch.store.recall.measure_recall", lambda store: {"findings": 0.9})
    with pytest.raises(StoreError, match=r"recall of findings .* is 0.900, wanted 0.98"):
        CliRunner().invoke(verify, ["-i", str(index)], catch_exceptions=False)


def test_compact_says_what_it_did(index):
    result = CliRunner().invoke(compact_command, ["-i", str(index), "--days", "0"])
    assert result.exit_code == 0
    assert "files of" in result.output
