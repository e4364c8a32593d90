"""What two texts say otherwise of the same findings, as the rule engine reads them.

The engine does not read every wording: a right text may be refused for what it failed to see.
That text is lost; no wrong one is gained.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from radsearch.language.agreement import LOBES, vertebra
from radsearch.language.finding import Finding
from radsearch.language.measure import find_measures
from radsearch.language.tokens import tokenize

ROUNDING = 0.05  # of a size: 4.9 cm may become 5 cm
_SIDES = re.compile(
    r"\b(?:(left|lul|lll|l)|(right|rul|rml|rll|r)|(both|each|either|neither|bilateral|symmetric))"
    r"(?:-sided|ward|wards|ly|ally)?\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ZONES = {"apical": "upper", "upper": "upper", "mid": "mid", "lower": "lower", "basal": "lower"}
Value = str | float


def _level(finding: Finding) -> str | None:
    site = finding.location
    return site if site and (site in LOBES or vertebra(site) is not None) else None


_VALUES: dict[str, Callable[[Finding], Value | None]] = {
    "presence": lambda f: f.presence,
    "certainty": lambda f: None if f.certainty == "probable" else f.certainty,  # one step is none
    "laterality": lambda f: f.laterality,
    "level": _level,
    "zone": lambda f: _ZONES.get(f.zone or ""),
    "severity": lambda f: f.severity,
    "size": lambda f: f.size_mm,
    "count": lambda f: float(f.count) if isinstance(f.count, int) else None,
    "density": lambda f: f.density,
    "temporal": lambda f: "stable" if f.temporal == "chronic" else f.temporal,
}
ATTRIBUTES = tuple(_VALUES)


def value_of(finding: Finding, attribute: str) -> Value | None:
    """The value of an attribute as texts are compared by it; None = not stated, or too vague."""
    return _VALUES[attribute](finding)


def contradictions(
    a: Sequence[Finding], b: Sequence[Finding], attributes: Iterable[str] = ATTRIBUTES
) -> list[tuple[str, str]]:
    """Attribute and finding id where both sides state the finding and share no value of it.

    Args:
        a: Findings of a text.
        b: Findings of another.
        attributes: Which to look at.

    Returns:
        In order of the attributes, then of the ids; empty where neither contradicts the other.

    >>> from radsearch.language.extract import extract
    >>> one, other = "No effusion. Nodule of 8 mm.", "Effusion. Nodule of 0.8 cm."
    >>> contradictions(extract(one), extract(other))
    [('presence', 'pleural_effusion')]
    """
    found = []
    for attribute in attributes:
        one, other = _table(a, attribute), _table(b, attribute)
        for finding in sorted(one.keys() & other.keys()):
            if not _meet(one[finding], other[finding]):
                found.append((attribute, finding))
    return found


def _table(findings: Iterable[Finding], attribute: str) -> dict[str, set[Value]]:
    """Finding id -> its values; attributes other than presence are those of what is there."""
    values: dict[str, set[Value]] = defaultdict(set)
    for finding in findings:
        value = value_of(finding, attribute)
        if value is not None and (attribute == "presence" or finding.presence == "present"):
            values[finding.finding].add(value)
    return values


def _meet(a: set[Value], b: set[Value]) -> bool:
    """Whether two sets of values share one; "left" and "right" together are "bilateral"."""
    pair: set[Value] = {"left", "right"}
    one, other = (x | {"bilateral"} if pair <= x else x for x in (a, b))
    return any(_same(x, y) for x in one for y in other)


def _same(a: Value, b: Value) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b) <= ROUNDING * max(a, b)
    return a == b


def new_sizes(text: str, source: str) -> list[str]:
    """Lengths in a text that no number of the source gives.

    >>> new_sizes("Nodules of 12 and 9 mm.", "Nodules, the larger 1.2 cm.")
    ['9 mm']
    """
    numbers = [float(number) for number in _NUMBER.findall(source)]
    known = [*_sizes(source), *numbers, *(10 * number for number in numbers)]
    strange = [mm for mm in _sizes(text) if not any(_same(mm, other) for other in known)]
    return [f"{mm:g} mm" for mm in dict.fromkeys(strange)]


def _sizes(text: str) -> list[float]:
    return [value for measure in find_measures(tokenize(text)) for value in measure.values]


def new_sides(text: str, source: str) -> list[str]:
    """Sides that a text names and the source does not.

    "Both" and the like name both sides of a source, none of a text: "no effusion" may become
    "neither costophrenic angle is blunt".

    >>> new_sides("Right lung clear.", "LLL opacity."), new_sides("Left base.", "Both bases.")
    (['right'], [])
    """
    known = _sides(source)
    return [] if "both" in known else sorted(_sides(text) - known - {"both"})


def _sides(text: str) -> set[str]:
    names = ("left", "right", "both")
    matches = (match.groups() for match in _SIDES.finditer(text))
    return {name for groups in matches for name, word in zip(names, groups, strict=True) if word}
