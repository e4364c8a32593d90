"""What the engine asks of an encoder: text in, unit vectors out."""

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

Kind = Literal["findings", "impression", "query", "sentence"]
"""What a text is; an encoder may prefix its own prompt to each kind."""

Vectors = NDArray[np.float32]
"""Unit vectors, (n, dim), float32, C order."""


class Encoder(Protocol):
    """Maps texts to unit vectors; equal text and kind give equal vectors (to rounding)."""

    @property
    def name(self) -> str:
        """Short name for tables: the folder's or the model's."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    @property
    def fingerprint(self) -> str:
        """Changes with weights, revision, prompts, pooling, dim or normalisation."""

    @property
    def n_windowed(self) -> int:
        """How many texts so far were longer than the model reads and were embedded in windows."""

    def embed(self, texts: Sequence[str], kind: Kind = "findings") -> Vectors:
        """Unit vectors, (n, dim); an empty text gives a zero vector, no texts give (0, dim)."""
