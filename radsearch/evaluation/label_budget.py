"""Linear probes on frozen report vectors, by number of labelled reports (paper: figure 10).

The distinct texts are cut in halves, again for each draw: from one half a probe learns `budget`
labelled reports, on the other it is judged. Both classes weigh the same, and its ridge (least log
loss) is chosen on its own labelled reports, left out in turn. It says yes as often as its labelled
reports do, plus one: its threshold is that quantile of its scores over the learning half, labelled
or not. With one to three positives among 100 reports a threshold of the best F1 is chance; the
quantile was better for both encoders on authored training reports, where it was chosen.

Probes read vectors in the space of the learning half, labelled or not: centred, half whitened, of
unit length (`radsearch.search.whitening`), for both encoders alike: on authored training reports
their mean macro F1 was largest so. Nothing is chosen on the test half.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.classification import auroc, count
from radsearch.search.whitening import fit as fit_whitening

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
PENALTIES = (10.0, 100.0, 1_000.0)
FOLDS = 5
MANY = 1_000
"""Labelled reports from which the ridge is chosen by two folds, which are enough by then."""


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
    """Ridge logistic regression by Newton's method, both classes of one weight; (dim,) and bias.

    Vectors are scaled by the root of their length, so that features are of order 1. A label without
    positives gets no weights.

    >>> x = np.array([[1.0, 0], [0.9, 0], [-1, 0], [-0.8, 0]], np.float32)
    >>> w, b = fit_probe(x, np.array([True, True, False, False]))
    >>> bool(w[0] > 0)
    True
    """
    scale, basis = float(np.sqrt(vectors.shape[1])), None
    inner = vectors.astype(np.float64) * scale
    if len(vectors) < vectors.shape[1]:  # the weights lie in the span of the rows: solve there
        basis = np.linalg.qr(inner.T)[0]
        inner = inner @ basis
    x = np.column_stack([inner, np.ones(len(vectors))])
    weight = _balanced(labels)
    w = np.zeros(x.shape[1])
    ridge = np.full(x.shape[1], penalty)
    ridge[-1] = 1e-6
    if labels.any():
        for _ in range(8):
            p = 0.5 * (1 + np.tanh(0.5 * (x @ w)))
            slope = x.T @ (weight * (p - labels)) + ridge * w
            curve = (x.T * np.maximum(weight * p * (1 - p), 1e-4)) @ x + np.diag(ridge)
            step = np.linalg.solve(curve, slope)
            w -= step
            if np.abs(step).max() < 1e-3:
                break
    outer = w[:-1] if basis is None else basis @ w[:-1]
    return (outer * scale).astype(np.float32), float(w[-1])


def _balanced(labels: Bools) -> NDArray[np.float64]:
    """Weights under which both classes have half of the whole.

    >>> _balanced(np.array([True, False, False, False])).round(2).tolist()
    [2.0, 0.67, 0.67, 0.67]
    """
    n, yes = len(labels), max(int(labels.sum()), 1)
    return np.where(labels, n / (2 * yes), n / (2 * max(n - yes, 1)))


def budget_curve(
    vectors: Floats,
    labels: Bools,
    budgets: Sequence[int],
    *,
    seeds: int = 5,
    groups: Sequence[str] | None = None,
) -> list[BudgetRow]:
    """Probes of each budget; 0 stands for all reports of the learning half.

    Args:
        vectors: (n, dim) of reports.
        labels: (n, t).
        budgets: Labelled reports.
        seeds: Draws, each with its own halves and labelled reports.
        groups: What each report belongs to (its text): never in both halves. None = itself.

    Returns:
        One row a budget; those beyond the learning half share the row of all, whose size is the
        mean over the draws.
    """
    keys = list(groups) if groups is not None else [str(n) for n in range(len(vectors))]
    _, group = np.unique(np.array(keys), return_inverse=True)
    halves = [_half(group, seed) for seed in range(seeds)]
    least = min((int((~half).sum()) for half in halves), default=0)
    spaces = [own_space(vectors, ~half) for half in halves]
    rows = []
    for budget in dict.fromkeys(b if 0 < b < least else 0 for b in budgets):
        sizes, found = [], []
        for seed, half in enumerate(halves):
            pool, rng = np.flatnonzero(~half), np.random.default_rng([seed, budget])
            train = rng.permutation(pool)[: budget or None]
            sizes.append(len(train))
            found.append(_one(spaces[seed], labels, train, pool, np.flatnonzero(half)))
        f1, area = (tuple(row[at] for row in found) for at in (0, 1))
        rows.append(BudgetRow(round(float(np.mean(sizes))), f1, area))
    return rows


def own_space(vectors: Floats, pool: Bools) -> Floats:
    """All vectors, (n, dim), as seen from those of the learning half.

    >>> x = np.array([[1.0, 0.1], [1.0, -0.1]] * 200, np.float32)
    >>> own_space(x, np.ones(400, np.bool_))[:2].astype(float).round(1).tolist()
    [[1.0, 0.2], [1.0, -0.2]]
    """
    return fit_whitening(vectors[pool], vectors[pool]).queries(vectors)


def _half(group: NDArray[np.int64], seed: int) -> Bools:
    """Which reports are judged on; whole groups."""
    return np.asarray((np.random.default_rng([7, seed]).random(group.max() + 1) < 0.5)[group])


def _one(
    vectors: Floats,
    labels: Bools,
    train: NDArray[np.int64],
    pool: NDArray[np.int64],
    test: NDArray[np.int64],
) -> tuple[float, float]:
    f1, area = [], []
    for column in range(labels.shape[1]):
        y = labels[:, column]
        w, b = fit_probe(vectors[train], y[train], _ridge(vectors[train], y[train]))
        share = min(1.0, (int(y[train].sum()) + 1) / len(train))
        threshold = np.quantile(vectors[pool] @ w + b, 1 - share)
        scores = vectors[test] @ w + b
        value = count(scores >= threshold, y[test]).f1
        f1.append(0.0 if np.isnan(value) or not y[train].any() else value)
        area.append(auroc(scores, y[test]))
    return float(np.mean(f1)), float(np.nanmean(area))


def _ridge(vectors: Floats, labels: Bools) -> float:
    """The ridge of the least log loss on reports left out in turn."""
    if labels.sum() < 2:
        return PENALTIES[-1]
    folds = FOLDS if len(labels) < MANY else 2
    fold, weight = np.arange(len(labels)) % folds, _balanced(labels)
    losses = []
    for penalty in PENALTIES:
        scores = np.zeros(len(labels))
        for part in range(folds):
            kept = fold != part
            w, b = fit_probe(vectors[kept], labels[kept], penalty)
            scores[~kept] = vectors[~kept] @ w + b
        losses.append(float(weight @ np.logaddexp(0, np.where(labels, -scores, scores))))
    return PENALTIES[int(np.argmin(losses))]
