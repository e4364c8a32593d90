"""Every engine is held to exact search by one contract."""

import numpy as np
import pytest

from radsearch.store import faiss_store
from radsearch.store.engine import choose, open_engine
from radsearch.store.exact import TIE, top_k

EXACT = ["numpy", "faiss-flat"]
APPROXIMATE = ["faiss-hnsw", "faiss-ivf"]
needs_faiss = pytest.mark.skipif(faiss_store.faiss is None, reason="FAISS is not installed")


def unit(n, dim=32, seed=0, clusters=50):
    rng = np.random.default_rng(seed)
    centres = np.random.default_rng(99).normal(size=(clusters, dim))
    x = centres[rng.integers(clusters, size=n)] + 0.6 * rng.normal(size=(n, dim))
    return (x / np.linalg.norm(x, axis=1, keepdims=True)).astype(np.float32)


def open_on(name, vectors, tmp_path):
    if name.startswith("faiss") and faiss_store.faiss is None:
        pytest.skip("FAISS is not installed")
    return open_engine(name, vectors, tmp_path, "findings", None)


def naive(vectors, query, k, rows):
    scores = np.round(np.einsum("nd,d->n", vectors[rows], query), 6)
    order = sorted(range(len(rows)), key=lambda at: (-scores[at], rows[at]))[:k]
    return scores[order], rows[order]


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("k", [1, 7, 500])
@pytest.mark.parametrize("kept", [1.0, 0.5, 0.01, 0.0])
def test_an_exact_engine_agrees_with_a_sort_of_all_scores(name, k, kept, tmp_path):
    vectors, queries = unit(400), unit(5, seed=1)
    rows = np.flatnonzero(np.random.default_rng(2).random(400) < kept)
    within = None if kept == 1.0 else rows
    scores, found = open_on(name, vectors, tmp_path).search(queries, k, within)
    assert scores.shape == found.shape == (5, k)
    for at, query in enumerate(queries):
        want_scores, want = naive(vectors, query, k, rows)
        assert found[at, : len(want)].tolist() == want.tolist()
        np.testing.assert_allclose(scores[at, : len(want)], want_scores, atol=TIE)
        assert (found[at, len(want) :] == -1).all()
        assert np.isneginf(scores[at, len(want) :]).all()


@pytest.mark.parametrize("name", [*EXACT, *APPROXIMATE])
def test_equal_vectors_tie_and_come_in_ascending_order(name, tmp_path):
    vectors = unit(300)
    vectors[50:250] = vectors[7]  # 201 equal ones, more than any engine's margin
    scores, found = open_on(name, vectors, tmp_path).search(vectors[7:8], 30, None)
    assert found[0].tolist() == [7, *range(50, 79)]
    assert len(set(scores[0].tolist())) == 1


@pytest.mark.parametrize("name", [*EXACT, *APPROXIMATE])
def test_a_query_gives_the_same_alone_and_in_a_batch(name, tmp_path):
    engine = open_on(name, unit(3_000), tmp_path)
    queries = unit(40, seed=3)
    scores, found = engine.search(queries, 5, None)
    for at in range(0, 40, 7):
        alone = engine.search(queries[at : at + 1], 5, None)
        assert alone[1][0].tolist() == found[at].tolist()
        assert alone[0][0].tolist() == scores[at].tolist()


@needs_faiss
@pytest.mark.parametrize("name", APPROXIMATE)
def test_an_approximate_engine_recalls_98_percent(name, tmp_path):
    vectors, queries = unit(8_000), unit(50, seed=4)
    found = open_on(name, vectors, tmp_path).search(queries, 10, None)[1]
    truth = top_k(vectors, queries, 10)[1]
    assert np.mean([len({*a} & {*b}) / 10 for a, b in zip(found, truth, strict=True)]) >= 0.98


@needs_faiss
@pytest.mark.parametrize("name", APPROXIMATE)
@pytest.mark.parametrize("kept", [0.5, 0.1, 0.01, 0.001])
def test_a_filter_costs_no_recall_and_lets_nothing_else_through(name, kept, tmp_path, monkeypatch):
    monkeypatch.setattr("radsearch.store.faiss_ann.FEW", 200)  # a selector is tried
    vectors, queries = unit(8_000), unit(30, seed=5)
    rows = np.flatnonzero(np.random.default_rng(6).random(8_000) < kept)
    found = open_on(name, vectors, tmp_path).search(queries, 10, rows)[1]
    truth = top_k(vectors, queries, 10, rows)[1]
    assert np.isin(found[found >= 0], rows).all()
    recall = np.mean([len({*a} & {*b}) / len({*b}) for a, b in zip(found, truth, strict=True)])
    assert recall >= (1.0 if kept <= 0.01 else 0.98)


@needs_faiss
def test_a_built_index_is_read_again_and_a_cut_one_is_built_again(tmp_path):
    vectors = unit(500)
    open_on("faiss-ivf", vectors, tmp_path)
    file = tmp_path / "findings.faiss-ivf"
    written = file.stat().st_mtime_ns
    open_on("faiss-ivf", vectors, tmp_path)
    assert file.stat().st_mtime_ns == written
    file.write_bytes(file.read_bytes()[:100])
    found = open_on("faiss-ivf", vectors, tmp_path).search(vectors[3:4], 1, None)[1]
    assert found.tolist() == [[3]]
    assert file.stat().st_size > 10_000


@pytest.mark.parametrize("name", [*EXACT, *APPROXIMATE])
def test_without_faiss_every_engine_is_numpy(name, tmp_path, monkeypatch):
    monkeypatch.setattr(faiss_store, "faiss", None)
    assert open_engine(name, unit(20), tmp_path, "findings", None).name == "numpy"


def test_the_choice_goes_by_size_and_by_what_is_installed():
    assert choose(200_000, faiss=True) == "faiss-flat"
    assert choose(200_001, faiss=True) == "faiss-ivf"
    assert choose(200_001, faiss=False) == "lance"


def test_float16_vectors_are_scored_in_blocks(monkeypatch):
    monkeypatch.setattr("radsearch.store.exact.BLOCK", 64)
    vectors = unit(300).astype(np.float16)
    scores, found = top_k(vectors, unit(3, seed=1), 9)
    want = top_k(vectors.astype(np.float32), unit(3, seed=1), 9)
    assert found.tolist() == want[1].tolist()
    np.testing.assert_allclose(scores, want[0], atol=TIE)


def test_lance_finds_what_exact_search_finds_and_new_rows_before_they_are_indexed(tmp_path):
    import pyarrow as pa

    from radsearch.store.lance import connect
    from radsearch.store.lance_engine import LanceEngine, ensure_index

    vectors, queries = unit(3_000), unit(30, seed=8)
    column = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), 32)
    rows = pa.table({"report_id": [f"r{i:04}" for i in range(3_000)], "findings_vec": column})
    table = connect(tmp_path).create_table("reports", data=rows.slice(0, 2_500))
    ensure_index(table, "findings", 2_500)
    table.add(rows.slice(2_500))
    version = table.version
    ensure_index(table, "findings", 3_000)
    assert table.version == version
    row_ids = table.search().select(["report_id"]).with_row_id(True).to_arrow()["_rowid"]
    engine = LanceEngine(vectors, "findings_vec", table, row_ids.to_numpy())
    truth = top_k(vectors, queries, 10)
    scores, found = engine.search(queries, 10, None)
    assert np.mean([len({*a} & {*b}) / 10 for a, b in zip(found, truth[1], strict=True)]) >= 0.98
    same = found == truth[1]
    np.testing.assert_allclose(scores[same], truth[0][same], atol=TIE)
    within = np.arange(0, 3_000, 7)
    assert np.array_equal(
        engine.search(queries, 10, within)[1], top_k(vectors, queries, 10, within)[1]
    )
