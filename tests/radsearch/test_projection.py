import numpy as np
import pyarrow.parquet as pq
import pytest

from radsearch.errors import StoreError
from radsearch.projection import MAP, principal, read_map, write_map


def test_principal_directions_carry_the_most_variance():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(200, 5)).astype(np.float32) * np.array([9, 1, 5, 1, 1], np.float32)
    found = principal(points)
    assert np.var(found[:, 0]) > np.var(found[:, 1]) > 15
    assert np.allclose(found.mean(axis=0), 0, atol=1e-4)
    again = principal(points[::-1])[::-1]
    assert np.allclose(found, again, atol=1e-3)


def test_a_map_is_written_for_its_version_only(searcher, tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(StoreError, match="radsearch map -i"):
        read_map(searcher.store, tmp_path)
    count, method = write_map(searcher.store, tmp_path, at_most=20)
    table = read_map(searcher.store, tmp_path)
    assert (count, method) == (20, "PCA") and table.num_rows == 20
    ids = [searcher.store.ids[at] for at in table["position"].to_pylist()]
    assert ids == table["report_id"].to_pylist()
    assert np.abs(np.stack([table["x"], table["y"]])).max() == pytest.approx(1.0)
    other = pq.read_table(tmp_path / MAP).replace_schema_metadata({"version": "old"})
    pq.write_table(other, tmp_path / MAP)
    with pytest.raises(StoreError, match="earlier version"):
        read_map(searcher.store, tmp_path)
