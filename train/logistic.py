"""Logistic regression by L-BFGS with importance-weighted negatives, and Platt's calibration."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]


def fit_logistic(
    vectors: Floats,
    labels: NDArray[np.bool_],
    weights: Floats,
    *,
    penalty: float,
    start: tuple[Floats, float] | None = None,
) -> tuple[Floats, float]:
    """Weights and bias that minimise the weighted log loss plus `penalty` / 2 times |w| squared.

    Args:
        vectors: (n, dim).
        labels: (n,).
        weights: (n,) how much each row counts.
        penalty: Strength of the ridge, in units of one row.
        start: Where to begin; None = zero weights and the log odds.

    Returns:
        Weights (dim,) and bias.
    """
    from scipy.optimize import minimize

    dim = vectors.shape[1]
    signs = np.where(labels, 1.0, -1.0)
    share = float(np.clip((weights * labels).sum() / weights.sum(), 1e-6, 1 - 1e-6))
    first = np.append(np.zeros(dim), np.log(share / (1 - share)))
    if start is not None:
        first = np.append(start[0], start[1])

    def loss(point: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        w = point[:dim]
        margin = signs * (vectors @ w.astype(np.float32) + point[dim])
        value = float(weights @ np.logaddexp(0.0, -margin)) + 0.5 * penalty * float(w @ w)
        pull = -signs * weights * (0.5 * (1.0 - np.tanh(0.5 * margin)))  # d loss / d logit
        slope = vectors.T @ pull.astype(np.float32) + penalty * w
        return value, np.append(slope, pull.sum())

    found = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": 50})
    return found.x[:dim].astype(np.float32), float(found.x[dim])


def sampled(
    positive: NDArray[np.bool_],
    hard: NDArray[np.bool_],
    rng: np.random.Generator,
    most: int = 1_500,
) -> tuple[Rows, Floats]:
    """Rows to learn one head from: all positive and hard ones, a sample of the others.

    Args:
        positive: (n,).
        hard: (n,) rows that are kept although negative.
        rng: Draws the others.
        most: How many others.

    Returns:
        Rows, and weights that make the sample stand for all.

    >>> rows, weights = sampled(np.arange(9) < 2, np.arange(9) == 8, np.random.default_rng(0), 3)
    >>> len(rows), round(float(weights.sum()), 3)
    (6, 9.0)
    """
    kept = np.flatnonzero(positive | hard)
    others = np.flatnonzero(~(positive | hard))
    drawn = np.sort(rng.permutation(others)[:most])
    weight = len(others) / len(drawn) if len(drawn) else 1.0
    rows = np.concatenate([kept, drawn])
    return rows, np.concatenate([np.ones(len(kept)), np.full(len(drawn), weight)]).astype(
        np.float32
    )


def platt(
    logits: Floats, labels: NDArray[np.bool_], weights: Floats | None = None
) -> tuple[float, float]:
    """Scale and offset that make a logit's logistic function a probability.

    Platt 1999, with his smoothed targets. The scale stays above 0.

    Args:
        logits: (n,).
        labels: (n,).
        weights: (n,); None = all alike.

    Returns:
        Scale and offset.

    >>> logits = np.array([-2, -1, 1, 2] * 50, np.float32)
    >>> scale, offset = platt(logits, logits > 0)
    >>> scale > 1 and abs(offset) < 0.1
    True
    """
    from scipy.optimize import minimize

    n_yes, n_no = int(labels.sum()), int((~labels).sum())
    target = np.where(labels, (n_yes + 1) / (n_yes + 2), 1 / (n_no + 2))
    weight = np.ones(len(logits)) if weights is None else weights.astype(np.float64)
    values = logits.astype(np.float64)

    def loss(point: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        z = np.exp(point[0]) * values + point[1]
        value = float(weight @ (np.logaddexp(0, z) - target * z))
        pull = weight * (0.5 * (1 + np.tanh(0.5 * z)) - target)
        return value, np.array([pull @ values * np.exp(point[0]), pull.sum()])

    found = minimize(loss, np.zeros(2), jac=True, method="L-BFGS-B")
    return float(np.exp(found.x[0])), float(found.x[1])
