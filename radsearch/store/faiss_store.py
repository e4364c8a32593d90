"""Exact search by FAISS, where it is installed, on the CPU or on a GPU."""

from importlib import import_module
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


def has_faiss() -> bool:
    """Whether FAISS can be used here."""
    return faiss is not None


def has_gpu() -> bool:
    """Whether this FAISS is the GPU build and sees a device."""
    return faiss is not None and hasattr(faiss, "StandardGpuResources") and faiss.get_num_gpus() > 0


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
        out = empty_result(len(queries), k)
        for at, (line, candidates) in enumerate(zip(scores, found, strict=True)):
            if wanted < n and line[-1] >= line[min(k, wanted) - 1] - 2 * TIE:
                settled = tuple(part[0] for part in top_k(self.vectors, queries[at : at + 1], k))
            else:  # no tie reaches beyond what was found
                settled = settle(self.vectors, queries[at], candidates[candidates >= 0], k)
            fill(out, at, settled[0], settled[1])
        return out


def empty_result(q: int, k: int) -> tuple[Floats, Rows]:
    """Scores -inf and rows -1, (q, k)."""
    return np.full((q, k), -np.inf, np.float32), np.full((q, k), -1, np.int64)


def fill(out: tuple[Floats, Rows], at: int, scores: Floats, rows: NDArray[np.int64]) -> None:
    """Write one query's result, which may be shorter than k."""
    out[0][at, : len(scores)] = scores
    out[1][at, : len(rows)] = rows


def _flat_on_gpu(vectors: Floats) -> Any:
    return _to_gpus_filled(faiss.IndexFlatIP(vectors.shape[1]), vectors)


def to_gpus(index: Any) -> Any:
    """The index, cut over all GPUs."""
    options = faiss.GpuMultipleClonerOptions()
    options.shard = True
    return faiss.index_cpu_to_all_gpus(index, co=options)


def _to_gpus_filled(index: Any, vectors: Floats) -> Any:
    moved = to_gpus(index)
    for start in range(0, len(vectors), 65_536):
        moved.add(np.ascontiguousarray(vectors[start : start + 65_536]))
    return moved
