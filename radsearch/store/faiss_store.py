"""FAISS engines, where FAISS is installed: exact, HNSW and IVF, on the CPU or on a GPU."""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.store.exact import TIE, Floats, Rows, settle, top_k


def _load() -> Any:
    try:
        return import_module("faiss")
    except (ImportError, RuntimeError):  # faiss-gpu without its CUDA libraries: RuntimeError
        return None


faiss = _load()  # its type stubs miss half of what is used here

PAD = 16
"""Candidates beyond k, so that ties at the end are seen."""

SELECTIVE = 0.05
FEW = 50_000
"""Kept share and kept rows below which the kept are scored exactly: with 1 % kept, HNSW's recall
falls to 0.19 at efSearch 16 (it wanders among rows that do not count)."""


def has_faiss() -> bool:
    """Whether FAISS can be used here."""
    return faiss is not None


def has_gpu() -> bool:
    """Whether this FAISS is the GPU build and sees a device."""
    return faiss is not None and hasattr(faiss, "StandardGpuResources") and faiss.get_num_gpus() > 0


def open_faiss(name: str, vectors: Floats, file: Path) -> "FlatEngine | AnnEngine":
    """An engine of this module; an approximate one is read from `file`, made there if missing.

    Args:
        name: "faiss-flat", "faiss-hnsw" or "faiss-ivf".
        vectors: (n, dim), unit.
        file: The cache; its folder is stamped with the table's version.

    Returns:
        The engine.

    Raises:
        ValueError: If there is no such engine.
    """
    if name == "faiss-flat":
        return FlatEngine(vectors)
    if name not in ("faiss-hnsw", "faiss-ivf"):
        raise ValueError(f"no engine {name!r}: faiss-flat, faiss-hnsw or faiss-ivf")
    try:
        index = faiss.read_index(str(file))
    except RuntimeError:  # not there, or cut short
        index = build(name, vectors)
        _save(index, file)
    return AnnEngine(name, index, vectors)


def build(name: str, vectors: Floats) -> Any:
    """A trained and filled approximate index.

    Both hold a byte a dimension: candidates are scored again on the stored float32 vectors.
    """
    n, dim = vectors.shape
    if name == "faiss-hnsw":
        index = faiss.index_factory(dim, "HNSW32,SQ8", faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = 120
    else:
        lists = int(np.clip(4 * np.sqrt(n), 1, 65_536))
        index = faiss.index_factory(dim, f"IVF{lists},SQ8", faiss.METRIC_INNER_PRODUCT)
        index.cp.max_points_per_centroid = 64
        index.cp.min_points_per_centroid = 1
    sample = vectors
    if n > 262_144:
        rows = np.random.default_rng(0).choice(n, 262_144, replace=False)
        sample = vectors[np.sort(rows)]
    index.train(np.ascontiguousarray(sample))
    for start in range(0, n, 65_536):
        index.add(np.ascontiguousarray(vectors[start : start + 65_536]))
    return index


def _save(index: Any, file: Path) -> None:
    temporary = file.with_name(f"{file.name}.tmp")
    try:
        faiss.write_index(index, str(temporary))
        temporary.replace(file)
    except (OSError, RuntimeError):  # read-only: it lives as long as this process
        return


class FlatEngine:
    """Scores every vector, straight from the map: no copy, nothing to build or to go stale."""

    name = "faiss-flat"
    exact = True

    def __init__(self, vectors: Floats) -> None:
        self.vectors = vectors
        self._gpu = _flat_on_gpu(vectors) if has_gpu() else None

    def search(self, queries: Floats, k: int, rows: Rows | None) -> tuple[Floats, Rows]:
        """As `exact.top_k`, which does the filtered searches: they score few rows."""
        n = len(self.vectors)
        if rows is not None or n == 0:
            return top_k(self.vectors, queries, k, rows)
        wanted = min(n, k + PAD)
        if self._gpu is not None:
            scores, found = self._gpu.search(queries, wanted)
        else:
            scores, found = faiss.knn(
                queries, self.vectors, wanted, metric=faiss.METRIC_INNER_PRODUCT
            )
        out = _empty(len(queries), k)
        for at, (line, candidates) in enumerate(zip(scores, found, strict=True)):
            if wanted < n and line[-1] >= line[min(k, wanted) - 1] - 2 * TIE:
                settled = tuple(part[0] for part in top_k(self.vectors, queries[at : at + 1], k))
            else:  # no tie reaches beyond what was found
                settled = settle(self.vectors, queries[at], candidates[candidates >= 0], k)
            _fill(out, at, settled[0], settled[1])
        return out


class AnnEngine:
    """An approximate index; its candidates are scored again on the stored vectors."""

    exact = False

    def __init__(self, name: str, index: Any, vectors: Floats) -> None:
        self.name = name
        self.vectors = vectors
        self._index = index
        self._hnsw = name == "faiss-hnsw"
        if has_gpu() and not self._hnsw:  # HNSW cannot move to a GPU
            self._index = _to_gpus(index)

    def search(self, queries: Floats, k: int, rows: Rows | None) -> tuple[Floats, Rows]:
        """The k best; exact over `rows` where they are few."""
        n = len(self.vectors)
        few = rows is not None and (len(rows) <= FEW or len(rows) < SELECTIVE * n)
        if few or n == 0 or 4 * k >= n:
            return top_k(self.vectors, queries, k, rows)
        wanted = min(n, 2 * k + PAD)  # twice: a byte a dimension confuses near neighbours
        _, found = self._index.search(queries, wanted, params=self._parameters(wanted, rows, n))
        out = _empty(len(queries), k)
        for at, candidates in enumerate(found):
            settled = settle(self.vectors, queries[at], candidates[candidates >= 0], k)
            _fill(out, at, settled[0], settled[1])
        return out

    def _parameters(self, wanted: int, rows: Rows | None, n: int) -> Any:
        selector = None if rows is None else _selector(rows, n)
        share = 1.0 if rows is None else len(rows) / n
        if self._hnsw:
            effort = int(min(n, max(256, 2 * wanted) / share))
            return faiss.SearchParametersHNSW(efSearch=effort, sel=selector)
        lists = self._index.nlist
        probes = int(min(lists, max(32, lists // 32, wanted // 8) / share))
        return faiss.SearchParametersIVF(nprobe=probes, sel=selector)


def _selector(rows: Rows, n: int) -> Any:
    mask = np.zeros(n, bool)
    mask[rows] = True
    return faiss.IDSelectorBitmap(np.packbits(mask, bitorder="little"))


def _empty(q: int, k: int) -> tuple[Floats, Rows]:
    return np.full((q, k), -np.inf, np.float32), np.full((q, k), -1, np.int64)


def _fill(out: tuple[Floats, Rows], at: int, scores: Floats, rows: NDArray[np.int64]) -> None:
    out[0][at, : len(scores)] = scores
    out[1][at, : len(rows)] = rows


def _flat_on_gpu(vectors: Floats) -> Any:
    return _to_gpus_filled(faiss.IndexFlatIP(vectors.shape[1]), vectors)


def _to_gpus(index: Any) -> Any:
    options = faiss.GpuMultipleClonerOptions()
    options.shard = True
    return faiss.index_cpu_to_all_gpus(index, co=options)


def _to_gpus_filled(index: Any, vectors: Floats) -> Any:
    moved = _to_gpus(index)
    for start in range(0, len(vectors), 65_536):
        moved.add(np.ascontiguousarray(vectors[start : start + 65_536]))
    return moved
