"""Attribute heads: per axis a logistic head a value, and a ridge regression on the axis' scale."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.attributes import ORDER, SCALES, place, stated

from .head_texts import Labelled
from .logistic import fit_logistic, sampled

Floats = NDArray[np.float32]


def fit_attributes(
    items: Sequence[Labelled], vectors: Floats, *, penalty: float
) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Weights by name, and per axis what `heads.json` says of it.

    Args:
        items: Sentences that state at least one finding are used.
        vectors: (n, dim) of the items.
        penalty: Ridge of each head.

    Returns:
        Arrays "attribute.AXIS.weights" and ".bias"; axis -> values, support.
    """
    kept = [at for at, item in enumerate(items) if item.findings]
    scale = float(np.sqrt(vectors.shape[1]))
    scaled = np.ascontiguousarray(vectors[kept] * scale)
    arrays: dict[str, Floats] = {}
    facts: dict[str, Any] = {}
    for number, axis in enumerate(SCALES):
        values = [stated(items[at].findings, axis) for at in kept]
        several = np.array(
            [
                value is None and any(getattr(f, _field(axis)) for f in items[at].findings)
                for value, at in zip(values, kept, strict=True)
            ]
        )
        names = list(SCALES[axis]) or ["stated"]
        columns: list[Floats] = []
        offsets: list[float] = []
        for name in names:
            positive = np.array([v is not None and name in ("stated", v) for v in values])
            rng = np.random.default_rng([number, len(columns)])
            told = np.array([v is not None for v in values])
            rows, counts = sampled(positive, told & ~positive, rng)
            rows, counts = rows[~several[rows]], counts[~several[rows]]
            w, b = fit_logistic(scaled[rows], positive[rows], counts, penalty=penalty)
            columns.append(w * scale)
            offsets.append(b)
        told_at = [at for at, value in enumerate(values) if value is not None]
        target = np.array([place(v, axis) for v in values if v is not None], np.float32)
        w, b = ridge(scaled[told_at], target, 10.0 * penalty)
        arrays[f"attribute.{axis}.weights"] = np.stack([*columns, w * scale], axis=1)
        arrays[f"attribute.{axis}.bias"] = np.array([*offsets, b], np.float32)
        facts[axis] = {
            "values": [*names, ORDER],
            "support": {
                n: sum(v is not None and n in ("stated", v) for v in values) for n in names
            },
        }
    return arrays, facts


def ridge(features: Floats, target: Floats, penalty: float) -> tuple[Floats, float]:
    """Least squares with a ridge: weights (dim,) and intercept; zeros without rows.

    >>> w, b = ridge(np.array([[0.0], [1.0], [2.0]], np.float32), np.array([1.0, 3, 5]), 0.0)
    >>> w.round(3).tolist(), round(b, 3)
    ([2.0], 1.0)
    """
    if not len(target):
        return np.zeros(features.shape[1], np.float32), 0.0
    mean, level = features.mean(axis=0), float(target.mean())
    centred = features - mean
    gram = centred.T @ centred + penalty * np.eye(features.shape[1], dtype=np.float32)
    w = np.linalg.solve(gram, centred.T @ (target - level)).astype(np.float32)
    return w, level - float(mean @ w)


def _field(axis: str) -> str:
    return {"size": "size_mm"}.get(axis, axis)
