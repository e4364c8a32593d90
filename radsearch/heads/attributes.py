"""What the attribute heads of a sentence say: values per axis, and its place on the axis' scale."""

import math
from collections.abc import Mapping, Sequence

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


def value_of(finding: Finding, axis: str) -> str | float | None:
    """What a finding states on an axis; None = nothing, or a value that has no place.

    >>> value_of(Finding("nodule", "lung", size_mm=8.0), "size")
    8.0
    >>> value_of(Finding("nodule", "lung", presence="absent"), "certainty")
    'absent'
    """
    if axis == "size":
        return finding.size_mm
    if axis == "count":
        count = finding.count
        return COUNT_WORDS.get(count) if isinstance(count, str) else count
    if axis == "certainty":
        return "absent" if finding.presence == "absent" else finding.certainty
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


def stated(findings: Sequence[Finding], axis: str) -> str | float | None:
    """The one value that a sentence states on an axis; None where it states none or several.

    >>> stated([Finding("mass", "lung", laterality="left")], "laterality")
    'left'
    """
    values = {value_of(finding, axis) for finding in findings} - {None}
    return values.pop() if len(values) == 1 else None
