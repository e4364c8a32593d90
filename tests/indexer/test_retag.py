from dataclasses import replace

import pytest

from indexer.build import Options, build_index
from indexer.retag import retag
from radsearch.errors import StoreError
from radsearch.report import Report
from radsearch.searcher import Searcher
from radsearch.store.lance_store import open_store
from tests.toy import ToyEncoder
from tests.toy_heads import toy_heads

REPORTS = (
    Report("a", findings="Small left pneumothorax. Thing at the right place.", impression="Air."),
    Report("b", findings="No pneumothorax.", impression="Nothing wrong."),
    Report("c", findings="Cardiomegaly."),
    Report("d", impression="8 mm nodule."),
    Report("e", unlabelled="Thing again. No nodule."),
)
COLUMNS = ["report_id", "present", "absent", "uncertain", "disputed", "extracted"]


def rows(path):
    store = open_store(path)
    return store.rows(range(len(store.ids)), COLUMNS)


@pytest.fixture
def encoder():
    return ToyEncoder(256)


def test_retagging_an_index_gives_what_indexing_with_the_heads_gives(tmp_path, encoder):
    heads = toy_heads(encoder)
    build_index(REPORTS, tmp_path / "with", encoder=encoder, options=Options(heads=heads))
    build_index(REPORTS, tmp_path / "without", encoder=encoder)
    assert rows(tmp_path / "with") != rows(tmp_path / "without")
    texts = encoder.texts
    done = retag(tmp_path / "without", heads)
    assert encoder.texts == texts  # nothing was embedded again
    assert rows(tmp_path / "with") == rows(tmp_path / "without")
    assert done.reports == 5
    assert done.changed > 0 and done.filled > 0


def test_heads_fill_in_what_the_rules_do_not_know(tmp_path, encoder):
    build_index(REPORTS, tmp_path, encoder=encoder, options=Options(heads=toy_heads(encoder)))
    by_id = {row["report_id"]: row for row in rows(tmp_path)}
    assert "pacemaker" in by_id["a"]["present"] and "pacemaker" in by_id["e"]["present"]
    assert "pacemaker" not in by_id["c"]["present"]
    assert "pneumothorax" in by_id["b"]["absent"]
    assert "pacemaker" not in {found["finding"] for found in by_id["a"]["extracted"]}
    assert Searcher.open(tmp_path, encoder=encoder).select("pacemaker:present").count == 2


def test_retagging_without_heads_goes_back_to_the_rules(tmp_path, encoder):
    build_index(
        REPORTS, tmp_path / "one", encoder=encoder, options=Options(heads=toy_heads(encoder))
    )
    build_index(REPORTS, tmp_path / "two", encoder=encoder)
    retag(tmp_path / "one", None)
    assert rows(tmp_path / "one") == rows(tmp_path / "two")
    assert open_store(tmp_path / "one").manifest["heads"] == {}


def test_an_index_that_was_open_keeps_its_columns_while_it_is_retagged(tmp_path, encoder):
    build_index(REPORTS, tmp_path, encoder=encoder)
    before = Searcher.open(tmp_path, encoder=encoder)
    retag(tmp_path, toy_heads(encoder))
    assert before.select("pacemaker:present").count == 0
    after = Searcher.open(tmp_path, encoder=encoder)
    assert after.select("pacemaker:present").count == 2
    assert after.query("thing", k=1, mode="dense")[0].report_id in {"a", "e"}


def test_a_killed_retagging_leaves_the_published_columns(tmp_path, encoder, monkeypatch):
    build_index(REPORTS, tmp_path, encoder=encoder)
    before = rows(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("indexer.retag.publish", _fail)
        with pytest.raises(RuntimeError):
            retag(tmp_path, toy_heads(encoder))
    assert rows(tmp_path) == before
    retag(tmp_path, toy_heads(encoder))
    assert rows(tmp_path) != before


def _fail(*_, **__):
    raise RuntimeError("killed")


def test_heads_of_another_encoder_are_refused_with_the_command(tmp_path, encoder):
    build_index(REPORTS, tmp_path, encoder=encoder)
    other = replace(toy_heads(encoder), encoder="another")
    with pytest.raises(StoreError, match="python -m train heads"):
        retag(tmp_path, other)


def test_an_index_grows_after_it_was_retagged(tmp_path, encoder):
    build_index(REPORTS, tmp_path, encoder=encoder)
    heads = toy_heads(encoder)
    retag(tmp_path, heads)
    more = (*REPORTS, Report("f", findings="Thing on the left."))
    done = build_index(more, tmp_path, encoder=encoder, options=Options(heads=heads))
    assert (done.unchanged, done.added) == (5, 1)
    assert {row["report_id"]: row for row in rows(tmp_path)}["f"]["present"] == ["pacemaker"]
