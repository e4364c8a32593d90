"""Measures of scores against labels: AUROC, thresholds, counts, rank correlation. numpy only."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Bools = NDArray[np.bool_]


def auroc(scores: Floats, labels: Bools) -> float:
    """Chance that a positive scores above a negative, ties counted half; NaN without both.

    Hanley & McNeil 1982, doi:10.1148/radiology.143.1.7063747.

    >>> auroc(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, True, False, True]))
    0.875
    """
    n_yes = int(labels.sum())
    n_no = len(labels) - n_yes
    if not n_yes or not n_no:
        return float("nan")
    return float((ranks(scores)[labels].sum() - n_yes * (n_yes + 1) / 2) / (n_yes * n_no))


def ranks(values: Floats) -> NDArray[np.float64]:
    """Ranks from 1, equal values share their mean rank.

    >>> ranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2)[inverse], np.float64)


def spearman(a: Floats, b: Floats) -> float:
    """Rank correlation, ties by mean rank; NaN if one side is constant or empty.

    >>> round(spearman(np.array([1.0, 2.0, 3.0]), np.array([1.0, 4.0, 9.0])), 9)
    1.0
    """
    if not len(a):
        return float("nan")
    x, y = ranks(a), ranks(b)
    x, y = x - x.mean(), y - y.mean()
    norm = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / norm if norm else float("nan")


@dataclass(frozen=True, slots=True)
class Counts:
    """Decisions against labels.

    Attributes:
        true_positives: Rightly said.
        false_positives: Wrongly said.
        false_negatives: Missed.
        true_negatives: Rightly not said.
    """

    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int

    @property
    def sensitivity(self) -> float:
        """Share of the positives that are said; NaN without positives."""
        return _share(self.true_positives, self.false_negatives)

    @property
    def specificity(self) -> float:
        """Share of the negatives that are not said; NaN without negatives."""
        return _share(self.true_negatives, self.false_positives)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and sensitivity; NaN if nothing is positive or said."""
        wrong = self.false_positives + self.false_negatives
        return _share(2 * self.true_positives, wrong)


def _share(part: int, rest: int) -> float:
    return part / (part + rest) if part + rest else float("nan")


def count(said: Bools, labels: Bools) -> Counts:
    """The four counts.

    >>> count(np.array([True, True, False]), np.array([True, False, False]))
    Counts(true_positives=1, false_positives=1, false_negatives=0, true_negatives=1)
    """
    hits, n_said, n_yes = int((said & labels).sum()), int(said.sum()), int(labels.sum())
    rest = len(labels) - n_said - n_yes + hits
    return Counts(hits, n_said - hits, n_yes - hits, rest)


def youden(scores: Floats, labels: Bools) -> float:
    """The threshold (said if score >= it) of the largest sensitivity + specificity - 1.

    Youden 1950, doi:10.1002/1097-0142(1950)3:1<32::AID-CNCR2820030106>3.0.CO;2-3. The highest of
    equally good ones.

    >>> youden(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    0.8
    """
    order = np.argsort(-scores, kind="stable")
    ranked, hits = scores[order], np.cumsum(labels[order])
    misses = np.arange(1, len(order) + 1) - hits
    gain = hits / max(int(labels.sum()), 1) - misses / max(int((~labels).sum()), 1)
    ends = np.append(ranked[1:] != ranked[:-1], True)
    return float(ranked[int(np.argmax(np.where(ends, gain, -np.inf)))])


def macro_interval(
    scores: Floats, labels: Bools, *, draws: int = 200, seed: int = 0
) -> tuple[float, float]:
    """95 % percentile bootstrap interval, over reports, of the mean AUROC of the columns.

    Args:
        scores: (n, t).
        labels: (n, t); a column without both labels in a resample is left out of its mean.
        draws: Resamples.
        seed: Of the resampling.

    Returns:
        Lower and upper bound.
    """
    rng = np.random.default_rng(seed)
    means = []
    for _ in range(draws):
        rows = rng.integers(0, len(scores), len(scores))
        values = [auroc(scores[rows, t], labels[rows, t]) for t in range(scores.shape[1])]
        means.append(np.nanmean(values))
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)
