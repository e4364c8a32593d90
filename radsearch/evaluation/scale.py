"""What search costs on an index of any size: time by the way of asking, memory, recall, disk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from radsearch.encoder import load_encoder
from radsearch.evaluation.latency import Latency, Way, measure_latency, some_findings
from radsearch.evaluation.resources import Peak
from radsearch.search.fusion import POOL
from radsearch.searcher import Searcher
from radsearch.store.exact import top_k
from radsearch.store.lance_store import LanceStore

WAYS = (
    Way("report, hybrid", "report", "hybrid"),
    Way("report, dense", "report", "dense"),
    Way("report, lexical", "report", "lexical"),
    Way("hybrid, where modality", "report", "hybrid", where='modality = "CT"'),
    Way("hybrid, where year", "report", "hybrid", where="year >= 2022"),
    Way("hybrid, where finding", "report", "hybrid", where="pleural_effusion:present"),
    Way("dictated findings to impression", "impression", "hybrid", "findings"),
)
MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Cost:
    """What searching one index takes.

    Attributes:
        reports: Of the index.
        engines: By section.
        open_seconds: To open it, until the first query is answered.
        latency: One a way of asking, the encoder alone first.
        recall: Of the queries' ten nearest vectors of whole reports, against exact search.
        stored_recall: The same of the index's own vectors with noise, as `radsearch verify` has it.
        resident_mb: Most memory of the searching process, pages of mapped files included.
        own_mb: Most memory without them.
    """

    reports: int
    engines: Mapping[str, str]
    open_seconds: float
    latency: Sequence[Latency]
    recall: float
    stored_recall: Mapping[str, float]
    resident_mb: float
    own_mb: float


def measure_cost(
    index: Path, queries: Sequence[str], encoder: str | None = None, *, ways: Sequence[Way] = WAYS
) -> Cost:
    """Open an index in this process and search it; best in a process of its own.

    Args:
        index: Its folder.
        queries: Short ones; as many dictated findings of the index are asked.
        encoder: Folder or hub id; None = the one that the index names.
        ways: What is timed.

    Returns:
        Time, memory and recall.

    Raises:
        TypeError: If the folder's store has no matrices to compare with.
    """
    with Peak() as peak:
        clock = perf_counter()
        searcher = Searcher.open(index, encoder=load_encoder(encoder) if encoder else None)
        searcher.query(queries[0], section="report")
        opened = perf_counter() - clock
        dictated = some_findings(searcher, len(queries))
        latency = measure_latency(searcher, queries, dictated, ways)
    store = searcher.store
    if not isinstance(store, LanceStore):
        raise TypeError(f"no index folder: {type(store).__name__}")
    return Cost(
        len(store.ids),
        dict(store.manifest["engine"]),
        opened,
        latency,
        query_recall(searcher, store, queries),
        dict(store.manifest["recall"]),
        peak.resident_mb,  # without the exact search, which maps every vector
        peak.own_mb,
    )


def query_recall(searcher: Searcher, store: LanceStore, queries: Sequence[str]) -> float:
    """Share of each query's ten nearest vectors of whole reports that the live engine finds.

    The engine is asked for as many as the searcher asks it for. Scores are compared, not places:
    equal vectors may stand in for each other.
    """
    vectors = np.ascontiguousarray(searcher.encoder.embed(list(queries), "query"), np.float32)
    truth = top_k(store.matrix("report"), vectors, 10)[0]
    engine, _ = store.engine("report")
    found = engine.search(vectors, min(POOL, len(store.ids)), None)[0][:, :10]
    wanted = truth > -np.inf
    hit = (found >= truth[:, -1:] - 1e-5) & (found > -np.inf)
    return float(np.minimum(hit.sum(1), wanted.sum(1)).sum() / max(wanted.sum(), 1))


def disk_mb(folder: Path) -> dict[str, float]:
    """Megabytes of a folder by its entries, subfolders summed up; a file in use counts as it is."""
    out: dict[str, float] = {}
    for file in folder.rglob("*"):
        if file.is_file():
            name = file.relative_to(folder).parts[0]
            out[name] = out.get(name, 0.0) + file.stat().st_size / MB
    return dict(sorted(out.items()))
