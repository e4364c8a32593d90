"""Section vectors seen in the space of their own corpus: centred and half whitened.

An encoder that tells attributes apart puts most of its variance into a few directions, and all
reports of a hospital share most of the rest. Seen from their own mean, with each direction divided
by the root of its spread, two sections are near when they share what is rare here, as words are
weighted by their idf. Section to section only: a short query asks for an attribute, and keeps the
plain cosine. Sources: Su et al., arXiv:2103.15316; shrinkage: Chen et al.,
doi:10.1109/TSP.2010.2053029.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.search.lexical import Floats

EXPONENT = 0.25
"""Of the inverse eigenvalues; 0.5 would whiten fully, 0 not at all. R@1 both ways on authored
reports that the encoder had not seen: .531 / .503 (radiographs) and .664 / .714 (CT) for 0,
.527 / .543 and .871 / .871 for 0.25, .501 / .497 and .850 / .864 for 0.5."""

FLOOR = 0.05
"""Added to each eigenvalue, as a share of their mean."""

FEW = 100
"""With as many vectors, half of their mean is subtracted."""

SAMPLE = 20_000
"""Vectors of a section that are looked at, evenly over the index."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Whitening:
    """A linear map of the vectors of two sections.

    Attributes:
        query: Mean of the section that asks, (dim,).
        gallery: Mean of the section that is searched, (dim,).
        matrix: Symmetric, (dim, dim).
    """

    query: Floats
    gallery: Floats
    matrix: Floats

    def queries(self, vectors: Floats) -> Floats:
        """Query vectors in the new space, unit length, (n, dim); each the same in any company."""
        mapped = np.empty_like(vectors)
        for row, vector in zip(mapped, vectors - self.query, strict=True):
            row[:] = self.matrix @ vector  # one product of all would round by their number
        return _unit(mapped)

    def lengths(self, vectors: Floats) -> Floats:
        """Of plain gallery vectors (n, dim), in the new space: (n,); inf for a missing one."""
        mapped = np.asarray((vectors - self.gallery) @ self.matrix, np.float32)
        lengths = np.maximum(np.linalg.norm(mapped, axis=1), np.float32(1e-12))
        return np.where(vectors.any(axis=1), lengths, np.float32(np.inf))

    def scores(self, query: Floats, vectors: Floats, lengths: Floats | None = None) -> Floats:
        """Cosine of one mapped query with plain gallery vectors, to 1e-6.

        Args:
            query: One of `queries`, (dim,).
            vectors: (n, dim).
            lengths: What `lengths` says of them, if known.

        Returns:
            (n,); 0 for a missing section, whose vector is zero.
        """
        asked = self.matrix @ query
        known = self.lengths(vectors) if lengths is None else lengths
        scores: Floats = np.round((vectors @ asked - self.gallery @ asked) / known, 6)
        return scores

    def table(self, queries: Floats, vectors: Floats) -> Floats:
        """Scores (q, n) of several of `queries`, each as `scores` gives it."""
        lengths = self.lengths(vectors)
        return np.stack([self.scores(query, vectors, lengths) for query in queries])

    def probe(self, queries: Floats) -> Floats:
        """What an engine of plain vectors is asked: the queries mapped once more, unit length."""
        return _unit(np.asarray(queries @ self.matrix, np.float32))


def fit(query: Floats, gallery: Floats) -> Whitening:
    """The map for two samples of vectors.

    Args:
        query: Vectors of the section that asks, (n, dim); zero rows are missing sections.
        gallery: The same of the section that is searched.

    Returns:
        The identity with no mean where nothing is there to learn from.
    """
    parts = [part[part.any(axis=1)].astype(np.float64) for part in (query, gallery)]
    centred = np.concatenate([part - _mean(part) for part in parts])
    values, directions = np.linalg.eigh(shrunk_covariance(centred))
    spread = values + FLOOR * values.mean()
    scale = (spread / spread.mean()) ** -EXPONENT if spread.mean() > 0 else np.ones(len(spread))
    matrix = (directions * scale) @ directions.T
    means = [(_mean(part) * len(part) / (len(part) + FEW)).astype(np.float32) for part in parts]
    return Whitening(means[0], means[1], matrix.astype(np.float32))


def sample(n: int, most: int = SAMPLE) -> NDArray[np.int64]:
    """Positions below `n`, evenly spread, at most `most`.

    >>> sample(3).tolist(), len(sample(1_000_000))
    ([0, 1, 2], 20000)
    """
    return np.unique(np.linspace(0, max(n - 1, 0), min(n, most)).astype(np.int64))


def shrunk_covariance(centred: Matrix) -> Matrix:
    """Covariance drawn towards its mean variance as far as the rows are too few (OAS).

    Args:
        centred: (n, dim), mean zero.

    Returns:
        (dim, dim); the identity for fewer than two rows or without any spread.
    """
    n, dim = centred.shape
    trace = float(np.vdot(centred, centred)) / max(n, 1)  # no second copy: 120 MB of large indexes
    if n < 2 or trace == 0:
        return np.eye(dim)
    covariance: Matrix = centred.T @ centred / n
    square = float((covariance**2).sum())
    above = (1 - 2 / dim) * square + trace**2
    below = (n + 1 - 2 / dim) * (square - trace**2 / dim)
    share = min(1.0, above / below) if below > 0 else 1.0
    shrunk: Matrix = (1 - share) * covariance + share * trace / dim * np.eye(dim)
    return shrunk


def _mean(rows: Matrix) -> Matrix:
    mean: Matrix = rows.mean(axis=0) if len(rows) else np.zeros(rows.shape[1])
    return mean


def _unit(rows: Floats) -> Floats:
    length = np.linalg.norm(rows, axis=-1, keepdims=True)
    unit: Floats = rows / np.maximum(length, np.float32(1e-12))
    return unit
