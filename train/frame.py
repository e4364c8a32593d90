"""Vectors as a small network reads them: centred, whitened in part, of order 1."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.layer import Layer

Floats = NDArray[np.float32]
FLOOR = 0.02
"""Added to each eigenvalue, as a share of their mean."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An affine map of vectors, which can be folded into the layer that reads its outcome.

    Attributes:
        mean: (dim,).
        matrix: (dim, dim).
    """

    mean: Floats
    matrix: Floats

    @classmethod
    def fit(cls, vectors: Floats, exponent: float) -> Self:
        """The map for some vectors.

        Args:
            vectors: (n, dim).
            exponent: Of the inverse eigenvalues of their covariance; 0.5 whitens, 0 only scales.

        Returns:
            A map whose outcome has a mean square of about 1 a feature.
        """
        mean = vectors.mean(axis=0, dtype=np.float64)
        centred = vectors - mean
        values, directions = np.linalg.eigh(centred.T @ centred / max(len(vectors), 1))
        spread = values + FLOOR * values.mean() + 1e-12
        scale = spread**-exponent
        scale /= np.sqrt((scale**2 * values).mean() + 1e-12)
        matrix = (directions * scale) @ directions.T
        return cls(mean.astype(np.float32), matrix.astype(np.float32))

    def inputs(self, vectors: Floats) -> Floats:
        """(n, dim) in the frame."""
        out: Floats = np.asarray((vectors - self.mean) @ self.matrix, np.float32)
        return out

    def folded(self, layer: Layer) -> Layer:
        """A layer that says of plain vectors what this one says of inputs in the frame.

        >>> frame = Frame(np.ones(1, np.float32), np.full((1, 1), 2.0, np.float32))
        >>> layer = Layer(np.full((1, 1), 3.0, np.float32), np.zeros(1, np.float32))
        >>> x = np.array([[5.0]], np.float32)
        >>> float(frame.folded(layer).units(x)[0, 0]) == float(layer.units(frame.inputs(x))[0, 0])
        True
        """
        weights = self.matrix @ layer.weights
        return Layer(weights, layer.bias - self.mean @ weights)
