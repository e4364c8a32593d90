"""Exact search in numpy: the oracle that every engine is held to, and the fallback for all."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]

TIE = 1e-6
"""Scores nearer than this are equal: the order of float32 sums moves a cosine by about 2e-7."""

BLOCK = 65_536
"""Rows scored at once; 65,536 x 16 queries of float32 scores are 4 MB."""

AT_ONCE = 16
"""Queries."""

GATHERED = 1_024
"""Rows taken out of the matrix at once."""

DENSE = 0.1
"""Kept share from which scoring everything is cheaper than gathering what is kept."""


def top_k(
    vectors: NDArray[Any], queries: Floats, k: int, rows: Rows | None = None
) -> tuple[Floats, Rows]:
    """The k rows of highest inner product for each query.

    Args:
        vectors: (n, dim), float32 or float16, may be a memory map.
        queries: (q, dim).
        k: How many; more than there are fills up with -inf and -1.
        rows: Ascending rows to choose from; None = all.

    Returns:
        Scores (q, k) descending and rows (q, k); equal scores by ascending row.

    >>> x = np.eye(3, dtype=np.float32)[[0, 1, 1]]
    >>> scores, rows = top_k(x, np.array([[0.0, 1.0, 0.0]], np.float32), k=2)
    >>> rows.tolist(), scores.tolist()
    ([[1, 2]], [[1.0, 1.0]])
    """
    queries = np.ascontiguousarray(queries, np.float32)
    gathered = few = None
    if rows is not None and len(rows) < DENSE * len(vectors):
        if len(queries) > AT_ONCE:
            gathered = np.asarray(vectors[rows], np.float32)
        else:
            few = rows
    found_scores = np.full((len(queries), k), -np.inf, np.float32)
    found_rows = np.full((len(queries), k), -1, np.int64)
    for start in range(0, len(queries), AT_ONCE):
        block = queries[start : start + AT_ONCE]
        if few is not None:
            scores = _score_some(vectors, few, block)
        else:
            scores = score_all(vectors if gathered is None else gathered, block)  # (b, n)
        for at, line in enumerate(scores, start):
            if rows is not None and scores.shape[1] != len(rows):
                line = line[rows]
            picked = best(line, k)
            chosen = picked if rows is None else rows[picked]
            settled = settle(vectors, queries[at], chosen, k)
            found_scores[at, : len(settled[0])], found_rows[at, : len(settled[1])] = settled
    return found_scores, found_rows


def score_all(vectors: NDArray[Any], queries: Floats) -> Floats:
    """Inner products (q, n), in blocks so that a float16 map is never converted whole."""
    if vectors.dtype == np.float32:
        if len(queries) == 1:
            return np.asarray(vectors @ queries[0])[None]
        return np.asarray(queries @ vectors.T)
    scores = np.empty((len(queries), len(vectors)), np.float32)
    for start in range(0, len(vectors), BLOCK):
        part = vectors[start : start + BLOCK].astype(np.float32)
        scores[:, start : start + BLOCK] = queries @ part.T
    return scores


def _score_some(vectors: NDArray[Any], rows: Rows, queries: Floats) -> Floats:
    """Inner products (q, len(rows)); what is gathered at a time stays in the processor's cache."""
    parts = [
        score_all(np.asarray(vectors[rows[start : start + GATHERED]], np.float32), queries)
        for start in range(0, len(rows), GATHERED)
    ]
    return np.concatenate(parts, axis=1) if parts else np.zeros((len(queries), 0), np.float32)


def best(scores: Floats, k: int) -> Rows:
    """Ascending places of the k highest scores and of all that tie with the k-th.

    >>> best(np.array([0.1, 0.9, 0.5, 0.5], np.float32), 2).tolist()
    [1, 2, 3]
    """
    if k >= len(scores):
        return np.arange(len(scores))
    kth = np.partition(scores, len(scores) - k)[len(scores) - k]
    return np.flatnonzero(scores >= kth - TIE)


def settle(vectors: NDArray[Any], query: Floats, candidates: Rows, k: int) -> tuple[Floats, Rows]:
    """Score candidates again one by one, so that equal vectors score equal, and order them.

    Args:
        vectors: (n, dim).
        query: (dim,).
        candidates: Distinct rows, any order.
        k: How many to keep.

    Returns:
        Scores (<= k,) descending and rows; equal scores by ascending row.
    """
    candidates = np.sort(candidates)
    scores = np.empty(len(candidates), np.float32)
    for start in range(0, len(candidates), BLOCK):
        part = np.asarray(vectors[candidates[start : start + BLOCK]], np.float32)
        # einsum sums each row alike; a matrix product's order depends on the row's place
        scores[start : start + BLOCK] = np.einsum("nd,d->n", part, query)
    scores = np.round(scores, 6)
    order = np.argsort(-scores, kind="stable")[:k]
    return scores[order], candidates[order]


class NumpyEngine:
    """Scores every vector in numpy; needs nothing installed."""

    name = "numpy"
    exact = True

    def __init__(self, vectors: NDArray[Any]) -> None:
        self.vectors = vectors

    def search(self, queries: Floats, k: int, rows: Rows | None) -> tuple[Floats, Rows]:
        """As `top_k`."""
        return top_k(self.vectors, queries, k, rows)
