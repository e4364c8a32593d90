"""A Store over vectors alone, so that latency can be timed at any size without a corpus."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from radsearch.store.engine import Engine
from radsearch.store.exact import Floats, Rows
from radsearch.store.protocol import Positions
from radsearch.store.schema import STATUS_COLUMNS, VectorSection


class VectorStore:
    """Answers as an index whose reports have vectors and short texts; see `Store`."""

    def __init__(self, vectors: Floats, engine: Engine) -> None:
        self._vectors, self._engine = vectors, engine
        self._ids = [f"r{number:09d}" for number in range(len(vectors))]

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Nothing to say."""
        return {}

    @property
    def ids(self) -> Sequence[str]:
        """Made up, ascending."""
        return self._ids

    def columns(self) -> Mapping[str, str]:
        """One column of text."""
        return {"modality": "text"}

    def select(self, predicate: str) -> Positions:
        """All."""
        return np.arange(len(self._ids))

    def search(
        self, section: VectorSection, queries: Floats, k: int, within: Rows | None
    ) -> tuple[Floats, Rows]:
        """The engine's answer."""
        return self._engine.search(queries, k, within)

    def vectors(self, section: VectorSection, positions: Rows) -> Floats:
        """Rows of the matrix."""
        return self._vectors[positions]

    def rows(self, positions: Rows, columns: Sequence[str]) -> list[dict[str, Any]]:
        """A short text in every column."""
        lists = set(STATUS_COLUMNS)
        return [
            {name: [] if name in lists else "No effusion." for name in columns} for _ in positions
        ]

    def table(self, columns: Sequence[str]) -> pa.Table:
        """The same as Arrow has it."""
        return pa.Table.from_pylist(self.rows(np.arange(len(self._ids)), columns))

    def texts(self, section: str) -> Sequence[str]:
        """The same short text for all."""
        return ["No effusion."] * len(self._ids)

    def search_sentences(
        self, queries: Floats, k: int, within: Rows | None
    ) -> list[list[tuple[float, int, str, int]]]:
        """None."""
        return [[] for _ in queries]

    def sentence_vectors(self, positions: Positions) -> list[Floats]:
        """None."""
        return [np.zeros((0, self._vectors.shape[1]), np.float32) for _ in positions]

    def section_sentences(self, section: str) -> None:
        """None."""
        return None
