"""radsearch versions and radsearch rollback."""

import json

import pytest
from click.testing import CliRunner

from indexer.build import Options, build_index
from indexer.compact import compact
from indexer.rollback import rollback
from radsearch.cli import group
from radsearch.errors import StoreError
from radsearch.report import Report
from radsearch.searcher import Searcher
from radsearch.store.manifest import read_manifest, write_json
from tests.toy import ToyEncoder

OLD = [Report("a", findings="Left effusion."), Report("b", findings="8 mm nodule.")]
NEW = [Report("a", findings="No effusion.", extra={"ward": "3"}), Report("c", findings="Stone.")]


@pytest.fixture
def index(tmp_path):
    for reports in (OLD, NEW):
        options = Options(delete_missing=True)
        build_index(reports, tmp_path / "i", encoder=ToyEncoder(), options=options)
    return tmp_path / "i"


def version(index, age=0):
    manifest = read_manifest(index)
    return [*manifest["history"], manifest][-1 - age]["tables"]["reports"]


def asked(index, **options):
    searcher = Searcher.open(index, encoder=ToyEncoder())
    return [hit.report_id for hit in searcher.query("left effusion", **options)]


def facts(index):
    """What each way of searching says: words, tags, sentences, columns."""
    searcher = Searcher.open(index, encoder=ToyEncoder())
    rows = searcher.store.reports.to_pylist()
    found = [
        [(hit.report_id, hit.score) for hit in searcher.query(text, mode=mode, section=section)]
        for text in ("left effusion", "nodule", "stone")
        for mode, section in (("hybrid", "report"), ("lexical", "findings"), ("dense", "sentence"))
    ]
    return rows, dict(searcher.store.columns()), found


def test_the_old_version_answers_again_in_every_way(tmp_path, index):
    build_index(OLD, tmp_path / "only_old", encoder=ToyEncoder(), options=Options())
    done = rollback(index, version(index, 1))
    assert (done.before, done.reports) == (version(index, 1), 2)
    assert facts(index) == facts(tmp_path / "only_old")
    assert asked(index, where="effusion:present") == ["a"]


def test_a_rollback_can_be_undone(index):
    before = facts(index)
    done = rollback(index, version(index, 1))
    rollback(index, done.before)
    assert facts(index) == before


def test_a_reader_keeps_what_it_opened(index):
    searcher = Searcher.open(index, encoder=ToyEncoder())
    rollback(index, version(index, 1))
    assert {hit.report_id for hit in searcher.query("stone")} == {"a", "c"}
    assert searcher.query("stone", where="effusion:absent")[0].report_id == "a"


def test_indexing_and_compaction_go_on(index):
    rollback(index, version(index, 1))
    summary = build_index(OLD[:1], index, encoder=ToyEncoder(), options=Options())
    assert (summary.unchanged, summary.reports) == (1, 2)
    before = facts(index)
    compact(index, days=0)
    assert facts(index) == before


def test_a_rollback_cut_off_leaves_the_index_as_it_was(index, monkeypatch):
    before = facts(index)

    def cut(*args, **options):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("indexer.rollback.publish", cut)
        with pytest.raises(KeyboardInterrupt):
            rollback(index, version(index, 1))
    assert facts(index) == before
    summary = build_index(NEW, index, encoder=ToyEncoder(), options=Options())
    assert (summary.unchanged, summary.reports) == (2, 2)


def test_what_cannot_be_gone_back_to_says_what_can(index):
    old = version(index, 1)
    with pytest.raises(StoreError, match=f"no published version 99.*keeps {old} "):
        rollback(index, 99)
    with pytest.raises(StoreError, match="is at version"):
        rollback(index, version(index))
    compact(index, days=0)
    with pytest.raises(StoreError, match="keeps no other"):
        rollback(index, old)
    write_json(index / "building.json", {})
    with pytest.raises(StoreError, match="unfinished run"):
        rollback(index, old)


def test_the_commands_list_go_back_and_say_how_to_undo_it(index):
    old, new = version(index, 1), version(index)
    listed = CliRunner().invoke(group, ["versions", "-i", str(index), "--json"]).output
    rows = [json.loads(line) for line in listed.splitlines()]
    assert [(row["version"], row["current"]) for row in rows] == [(old, False), (new, True)]
    done = CliRunner().invoke(group, ["rollback", str(old), "-i", str(index)])
    assert f"radsearch rollback {new} -i {index}" in done.output
    shown = CliRunner().invoke(group, ["versions", "-i", str(index)]).output.splitlines()
    assert len(shown) == 3 and shown[-1].endswith("published now")
