"""Approximate search by FAISS: HNSW and IVF, cached in a file, IVF also on a GPU."""

from pathlib import Path
from typing import Any

import numpy as np

from radsearch.store.exact import Floats, Rows, top_k
from radsearch.store.faiss_store import empty_result, faiss, fill, has_gpu, to_gpus
from radsearch.store.groups import Groups, Mask, open_groups

SELECTIVE = 0.05
FEW = 50_000
"""Kept share and kept rows below which the kept are scored exactly: with 1 % kept, HNSW's recall
falls to 0.19 at efSearch 16 (it wanders among rows that do not count)."""


def open_ann(name: str, vectors: Floats, file: Path) -> "AnnEngine":
    """The engine read from `file`, or made there if that is missing or cut short.

    Args:
        name: "faiss-hnsw" or "faiss-ivf".
        vectors: (n, dim), unit.
        file: The cache; its folder is stamped with the table's version.

    Returns:
        The engine.

    Raises:
        ValueError: If there is no such engine.
    """
    if name not in ("faiss-hnsw", "faiss-ivf"):
        raise ValueError(f"no engine {name!r}: faiss-flat, faiss-hnsw or faiss-ivf")
    groups = open_groups(file.with_name(f"{file.name}.groups.npy"), vectors)
    try:
        index = faiss.read_index(str(file))
    except RuntimeError:  # not there, or cut short
        index = None
    if index is None or index.ntotal != len(groups.first):
        index = build(name, vectors, groups.first)
        _save(index, file)
    return AnnEngine(name, index, vectors, groups)


def build(name: str, vectors: Floats, rows: Rows) -> Any:
    """A trained and filled approximate index of some rows.

    Both hold a byte a dimension: candidates are scored again on the stored float32 vectors.
    """
    n, dim = len(rows), vectors.shape[1]
    if name == "faiss-hnsw":  # 64 links: with 32, parts of a corpus of templates are cut off
        index = faiss.index_factory(dim, "HNSW64,SQ8", faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = 200
    else:
        lists = int(np.clip(4 * np.sqrt(n), 1, 65_536))
        index = faiss.index_factory(dim, f"IVF{lists},SQ8", faiss.METRIC_INNER_PRODUCT)
        index.cp.max_points_per_centroid = 64
        index.cp.min_points_per_centroid = 1
    sample = rows
    if n > 262_144:
        sample = np.sort(np.random.default_rng(0).choice(rows, 262_144, replace=False))
    if n:
        index.train(np.ascontiguousarray(vectors[sample]))
    for start in range(0, n, 65_536):
        index.add(np.ascontiguousarray(vectors[rows[start : start + 65_536]]))
    return index


def _save(index: Any, file: Path) -> None:
    temporary = file.with_name(f"{file.name}.tmp")
    try:
        faiss.write_index(index, str(temporary))
        temporary.replace(file)
    except (OSError, RuntimeError):  # read-only: it lives as long as this process
        return


class AnnEngine:
    """An approximate index of the distinct vectors; candidates are scored again, exactly."""

    exact = False

    def __init__(self, name: str, index: Any, vectors: Floats, groups: Groups) -> None:
        self.name = name
        self.vectors = vectors
        self._groups = groups
        self._index = index
        self._hnsw = name == "faiss-hnsw"
        if has_gpu() and not self._hnsw:  # HNSW cannot move to a GPU
            self._index = to_gpus(index)

    def search(self, queries: Floats, k: int, rows: Rows | None) -> tuple[Floats, Rows]:
        """The k best; exact over `rows` where they are few."""
        n, n_groups = len(self.vectors), len(self._groups.first)
        few = rows is not None and (len(rows) <= FEW or len(rows) < SELECTIVE * n)
        if few or n == 0 or 4 * k >= n_groups:
            return top_k(self.vectors, queries, k, rows)
        mask = kept = None
        if rows is not None:
            mask = np.zeros(n, bool)
            mask[rows] = True
            kept = self._groups.kept(mask)
        wanted = min(n_groups, 4 * k + 64)  # a byte a dimension confuses near neighbours
        _, found = self._index.search(queries, wanted, params=self._parameters(wanted, kept))
        out = empty_result(len(queries), k)
        for at, line in enumerate(found):
            best = self._groups.best(self.vectors, queries[at], line[line >= 0], k, mask)
            fill(out, at, *best)
        return out

    def _parameters(self, wanted: int, kept: Mask | None) -> Any:
        n = len(self._groups.first)
        selector, share = None, 1.0
        if kept is not None:
            selector = faiss.IDSelectorBitmap(np.packbits(kept, bitorder="little"))
            share = max(int(np.count_nonzero(kept)), 1) / n
        if self._hnsw:
            effort = int(min(n, max(256, 2 * wanted) / share))
            return faiss.SearchParametersHNSW(efSearch=effort, sel=selector)
        lists = self._index.nlist
        probes = int(min(lists, max(64, lists // 16, wanted // 8) / share))
        return faiss.SearchParametersIVF(nprobe=probes, sel=selector)
