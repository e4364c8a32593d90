"""Linear probes on frozen report vectors, by number of labelled reports (paper: figure 10).

A probe learns from `budget` labelled reports and is judged on a half of the reports that no probe
learns from. Its ridge (least log loss) and its threshold (best F1) are chosen on its own training
reports, left out in turn, so that nothing is chosen on the test half.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.classification import auroc, count

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
PENALTIES = (10.0, 100.0, 1_000.0)
FOLDS = 5


@dataclass(frozen=True, slots=True)
class BudgetRow:
    """Macro values over labels, one a seed.

    Attributes:
        budget: Labelled reports.
        f1: (seeds,).
        auroc: (seeds,).
    """

    budget: int
    f1: tuple[float, ...]
    auroc: tuple[float, ...]


def fit_probe(vectors: Floats, labels: Bools, penalty: float = 10.0) -> tuple[Floats, float]:
    """Ridge logistic regression by Newton's method; weights (dim,) and bias.

    Vectors are scaled by the root of their length, so that features are of order 1. A label without
    positives gets no weights and the log odds of half a positive.

    >>> x = np.array([[1.0, 0], [0.9, 0], [-1, 0], [-0.8, 0]], np.float32)
    >>> w, b = fit_probe(x, np.array([True, True, False, False]))
    >>> bool(w[0] > 0)
    True
    """
    scale = float(np.sqrt(vectors.shape[1]))
    x = np.column_stack([vectors * scale, np.ones(len(vectors))]).astype(np.float64)
    share = (labels.sum() + 0.5) / (len(labels) + 1)
    w = np.zeros(x.shape[1])
    w[-1] = np.log(share / (1 - share))
    ridge = np.full(x.shape[1], penalty)
    ridge[-1] = 1e-6
    if labels.any():
        for _ in range(8):
            p = 0.5 * (1 + np.tanh(0.5 * (x @ w)))
            slope = x.T @ (p - labels) + ridge * w
            curve = (x.T * np.maximum(p * (1 - p), 1e-4)) @ x + np.diag(ridge)
            step = np.linalg.solve(curve, slope)
            w -= step
            if np.abs(step).max() < 1e-3:
                break
    return (w[:-1] * scale).astype(np.float32), float(w[-1])


def budget_curve(
    vectors: Floats,
    labels: Bools,
    budgets: Sequence[int],
    *,
    seeds: int = 5,
    groups: Sequence[str] | None = None,
) -> list[BudgetRow]:
    """Probes of each budget; 0 stands for all training reports.

    Args:
        vectors: (n, dim) of reports.
        labels: (n, t).
        budgets: Labelled reports.
        seeds: Draws of the training reports; the test half is the same for all.
        groups: What each report belongs to (its text): never in both halves. None = itself.

    Returns:
        One row a budget; those beyond the training half share the row of all.
    """
    keys = list(groups) if groups is not None else [str(n) for n in range(len(vectors))]
    _, group = np.unique(np.array(keys), return_inverse=True)
    half = np.random.default_rng(7).random(group.max() + 1) < 0.5
    test, pool = np.flatnonzero(half[group]), np.flatnonzero(~half[group])
    rows = []
    sizes = dict.fromkeys(min(budget or len(pool), len(pool)) for budget in budgets)
    for size in sizes:
        found = [
            _one(
                vectors, labels, np.random.default_rng([seed, size]).permutation(pool)[:size], test
            )
            for seed in range(seeds if size < len(pool) else 1)
        ]
        rows.append(BudgetRow(size, tuple(f for f, _ in found), tuple(a for _, a in found)))
    return rows


def _one(
    vectors: Floats, labels: Bools, train: NDArray[np.int64], test: NDArray[np.int64]
) -> tuple[float, float]:
    f1, area = [], []
    for column in range(labels.shape[1]):
        y = labels[:, column]
        penalty, threshold = _chosen(vectors[train], y[train])
        w, b = fit_probe(vectors[train], y[train], penalty)
        scores = vectors[test] @ w + b
        said = scores >= threshold
        value = count(said, y[test]).f1
        f1.append(0.0 if np.isnan(value) else value)
        area.append(auroc(scores, y[test]))
    return float(np.mean(f1)), float(np.nanmean(area))


def _chosen(vectors: Floats, labels: Bools) -> tuple[float, float]:
    """Ridge and threshold (a logit) by reports left out in turn."""
    if labels.sum() < 2:
        return PENALTIES[-1], 0.0
    fold = np.arange(len(labels)) % FOLDS
    best = (np.inf, PENALTIES[-1], np.zeros(len(labels)))
    for penalty in PENALTIES:
        scores = np.zeros(len(labels))
        for part in range(FOLDS):
            kept = fold != part
            w, b = fit_probe(vectors[kept], labels[kept], penalty)
            scores[~kept] = vectors[~kept] @ w + b
        loss = float(np.logaddexp(0, np.where(labels, -scores, scores)).mean())
        if loss < best[0]:
            best = (loss, penalty, scores)
    _, penalty, scores = best
    tried = np.unique(scores)
    if len(tried) > 200:
        tried = np.quantile(scores, np.linspace(0, 1, 200))
    values = [count(scores >= t, labels).f1 for t in tried]
    return penalty, float(tried[int(np.nanargmax(values))])
