"""Attribute heads on held-out sentences and single-axis edits (paper: table 4).

Each axis has one code, the "order" column of its heads, and one factor, the place of the value
that the sentence states.

- Spearman: rank correlation of reading and factor over the sentences that state the axis. The
  values are read by rules and two wordings of the same facts cannot differ, so the bench tells in
  brackets what holds for the rewordings that the rules read as they read the anchor (`agreed`). The
  reading is the mean of the quartiles of the softmax over the axis' values, words or numbers. It
  is better than the bare code on authored validation sentences, where it was chosen: most of the
  loss of a bare code is its order among equal values.
- AUROC: mean over the axis' values of value against every other sentence that states the axis.
- Contradiction AUROC: pairs of texts, one denying what the other states (positive), against pairs
  of rewordings (negative); the score is `radsearch.heads.pairs.contradiction`.
- Modularity ratio (ours): texts edited in one attribute only. Each code is divided by its standard
  deviation; mean change of the edited axis' code over mean change of the other axes' codes.
- Modularity: Ridgeway & Mozer 2018 (arXiv:1802.05312): per code 1 - sum over other factors of
  MI^2 / (largest MI^2 (factors - 1)), mutual information by `BINS` quantile bins; mean of codes.
- DCI: Eastwood & Williams 2018 (ICLR): a ridge regression of each factor on all codes gives
  importances |coefficient|; disentanglement is 1 - entropy of a code's importances over factors,
  weighted by the code's total; completeness is 1 - entropy of a factor's over codes, mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.classification import auroc, spearman
from radsearch.heads.attributes import (
    ORDER,
    SCALES,
    STATED,
    STEPS,
    middle,
    place,
    places,
)
from radsearch.heads.model import Floats, Heads

BINS = 12
FEWEST = 10
"""Sentences that a value needs to be measured."""

AXES = tuple(SCALES)


@dataclass(frozen=True, slots=True)
class AttributeTable:
    """What `measure_attributes` found.

    Attributes:
        support: Axis -> sentences that state it.
        spearman: Axis -> rank correlation.
        bare: Axis -> the same of the code itself, the stricter measure.
        auroc: Axis -> mean AUROC of its values.
        modularity: Ridgeway & Mozer.
        disentanglement: DCI.
        completeness: DCI.
    """

    support: Mapping[str, int]
    spearman: Mapping[str, float]
    bare: Mapping[str, float]
    auroc: Mapping[str, float]
    modularity: float
    disentanglement: float
    completeness: float


def codes_of(heads: Heads, vectors: NDArray[Any]) -> Floats:
    """(n, axes): the order column of each axis."""
    columns = [
        heads.attributes[axis].logits(vectors)[:, heads.attributes[axis].names.index(ORDER)]
        for axis in AXES
    ]
    return np.stack(columns, axis=1)


def measure_attributes(
    heads: Heads, values: Mapping[str, Sequence[str | float | None]], vectors: Floats
) -> AttributeTable:
    """Measure held-out sentences.

    Args:
        heads: With attributes.
        values: Axis -> per sentence the value that it states; None = none.
        vectors: (n, dim).

    Returns:
        The table.
    """
    codes = codes_of(heads, vectors)
    support, rank, bare, area = {}, {}, {}, {}
    factors = np.full((len(vectors), len(AXES)), np.nan)
    for at, axis in enumerate(AXES):
        told = np.array([v is not None for v in values[axis]])
        factors[told, at] = [place(v, axis) for v in values[axis] if v is not None]
        support[axis] = int(told.sum())
        rank[axis] = spearman(readings_of(heads, axis, vectors[told]), factors[told, at])
        bare[axis] = spearman(codes[told, at], factors[told, at])
        area[axis] = _value_auroc(heads, axis, values[axis], vectors, told)
    disentanglement, completeness = dci(codes, factors)
    return AttributeTable(
        support, rank, bare, area, modularity(codes, factors), disentanglement, completeness
    )


def _value_auroc(
    heads: Heads,
    axis: str,
    values: Sequence[str | float | None],
    vectors: Floats,
    told: NDArray[np.bool_],
) -> float:
    held = heads.attributes[axis]
    logits = held.logits(vectors)
    found = []
    for at, name in enumerate(held.names):
        if name == ORDER:
            continue
        if name == STATED:
            found.append(auroc(logits[:, at], told))
        if axis in STEPS:  # sizes and counts: stated against not stated
            continue
        labels = np.array([value == name for value in values])
        if labels.sum() >= FEWEST:
            found.append(auroc(logits[told, at], labels[told]))
    return float(np.mean(found)) if found else float("nan")


def readings_of(heads: Heads, axis: str, vectors: NDArray[Any]) -> NDArray[np.float64]:
    """(n,) places on the axis' scale that the heads read out of sentences which state it."""
    held = heads.attributes[axis]
    logits = held.logits(vectors).astype(np.float64)
    known = {name: at for name, at in places(axis).items() if name in held.names}
    if not known:  # heads without a column a value
        return logits[:, held.names.index(ORDER)]
    columns = [held.names.index(name) for name in known]
    return middle(logits[:, columns], list(known.values()))


def modularity_ratio(
    codes_before: Floats, codes_after: Floats, axes: Sequence[str], scale: Floats
) -> tuple[float, dict[str, float]]:
    """Change of the edited axis' code over the change of the others, of all edits and by axis.

    Args:
        codes_before: (edits, axes).
        codes_after: The same of the edited texts.
        axes: The axis that each edit changes.
        scale: (axes,) standard deviation of each code over held-out sentences.

    Returns:
        The ratio, and by axis the same over its own edits.
    """
    change = np.abs(codes_after - codes_before) / scale
    at = np.array([AXES.index(axis) for axis in axes])
    own = change[np.arange(len(at)), at]
    others = (change.sum(axis=1) - own) / (len(AXES) - 1)
    by_axis = {
        axis: float(own[at == n].mean() / others[at == n].mean())
        for n, axis in enumerate(AXES)
        if (at == n).any()
    }
    return float(own.mean() / others.mean()), by_axis


def modularity(codes: Floats, factors: NDArray[np.float64]) -> float:
    """Ridgeway & Mozer's modularity; factors are NaN where not stated.

    >>> rng = np.random.default_rng(0)
    >>> z = rng.normal(size=(4000, 2))
    >>> round(modularity(z.astype(np.float32), z), 1)
    1.0
    """
    n_codes, n_factors = codes.shape[1], factors.shape[1]
    info = np.zeros((n_codes, n_factors))
    for j in range(n_factors):
        told = ~np.isnan(factors[:, j])
        for i in range(n_codes if told.sum() >= FEWEST else 0):
            info[i, j] = mutual_information(codes[told, i], factors[told, j])
    squared = info**2
    best = squared.max(axis=1)
    rest = squared.sum(axis=1) - best
    return float(np.mean(1 - rest / np.maximum(best * (n_factors - 1), 1e-12)))


def mutual_information(a: NDArray[Any], b: NDArray[Any]) -> float:
    """In nats, each side cut into at most `BINS` quantile bins.

    >>> x = np.arange(1200.0)
    >>> round(mutual_information(x, x), 2), round(mutual_information(x, np.tile([0, 1], 600)), 2)
    (2.48, 0.0)
    """
    x, y = _binned(a), _binned(b)
    joint = np.zeros((x.max() + 1, y.max() + 1))
    np.add.at(joint, (x, y), 1.0 / len(x))
    outer = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    held = joint > 0
    return float((joint[held] * np.log(joint[held] / outer[held])).sum())


def _binned(values: NDArray[Any]) -> NDArray[np.int64]:
    distinct = np.unique(values)
    if len(distinct) <= BINS:
        return np.searchsorted(distinct, values)
    edges = np.quantile(values, np.linspace(0, 1, BINS + 1)[1:-1])
    return np.searchsorted(edges, values, side="right")


def dci(codes: Floats, factors: NDArray[np.float64]) -> tuple[float, float]:
    """Disentanglement and completeness of Eastwood & Williams; factors are NaN where not stated.

    >>> rng = np.random.default_rng(0)
    >>> z = rng.normal(size=(4000, 3))
    >>> [round(value, 1) for value in dci(z.astype(np.float32), z)]
    [1.0, 1.0]
    """
    importance = np.zeros((codes.shape[1], factors.shape[1]))  # (codes, factors)
    for j in range(factors.shape[1]):
        told = ~np.isnan(factors[:, j])
        x, y = codes[told].astype(float), factors[told, j]
        if len(y) < FEWEST or y.std() == 0:
            continue
        x, y = (x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9), (y - y.mean()) / y.std()
        gram = x.T @ x / len(y) + 1e-2 * np.eye(x.shape[1])
        importance[:, j] = np.abs(np.linalg.solve(gram, x.T @ y / len(y)))
    total = np.maximum(importance.sum(), 1e-12)
    rows = importance / np.maximum(importance.sum(axis=1, keepdims=True), 1e-12)
    columns = importance / np.maximum(importance.sum(axis=0, keepdims=True), 1e-12)
    weight = importance.sum(axis=1) / total
    disentanglement = float((weight * (1 - _entropy(rows, axis=1))).sum())
    return disentanglement, float((1 - _entropy(columns, axis=0)).mean())


def _entropy(shares: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """In units of its largest possible value."""
    logs = np.log(np.maximum(shares, 1e-12))
    return np.asarray(-(shares * logs).sum(axis=axis) / np.log(shares.shape[axis]))
