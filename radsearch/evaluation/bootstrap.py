"""Confidence intervals and paired tests over per-query values."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]


def mean_interval(
    values: Floats, *, clusters: Sequence[str] | None = None, draws: int = 1000, seed: int = 0
) -> tuple[float, float]:
    """95 % percentile bootstrap interval of a mean over queries.

    Efron 1979, doi:10.1214/aos/1176344552.

    Args:
        values: (q,), one a query.
        clusters: What each query belongs to (its patient): drawn as a whole; None = each its own.
        draws: Resamples.
        seed: Of the resampling.

    Returns:
        Lower and upper bound; (nan, nan) without values.

    >>> low, high = mean_interval(np.array([0.0, 1.0] * 50))
    >>> low < 0.5 < high
    True
    """
    if not len(values):
        return float("nan"), float("nan")
    rng = np.random.default_rng(seed)
    sums, sizes = np.asarray(values, dtype=float), np.ones(len(values))
    if clusters is not None:
        _, group = np.unique(np.asarray(clusters), return_inverse=True)
        sums, sizes = np.bincount(group, sums), np.bincount(group).astype(float)
    means = np.empty(draws)
    for i in range(draws):
        drawn = np.bincount(rng.integers(0, len(sums), len(sums)), minlength=len(sums))
        means[i] = (drawn @ sums) / (drawn @ sizes)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)


def paired_p_value(a: Floats, b: Floats, *, draws: int = 10_000, seed: int = 0) -> float:
    """Two-sided p of a difference in means by approximate randomisation of paired values.

    Args:
        a: (q,) values of one system.
        b: (q,) values of the other on the same queries.
        draws: Random sign flips.
        seed: Of the flips.

    Returns:
        (1 + flips at least as extreme) / (1 + draws): never 0.

    >>> paired_p_value(np.zeros(9), np.zeros(9))
    1.0
    """
    difference = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
    seen, rng, extreme = abs(difference.mean()), np.random.default_rng(seed), 0
    for _ in range(draws // 100):
        signs = rng.integers(0, 2, (100, len(difference))) * 2 - 1
        extreme += int((np.abs((signs * difference).mean(axis=1)) >= seen - 1e-12).sum())
    return (1 + extreme) / (1 + draws // 100 * 100)
