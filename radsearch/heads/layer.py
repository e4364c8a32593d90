"""A layer of rectified linear units, between a frozen vector and the heads that read it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer.

    Attributes:
        weights: (inputs, units).
        bias: (units,).
    """

    weights: Floats
    bias: Floats

    def units(self, inputs: NDArray[Any]) -> Floats:
        """(n, units), 0 or more; float16 inputs are widened.

        >>> layer = Layer(np.array([[1.0, -1.0]], np.float32), np.zeros(2, np.float32))
        >>> layer.units(np.array([[2.0]])).tolist()
        [[2.0, 0.0]]
        """
        out: Floats = np.asarray(inputs, np.float32) @ self.weights + self.bias
        return np.maximum(out, np.float32(0), out=out)
