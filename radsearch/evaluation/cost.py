"""Seconds per 1,000 pairs of reports, both encoded or read afresh, by score."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from radsearch.evaluation.discrepancy import Scorer
from radsearch.report import Report


@dataclass(frozen=True, slots=True)
class Cost:
    """What a score costs.

    Attributes:
        seconds_per_1000: Wall time for 1,000 pairs, texts never seen before.
        cpu_per_1000: Processor time for the same, all cores together.
        pairs: How many were timed.
    """

    seconds_per_1000: float
    cpu_per_1000: float
    pairs: int


def neighbour_pairs(reports: Sequence[Report], n: int) -> list[tuple[str, str]]:
    """Each two reports that follow each other as a pair, so that every pair has two new texts.

    Args:
        reports: In the corpus' order.
        n: How many pairs at most.

    Returns:
        No report twice.

    >>> neighbour_pairs([Report(i, findings=i) for i in "abcde"], 5)
    [('a', 'b'), ('c', 'd')]
    """
    bodies = [report.body for report in reports if report.body]
    return list(zip(bodies[::2], bodies[1::2], strict=False))[:n]


def measure_costs(
    pairs: Sequence[tuple[str, str]], scorers: Mapping[str, Scorer], *, warm: int = 20
) -> dict[str, Cost]:
    """Time each scorer once over all pairs but the first few, which load models and tables.

    Args:
        pairs: Of texts.
        scorers: Name -> scorer.
        warm: Pairs that are scored before the clock starts.

    Returns:
        Name -> cost.

    Raises:
        ValueError: If there are not more pairs than `warm`.
    """
    if len(pairs) <= warm:
        raise ValueError(f"{len(pairs)} pairs, wanted more than {warm}, which only warm up")
    costs: dict[str, Cost] = {}
    for name, scorer in scorers.items():
        scorer(pairs[:warm])
        forget_readings()
        start, cpu = time.perf_counter(), time.process_time()
        scorer(pairs[warm:])
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        n = len(pairs) - warm
        costs[name] = Cost(1000.0 * seconds / n, 1000.0 * cpu / n, n)
    return costs


def conditions() -> str:
    """How busy the machine is: its cores and its load, without which no wall time means much."""
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores, load average {load:.1f} over the last minute"


def forget_readings() -> None:
    """Empty the caches of read sentences, so that no score profits from the one before it."""
    from radsearch.language.extract import read_sentence
    from radsearch.matching.reading import read_words

    read_sentence.cache_clear()
    read_words.cache_clear()


def tfidf_cosine(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Cosine of TF-IDF vectors fitted on the pairs themselves; needs scikit-learn."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    place = {text: n for n, text in enumerate(texts)}
    rows = TfidfVectorizer(sublinear_tf=True).fit_transform(texts)
    left = rows[[place[a] for a, _ in pairs]]
    right = rows[[place[b] for _, b in pairs]]
    return [float(value) for value in left.multiply(right).sum(axis=1).A1]
