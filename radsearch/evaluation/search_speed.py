"""What the Searcher adds to the encoder and a bare FAISS (or numpy) search."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from radsearch.encoder.protocol import Encoder, Vectors
from radsearch.evaluation.speed_store import VectorStore
from radsearch.searcher import Searcher
from radsearch.store.engine import choose, open_engine
from radsearch.store.faiss_store import has_faiss

QUERIES = (
    "small left pneumothorax",
    "no pleural effusion",
    "8 mm nodule right upper lobe",
    "cardiomegaly and congestion",
    "old rib fractures",
)


@dataclass(frozen=True, slots=True)
class Speed:
    """Median milliseconds of a warm query, k = 10, on `n` vectors.

    Attributes:
        n: Vectors.
        query_ms: `Searcher.query(mode="dense")`, hits with texts and metadata included.
        raw_ms: The encoder and the bare engine, for the same texts.
    """

    n: int
    query_ms: float
    raw_ms: float

    @property
    def ratio(self) -> float:
        """How many times as long the Searcher takes."""
        return self.query_ms / self.raw_ms


def measure_speed(encoder: Encoder, n: int, *, rounds: int = 40, seed: int = 0) -> Speed:
    """Time random unit vectors, the two ways in turn.

    Args:
        encoder: Embeds the queries.
        n: Vectors.
        rounds: Queries each way.
        seed: Of the vectors.

    Returns:
        Both medians.
    """
    vectors = np.random.default_rng(seed).standard_normal((n, encoder.dim), np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    with TemporaryDirectory(prefix="radsearch-") as folder:
        engine = open_engine(choose(n, faiss=has_faiss()), vectors, Path(folder), "report", None)
        searcher = Searcher(VectorStore(vectors, engine), encoder=encoder)

        def raw(text: str) -> Vectors:
            return engine.search(encoder.embed([text], "query"), 10, None)[0]

        def full(text: str) -> object:
            return searcher.query(text, mode="dense", section="report")

        ways: tuple[Callable[[str], object], ...] = (raw, full)
        times: tuple[list[float], list[float]] = ([], [])
        for number in range(2 + rounds):
            for way, spent in zip(ways, times, strict=True):
                start = time.perf_counter()
                way(QUERIES[number % len(QUERIES)])
                spent.append(1000 * (time.perf_counter() - start))
    return Speed(n, float(np.median(times[1][2:])), float(np.median(times[0][2:])))
