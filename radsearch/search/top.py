"""The best of many scores, fast where most are far from it."""

import numpy as np
from numpy.typing import NDArray

from radsearch.search.lexical import Floats
from radsearch.search.stream import Ints

ROUNDED = 1e-5
"""More than rounding to 1e-6 can lift a score."""


def top(scores: Floats, k: int, within: NDArray[np.bool_] | None = None) -> tuple[Floats, Ints]:
    """The k best of the reports with a score above 0.

    Args:
        scores: (n,).
        k: How many at most.
        within: Only these; None = all.

    Returns:
        Scores descending and positions; equal scores (to 1e-6) by ascending position.
    """
    positive = np.flatnonzero(scores > 0 if within is None else (scores > 0) & within)
    positive = positive[_above_bar(scores[positive], k)]
    values = np.round(scores[positive], 6)
    positive, values = positive[values > 0], values[values > 0]
    if len(positive) > k:
        cut = np.partition(values, len(values) - k)[len(values) - k]
        above = values > cut
        level = np.flatnonzero(values == cut)[: k - np.count_nonzero(above)]  # of thousands, often
        kept = np.sort(np.concatenate([np.flatnonzero(above), level]))
        positive, values = positive[kept], values[kept]
    order = np.argsort(-values, kind="stable")[:k]
    return values[order], positive[order]


def _above_bar(values: Floats, k: int) -> NDArray[np.bool_] | slice:
    """Which of many values can be among the k best: those above a bar that a sample sets.

    All of them where they are few, or where fewer than k pass the bar.
    """
    if len(values) < 64 * k:
        return slice(None)
    sample = values[:: max(1, len(values) // 4_096)]
    bar = np.quantile(sample, 1 - 3 * k / len(values))
    near = np.asarray(values >= bar - ROUNDED, np.bool_)
    return near if np.count_nonzero(near) >= k else slice(None)
