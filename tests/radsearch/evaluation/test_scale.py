from radsearch.evaluation.latency import Way
from radsearch.evaluation.resources import Peak
from radsearch.evaluation.scale import disk_mb, measure_cost

WAYS = (Way("hybrid", "report", "hybrid"), Way("filtered", "report", "hybrid", where="year > 1"))


def test_the_cost_of_an_index_is_measured(index, encoder, monkeypatch):
    from radsearch.searcher import Searcher

    opened = Searcher.open(index, encoder=encoder)
    monkeypatch.setattr(Searcher, "open", lambda path: opened)
    cost = measure_cost(index, ["left pneumothorax", "nodule"], ways=WAYS)
    assert cost.reports == len(opened) and cost.recall == 1
    assert [item.name for item in cost.latency] == ["encoder alone", "hybrid", "filtered"]
    assert all(0 < item.p50 <= item.p95 for item in cost.latency)
    assert 0 < cost.own_mb <= cost.resident_mb


def test_disk_is_summed_by_entry(tmp_path):
    (tmp_path / "faiss").mkdir()
    (tmp_path / "faiss" / "a.npy").write_bytes(bytes(3_000_000))
    (tmp_path / "manifest.json").write_bytes(bytes(500_000))
    assert disk_mb(tmp_path) == {"faiss": 3.0, "manifest.json": 0.5}


def test_the_peak_sees_what_was_freed_since():
    with Peak() as peak:
        peak._look()
        before = peak.own_mb
        block = bytearray(64_000_000)
        block[::4096] = b"x" * len(block[::4096])
        peak._look()
        del block
    assert peak.own_mb > before + 50
    assert peak.own_mb <= peak.resident_mb
