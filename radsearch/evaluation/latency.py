"""How long a warm query takes, by the way of asking."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from radsearch.report import Section
from radsearch.search.request import Mode, QueryKind
from radsearch.searcher import Searcher

UNTIMED = 3
"""Rounds before the clock starts: they load the encoder, the lexicon and the caches."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of asking.

    Attributes:
        name: For the table.
        section: What is searched.
        mode: How.
        kind: What the query is; "findings" = a report's own, dictated.
        explain: Whether hits are explained.
        where: Filter; None = all reports.
    """

    name: str
    section: Section
    mode: Mode
    kind: QueryKind = "query"
    explain: bool = False
    where: str | None = None


WAYS = (
    Way("report, hybrid", "report", "hybrid"),
    Way("report, hybrid, explained", "report", "hybrid", explain=True),
    Way("report, dense", "report", "dense"),
    Way("report, lexical", "report", "lexical"),
    Way("sentence, dense", "sentence", "dense"),
    Way("sentence, hybrid", "sentence", "hybrid"),
    Way("dictated findings to impression, dense", "impression", "dense", "findings"),
    Way("dictated findings to impression, hybrid", "impression", "hybrid", "findings"),
)


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds of single warm queries, k = 10.

    Attributes:
        name: The way of asking; "encoder alone" = the short queries embedded and no more.
        n: Queries timed.
        p50: Median.
        p95: 95th percentile.
        cpu: Median of the processor time, which other programs on the machine do not lengthen.
    """

    name: str
    n: int
    p50: float
    p95: float
    cpu: float


def measure_latency(
    searcher: Searcher, short: Sequence[str], dictated: Sequence[str], ways: Sequence[Way] = WAYS
) -> list[Latency]:
    """Ask each way in turn, query by query, so that a busy machine slows all of them alike.

    Args:
        searcher: An opened index.
        short: Queries as typed into a search box.
        dictated: Findings of reports; as many are asked as there are short ones, round and round.
        ways: What is timed.

    Returns:
        The encoder alone, then one a way.

    Raises:
        ValueError: If there is no query of one of the two kinds.
    """
    if not short or not dictated:
        raise ValueError(f"{len(short)} short and {len(dictated)} dictated queries: give both")
    spent: list[list[tuple[float, float]]] = [[] for _ in (0, *ways)]
    for number in range(-min(UNTIMED, len(short)), len(short)):
        typed, said = short[number], dictated[number % len(dictated)]
        taken = [_timed(partial(searcher.encoder.embed, [typed], "query"))]
        for way in ways:
            text = said if way.kind == "findings" else typed
            taken.append(_timed(partial(_ask, searcher, way, text)))
        if number >= 0:
            for times, pair in zip(spent, taken, strict=True):
                times.append(pair)
    names = ["encoder alone", *(way.name for way in ways)]
    return [_summary(name, times) for name, times in zip(names, spent, strict=True)]


def _summary(name: str, times: Sequence[tuple[float, float]]) -> Latency:
    clock, processor = 1000 * np.array(times).T
    p50, p95 = np.quantile(clock, [0.5, 0.95])
    return Latency(name, len(times), float(p50), float(p95), float(np.median(processor)))


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


def _ask(searcher: Searcher, way: Way, text: str) -> object:
    return searcher.query(
        text, section=way.section, kind=way.kind, mode=way.mode, where=way.where,
        explain=way.explain,
    )  # fmt: skip


def some_findings(searcher: Searcher, n: int) -> list[str]:
    """Findings of up to `n` reports of the index, evenly spread over it; others are not read."""
    texts = searcher.store.texts("findings")
    step = max(1, len(texts) // max(n, 1))
    starts = range(0, len(texts), step)
    parts = ((texts[at] for at in range(start, min(start + step, len(texts)))) for start in starts)
    found = (next(filter(None, part), "") for part in parts)
    return [text for text in found if text][:n]
