"""Retrieval metrics: of one ranked list of ids, and their expected value where scores tie.

Ties are settled in the `Searcher`; the ranked forms sort nothing. The expected forms average over
every order of tied reports (McSherry & Najork 2008, doi:10.1007/978-3-540-78646-7_38), so that a
gallery with four hundred equal texts gives one number and not a lottery.
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]


def recall_at_k(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Fraction of the relevant reports that stand in the first k places.

    Args:
        ranking: Report ids, best first.
        relevant: Ids of the relevant reports; at least one.
        k: Cutoff, 1 or more; it may exceed the length of the ranking.

    Returns:
        A fraction in [0, 1]; with one relevant report, k = 1 is top-1 accuracy.

    Raises:
        ValueError: If there is no relevant report, or k is below 1.

    >>> recall_at_k(["r3", "r1", "r2"], {"r1", "r9"}, k=2)
    0.5
    """
    _check(k, relevant)
    wanted = set(relevant)
    return len(wanted.intersection(ranking[:k])) / len(wanted)


def mrr_at_k(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """One over the rank of the first relevant report, 0 if it is not in the first k places.

    Args:
        ranking: Report ids, best first.
        relevant: Ids of the relevant reports; at least one.
        k: Cutoff, 1 or more.

    Returns:
        A value in [0, 1].

    Raises:
        ValueError: If there is no relevant report, or k is below 1.

    >>> mrr_at_k(["r3", "r1", "r2"], {"r1"}, k=10)
    0.5
    """
    _check(k, relevant)
    wanted = set(relevant)
    for rank, report_id in enumerate(ranking[:k], start=1):
        if report_id in wanted:
            return 1.0 / rank
    return 0.0


def ndcg_at_k(ranking: Sequence[str], gains: Mapping[str, float], k: int) -> float:
    """Discounted gain of the first k places over that of the best order (nDCG, log2).

    Järvelin & Kekäläinen 2002, doi:10.1145/582415.582418; gains enter linearly, as in trec_eval.

    Args:
        ranking: Report ids, best first.
        gains: Gain of each judged report, 0 or more; an unjudged report gains 0.
        k: Cutoff, 1 or more.

    Returns:
        A value in [0, 1]; 0 when no report has a gain.

    >>> round(ndcg_at_k(["r1", "r2"], {"r1": 1, "r2": 3}, k=2), 4)
    0.7967
    """
    found = np.array([gains.get(report_id, 0.0) for report_id in ranking[:k]], dtype=float)
    ideal = np.sort(np.array(list(gains.values()), dtype=float))[::-1][:k]
    best = float(ideal @ discounts(len(ideal)))
    return float(found @ discounts(len(found))) / best if best else 0.0


def discounts(n: int) -> NDArray[np.float64]:
    """Weights of the first n places, 1 / log2(rank + 1)."""
    return np.asarray(1.0 / np.log2(np.arange(n) + 2))


def expected_recall_at_k(higher: Floats, tied: Floats, k: int) -> NDArray[np.float64]:
    """Chance that the one relevant report stands in the first k places.

    Args:
        higher: (q,) how many reports score above it.
        tied: (q,) how many score the same, itself counted, 1 or more.
        k: Cutoff, 1 or more.

    Returns:
        (q,) chances in [0, 1].

    >>> expected_recall_at_k(np.array([0, 0, 3]), np.array([1, 4, 1]), k=1).tolist()
    [1.0, 0.25, 0.0]
    """
    return np.asarray(np.clip(k - higher, 0, tied) / tied, dtype=float)


def expected_mrr_at_k(higher: Floats, tied: Floats, k: int) -> NDArray[np.float64]:
    """Expected reciprocal rank of the one relevant report, cut at k; arguments as for recall.

    >>> expected_mrr_at_k(np.array([0, 1]), np.array([2, 1]), k=10).tolist()
    [0.75, 0.5]
    """
    harmonic = np.concatenate(([0.0], np.cumsum(1.0 / np.arange(1, k + 1))))
    start = np.minimum(higher, k).astype(int)
    stop = np.minimum(higher + tied, k).astype(int)
    return np.asarray((harmonic[stop] - harmonic[start]) / tied)


def expected_ndcg_at_k(scores: Floats, gains: Floats, k: int) -> float:
    """Expected nDCG over the orders of tied reports: a tied place earns its group's mean gain.

    Args:
        scores: (g,) of every report in the gallery; equal means tied.
        gains: (g,) 0 or more.
        k: Cutoff, 1 or more.

    Returns:
        A value in [0, 1]; 0 when no report has a gain.

    >>> round(expected_ndcg_at_k(np.array([2.0, 2.0]), np.array([1.0, 3.0]), k=2), 4)
    0.8984
    """
    k = min(k, len(scores))
    ideal = -np.sort(-np.partition(gains, len(gains) - k)[len(gains) - k :])
    best = float(ideal @ discounts(k))
    if not best:
        return 0.0
    cut = np.partition(scores, len(scores) - k)[len(scores) - k]
    reached = np.flatnonzero(scores >= cut)
    _, group, sizes = np.unique(-scores[reached], return_inverse=True, return_counts=True)
    mean_gain = np.bincount(group, gains[reached]) / sizes
    return float(np.repeat(mean_gain, sizes)[:k] @ discounts(k)) / best


def _check(k: int, relevant: Collection[str]) -> None:
    if not relevant:
        raise ValueError("at least one relevant report is needed; drop the query or fix the qrels")
    if k < 1:
        raise ValueError(f"k must be 1 or more, got {k}")
