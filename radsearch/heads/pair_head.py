"""The head that reads two vectors at once, the same in either order."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.layer import Floats, Layer


@dataclass(frozen=True, slots=True)
class PairHead:
    """A small network on what two vectors share and where they differ.

    Attributes:
        project: Reads each vector: (dim, p).
        mix: Reads |a - b| and a * b of the two projections, then the marks: (2 p + marks, units).
        out: Reads the mix: (units, 1), without rectifying.
    """

    project: Layer
    mix: Layer
    out: Layer

    @property
    def marks(self) -> int:
        """How many marks it reads; below zero where the parts do not fit each other."""
        return len(self.mix.weights) - 2 * len(self.project.bias)

    def logits(self, first: NDArray[Any], second: NDArray[Any], marks: Floats) -> Floats:
        """What the head says of each pair.

        Args:
            first: (n, dim).
            second: (n, dim), each beside its row of `first`.
            marks: (n, marks) what other heads say of the pair.

        Returns:
            (n,) logits.

        >>> one = Layer(np.eye(1, dtype=np.float32), np.zeros(1, np.float32))
        >>> mix = Layer(np.array([[1.0], [0.0], [2.0]], np.float32), np.zeros(1, np.float32))
        >>> vectors = np.array([[3.0]]), np.array([[1.0]])
        >>> PairHead(one, mix, one).logits(*vectors, np.ones((1, 1), np.float32)).tolist()
        [4.0]
        """
        a, b = self.project.units(first), self.project.units(second)
        units = self.mix.units(np.concatenate([np.abs(a - b), a * b, marks], axis=1))
        out: Floats = (units @ self.out.weights + self.out.bias)[:, 0]
        return out
