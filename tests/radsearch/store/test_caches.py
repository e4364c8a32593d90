"""Caches can be deleted, and need not be writable."""

import shutil

import numpy as np
import pytest

from indexer import publish
from indexer.build import Options, build_index
from indexer.throughput import measure
from radsearch.errors import FilterError, StoreError
from radsearch.report import Report
from radsearch.store import open_store
from radsearch.store.cache import drop_stale
from tests.toy import ToyEncoder

REPORTS = [Report(f"r{9 - i}", findings=f"A {i} mm nodule. Clear.") for i in range(10)]


@pytest.fixture
def index(tmp_path):
    options = Options(extract_findings=False)
    build_index(REPORTS, tmp_path / "i", encoder=ToyEncoder(), options=options)
    return tmp_path / "i"


def answers(store):
    query = ToyEncoder().embed(["A 3 mm nodule. Clear."])
    dense = store.search("findings", query, 5, None)[1].tolist()
    return dense, store.search_sentences(query, 5, None), list(store.ids), store.texts("report")


def test_deleted_caches_are_built_again_and_answer_alike(index):
    before = answers(open_store(index))
    shutil.rmtree(index / "faiss")
    assert answers(open_store(index)) == before
    assert before[2] == sorted(report.report_id for report in REPORTS)


def test_where_caches_cannot_be_written_they_live_in_a_temporary_folder(index, monkeypatch):
    before = answers(open_store(index))
    shutil.rmtree(index / "faiss")
    (index / "faiss").write_text("not a folder")  # as good as read-only, even for root
    assert answers(open_store(index)) == before


def test_stale_caches_go_and_one_being_built_stays(index):
    (kept,) = (index / "faiss").iterdir()
    (index / "faiss" / "v0-old").mkdir()
    (index / "faiss" / ".tmp-reader").mkdir()
    drop_stale(index, keep=kept)
    assert {entry.name for entry in (index / "faiss").iterdir()} == {kept.name, ".tmp-reader"}


def test_caches_of_a_run_that_was_cut_off_are_built_anew(index, tmp_path, monkeypatch):
    def cut_off(store):
        raise KeyboardInterrupt

    options = Options(extract_findings=False)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(publish, "measure_recall", cut_off)
        build_index(REPORTS, tmp_path / "j", encoder=ToyEncoder(), options=options)
    (left,) = (tmp_path / "j" / "faiss").iterdir()
    np.lib.format.open_memmap(left / "findings.npy", mode="r+")[:] = 0  # never came to the disk
    build_index(REPORTS, tmp_path / "j", encoder=ToyEncoder(), options=options)
    assert answers(open_store(tmp_path / "j")) == answers(open_store(index))


def test_matrices_are_on_disk_before_the_index_is_published(tmp_path, monkeypatch):
    held = []

    def settle(folder):
        held.append((tmp_path / "j" / "manifest.json").exists())

    monkeypatch.setattr(publish, "settle", settle)
    build_index(REPORTS, tmp_path / "j", encoder=ToyEncoder())
    assert held == [False]


def test_rows_come_in_the_order_asked_and_as_often(index):
    rows = open_store(index).rows(np.array([3, 0, 3]), ["report_id"])
    assert [row["report_id"] for row in rows] == ["r3", "r0", "r3"]


def test_rows_come_alike_from_one_stretch_and_from_many(index):
    store = open_store(index)
    assert store.rows(np.zeros(0, np.int64), ["report_id"]) == []
    every = store.rows(np.arange(len(REPORTS)), ["report_id", "findings"])
    mixed = np.array([7, 8, 2, 9, 1, 0])
    assert store.rows(mixed, ["report_id", "findings"]) == [every[at] for at in mixed]


def test_the_last_filters_are_remembered_and_the_oldest_forgotten(index, monkeypatch):
    store, asked = open_store(index), []
    select = store._select
    monkeypatch.setattr(store, "_select", lambda text: asked.append(text) or select(text))
    first = store.select("report_id = 'r1'")
    assert store.select("report_id = 'r1'") is first and first.tolist() == [1]
    for number in range(8):
        store.select(f"report_id = 'r{number + 2}'")
    assert store.select("report_id = 'r1'").tolist() == [1]
    assert asked.count("report_id = 'r1'") == 2


def test_a_predicate_that_lance_cannot_read_is_a_filter_error(index):
    with pytest.raises(FilterError, match="cannot evaluate"):
        open_store(index).select("no_such_column = 1")


def test_a_missing_or_damaged_or_newer_index_says_what_to_do(index, tmp_path):
    with pytest.raises(StoreError, match="radsearch index CORPUS -o"):
        open_store(tmp_path / "nowhere")
    text = (index / "manifest.json").read_text()
    (index / "manifest.json").write_text(text.replace('"format_version": 1', '"format_version": 9'))
    with pytest.raises(StoreError, match="has format 9, this radsearch reads 1"):
        open_store(index)
    (index / "manifest.json").write_text(text[:50])
    with pytest.raises(StoreError, match="damaged"):
        open_store(index)


def test_an_unchanged_corpus_is_indexed_many_times_faster_again(tmp_path):
    found = measure(REPORTS, tmp_path / "j", ToyEncoder())
    assert found.reports == 10
    assert found.texts == 10 + 11
    assert found.speedup > 1
