"""What the attribute heads of a sentence say: values per axis, and its place on the axis' scale."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.language.agreement import COUNT_WORDS
from radsearch.language.finding import Finding

ORDER = "order"
"""Name of the column that reads the place on the scale; it is linear, not a probability."""

SCALES: Mapping[str, Mapping[str, float]] = {
    "laterality": {"left": -1.0, "bilateral": 0.0, "right": 1.0},
    "severity": {"trace": 0.0, "mild": 1.0, "moderate": 2.0, "severe": 3.0},
    "zone": {"apical": 0.0, "upper": 1.0, "mid": 2.0, "lower": 3.0, "basal": 4.0},
    "size": {},
    "count": {},
    "density": {
        "ground_glass": 0.0,
        "part_solid": 1.0,
        "solid": 2.0,
        "fat": 0.0,
        "fluid": 0.6,
        "hypodense": 1.2,
        "isodense": 1.8,
        "hyperdense": 2.4,
        "calcified": 3.0,
    },
    "certainty": {"absent": 0.0, "possible": 1.0, "probable": 2.0, "definite": 3.0},
    "temporal": {
        "resolved": 0.0,
        "decreased": 1.0,
        "stable": 2.0,
        "increased": 3.0,
        "new": 4.0,
    },
}
"""Axis -> value -> place. Sizes and counts have no words: their place is the log of the number.
Density joins two scales, of lung and of attenuation, which share only their end, calcified."""

STATED = "stated"
"""Name of the column that says whether a sentence states a size, or a count, at all."""

STEPS: Mapping[str, tuple[float, ...]] = {
    "size": (
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45,
        50, 60, 70, 80, 100, 120, 150,
    ),
    "count": (1, 2, 3, 4, 5, 6, 8, 10, 30),
}  # fmt: skip
"""Numbers that have a column each, named "8"; mm, or how many (few 3, multiple 6, innumerable 30).
"""

QUARTERS = (0.25, 0.5, 0.75)
"""Of a softmax. Mean Spearman on authored validation sentences and every second held-out family:
.934 with 0.5 alone, .938 with these three, .937 with 0.2, 0.5 and 0.8."""


def value_of(finding: Finding, axis: str) -> str | float | None:
    """What a finding states on an axis; None = nothing, or a value that has no place.

    >>> value_of(Finding("nodule", "lung", size_mm=8.0), "size")
    8.0
    >>> value_of(Finding("nodule", "lung", presence="absent"), "certainty")
    'absent'

    "Normal study" denies findings, so that its certainty is that of what it denies:

    >>> value_of(Finding("no_abnormality", "normal"), "certainty")
    'absent'
    """
    if axis == "size":
        return finding.size_mm
    if axis == "count":
        count = finding.count
        return COUNT_WORDS.get(count) if isinstance(count, str) else count
    if axis == "certainty":
        denied = (finding.presence == "absent") != (finding.finding == "no_abnormality")
        return "absent" if denied else finding.certainty
    value = getattr(finding, axis)
    return value if value in SCALES[axis] else None


def place(value: str | float, axis: str) -> float:
    """The place of a value on its axis' scale.

    >>> place("severe", "severity"), place(10.0, "size")
    (3.0, 1.0)
    """
    if isinstance(value, str):
        return SCALES[axis][value]
    return math.log10(max(float(value), 0.5))


def places(axis: str) -> dict[str, float]:
    """Columns of an axis' values and their places; a softmax over them is the reading.

    >>> places("severity")["mild"], places("size")["10"]
    (1.0, 1.0)
    """
    if axis in STEPS:
        return {f"{step:g}": place(step, axis) for step in STEPS[axis]}
    return dict(SCALES[axis])


def nearest(value: str | float, axis: str) -> str:
    """The column of a value: its own, or that of the nearest number.

    >>> nearest("left", "laterality"), nearest(8.3, "size"), nearest(12, "count")
    ('left', '8', '10')
    """
    if isinstance(value, str):
        return value
    at, held = place(value, axis), places(axis)
    return min(held, key=lambda name: abs(held[name] - at))


def middle(logits: NDArray[Any], steps: Sequence[float]) -> NDArray[np.float64]:
    """(n,) the mean of the three quartile places of the softmax over the columns.

    A far unlikely value is ignored, and where two are nearly as likely the place lies between them.

    Args:
        logits: (n, columns).
        steps: Place of each column, in any order.

    Returns:
        Means of three places out of `steps`.

    >>> middle(np.array([[9.0, 0.0, 0.0], [0.0, 1.0, 1.2]]), [0.0, 1.0, 2.0]).round(2).tolist()
    [0.0, 1.33]
    """
    order = np.argsort(steps, kind="stable")
    ranked = np.asarray(steps, np.float64)[order]
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))[:, order].cumsum(axis=1)
    below = [(shares < quarter * shares[:, -1:]).sum(axis=1) for quarter in QUARTERS]
    return np.asarray(ranked[np.stack(below)].mean(axis=0), np.float64)


def stated(findings: Sequence[Finding], axis: str) -> str | float | None:
    """The one value that a sentence states on an axis; None where it states none or several.

    >>> stated([Finding("mass", "lung", laterality="left")], "laterality")
    'left'
    """
    values = {value_of(finding, axis) for finding in findings} - {None}
    return values.pop() if len(values) == 1 else None


def agreed(findings: Sequence[Finding], anchor: Sequence[Finding], axis: str) -> str | float | None:
    """The one value that a wording states on an axis, if the rules read its anchor alike.

    Args:
        findings: Read in the wording.
        anchor: Read in another wording of the same facts.
        axis: A name of `SCALES`.

    Returns:
        The value; None where either states none or several, or the two are read differently: then
        one of them is misread.

    >>> left, right = (Finding("mass", "lung", laterality=side) for side in ("left", "right"))
    >>> agreed([left], [left], "laterality"), agreed([left], [right], "laterality")
    ('left', None)
    """
    value, other = stated(findings, axis), stated(anchor, axis)
    if value is None or other is None:
        return None
    return value if nearest(value, axis) == nearest(other, axis) else None
