"""Attribute heads: per axis a softmax over its values, and a ridge regression on its scale."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.attributes import (
    ORDER,
    SCALES,
    STATED,
    STEPS,
    nearest,
    place,
    places,
    stated,
)
from radsearch.language.finding import Finding

from .head_texts import Labelled
from .logistic import fit_logistic, fit_softmax, sampled

Floats = NDArray[np.float32]
WIDTH = 0.06
"""Of a size's share of the neighbouring columns, in powers of ten: 8 mm is nearly 9 mm."""


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
        findings = [items[at].findings for at in kept]
        values = [stated(found, axis) for found in findings]
        columns, offsets = _values(scaled, values, axis, penalty)
        names = list(places(axis))
        if axis in STEPS:
            w, b = _whether(scaled, findings, values, axis, penalty, number)
            columns, offsets = np.column_stack([w, columns]), np.append(b, offsets)
            names = [STATED, *names]
        told = np.array([value is not None for value in values])
        target = np.array([place(v, axis) for v in values if v is not None], np.float32)
        w, b = ridge(scaled[told], target, 10.0 * penalty)
        arrays[f"attribute.{axis}.weights"] = np.column_stack([columns, w]) * np.float32(scale)
        arrays[f"attribute.{axis}.bias"] = np.append(offsets, b).astype(np.float32)
        held = [nearest(v, axis) for v in values if v is not None]
        facts[axis] = {
            "values": [*names, ORDER],
            "support": {n: held.count(n) if n != STATED else len(held) for n in names},
        }
    return arrays, facts


def _values(
    scaled: Floats, values: Sequence[str | float | None], axis: str, penalty: float
) -> tuple[Floats, Floats]:
    """One column a value, read by a softmax over the sentences that state the axis."""
    held = places(axis)
    rows = [at for at, value in enumerate(values) if value is not None]
    if not rows:
        shape = (scaled.shape[1], len(held))
        return np.zeros(shape, np.float32), np.zeros(len(held), np.float32)
    shares = np.zeros((len(rows), len(held)), np.float32)
    at, steps, column = np.arange(len(rows)), np.array(list(held.values())), list(held)
    if axis == "size":
        told = np.array([place(values[row] or 0.0, axis) for row in rows])
        shares += np.exp(-(((told[:, None] - steps) / WIDTH) ** 2) / 2).astype(np.float32)
        shares += np.float32(1e-6)
    shares[at, [column.index(nearest(values[row] or 0.0, axis)) for row in rows]] += 1e-3
    shares /= shares.sum(axis=1, keepdims=True)
    return fit_softmax(scaled[rows], shares, penalty=penalty)


def _whether(
    scaled: Floats,
    findings: Sequence[Sequence[Finding]],
    values: Sequence[str | float | None],
    axis: str,
    penalty: float,
    seed: int,
) -> tuple[Floats, float]:
    """Whether a sentence states the axis; sentences that state several values are left out."""
    field = {"size": "size_mm"}.get(axis, axis)
    told = np.array([value is not None for value in values])
    some = np.array([any(getattr(f, field) for f in found) for found in findings])
    rows, counts = sampled(told, np.zeros(len(told), np.bool_), np.random.default_rng([seed, 0]))
    clear = told[rows] | ~some[rows]
    rows, counts = rows[clear], counts[clear]
    return fit_logistic(scaled[rows], told[rows], counts, penalty=penalty)


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
