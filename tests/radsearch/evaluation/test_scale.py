import os

import pytest

from radsearch.evaluation import resources
from radsearch.evaluation.latency import Way
from radsearch.evaluation.resources import Peak
from radsearch.evaluation.scale import disk_mb, measure_cost

WAYS = (Way("hybrid", "report", "hybrid"), Way("filtered", "report", "hybrid", where="year > 1"))


def test_the_cost_of_an_index_is_measured(index, encoder, monkeypatch):
    from radsearch.searcher import Searcher

    opened = Searcher.open(index, encoder=encoder)
    monkeypatch.setattr(Searcher, "open", lambda path, encoder=None: opened)
    cost = measure_cost(index, ["left pneumothorax", "nodule"], ways=WAYS)
    assert cost.reports == len(opened) and cost.recall == 1
    assert [item.name for item in cost.latency] == ["encoder alone", "hybrid", "filtered"]
    assert all(0 < item.p50 <= item.p95 for item in cost.latency)
    assert cost.own_mb <= cost.resident_mb


def test_a_block_shorter_than_a_look_is_measured_all_the_same(monkeypatch):
    monkeypatch.setattr(resources, "LOOK", 3600)
    monkeypatch.setattr(resources, "_held", lambda pid: {"VmRSS": 300.0, "RssAnon": 200.0})
    with Peak() as peak:
        pass
    assert (peak.resident_mb, peak.own_mb) == (300, 200)


def test_a_system_that_does_not_tell_gives_0(monkeypatch, tmp_path):
    monkeypatch.setattr(resources, "PROC", tmp_path)
    with Peak() as peak:
        pass
    assert (peak.resident_mb, peak.own_mb) == (0, 0)


def test_disk_is_summed_by_entry(tmp_path):
    (tmp_path / "faiss").mkdir()
    (tmp_path / "faiss" / "a.npy").write_bytes(bytes(3_000_000))
    (tmp_path / "manifest.json").write_bytes(bytes(500_000))
    assert disk_mb(tmp_path) == {"faiss": 3.0, "manifest.json": 0.5}


def test_the_peak_sees_what_was_freed_since(monkeypatch):
    held = iter([(300.0, 200.0), (900.0, 250.0), (400.0, 240.0)])
    names = ("VmRSS", "RssAnon")
    monkeypatch.setattr(resources, "LOOK", 3600)
    monkeypatch.setattr(resources, "_held", lambda pid: dict(zip(names, next(held), strict=True)))
    with Peak() as peak:
        peak._look()
        peak._look()
    assert (peak.resident_mb, peak.own_mb) == (900, 250)


def test_memory_that_is_written_to_is_the_process_own():
    if not resources._held(os.getpid()).get("RssAnon"):
        pytest.skip("the system does not tell")
    with Peak() as peak:
        peak._look()
        before = peak.own_mb
        block = bytearray(b"x") * 128_000_000
        peak._look()
        del block
    assert peak.own_mb > before + 50  # the system may page some out
    assert peak.own_mb <= peak.resident_mb
