"""Which engine searches a section's vectors: the contract, and the choice by size and installs."""

from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from radsearch.store.exact import Floats, NumpyEngine, Rows

EXACT_UP_TO = 200_000
"""Reports up to which every vector is scored: 200k x 384 takes about 20 ms a query on two cores."""


class Engine(Protocol):
    """Searches one matrix of unit vectors by inner product."""

    @property
    def name(self) -> str:
        """For the manifest: "numpy", "faiss-flat", "faiss-ivf", "faiss-hnsw" or "lance"."""

    @property
    def exact(self) -> bool:
        """Whether it scores every vector when nothing is filtered."""

    def search(self, queries: Floats, k: int, rows: Rows | None) -> tuple[Floats, Rows]:
        """Scores (q, k) descending and rows; equal by ascending row; -inf and -1 where none.

        `rows` (ascending) are those to choose from; None = all.
        """


def choose(n: int, *, faiss: bool) -> str:
    """The engine for `n` vectors.

    >>> choose(1_000, faiss=False), choose(1_000, faiss=True)
    ('numpy', 'faiss-flat')
    >>> choose(1_000_000, faiss=True), choose(1_000_000, faiss=False)
    ('faiss-ivf', 'lance')
    """
    if n <= EXACT_UP_TO:
        return "faiss-flat" if faiss else "numpy"
    return "faiss-ivf" if faiss else "lance"


def open_engine(
    name: str, vectors: NDArray[np.float32], folder: Path, section: str, table: Any
) -> Engine:
    """The engine `name` over a section's vectors.

    Args:
        name: As `choose` gives it; a FAISS one falls back to numpy where FAISS is missing.
        vectors: (n, dim), unit, float32.
        folder: Where its caches lie.
        section: Names the cache.
        table: Called to get the Lance table, its row ids in `vectors`' order (engine "lance").

    Returns:
        The engine, its cache built if it was not there.
    """
    engine: Engine = NumpyEngine(vectors)
    if name.startswith("faiss"):
        from radsearch.store import faiss_store

        if faiss_store.has_faiss():
            if name == "faiss-flat":
                engine = faiss_store.FlatEngine(vectors)
            else:
                from radsearch.store.faiss_ann import open_ann

                engine = open_ann(name, vectors, folder / f"{section}.{name}")
    elif name == "lance":
        from radsearch.store.lance_engine import LanceEngine

        engine = LanceEngine(vectors, f"{section}_vec", *table())
    return engine
