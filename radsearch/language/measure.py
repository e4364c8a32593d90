"""Sizes in a tokenised sentence: units, ranges, dimensions, bounds, earlier values.

A distance of a tube's tip, a slice thickness, an interval of follow-up or a field of view is
measured too, but marked as no size of a finding.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from radsearch.language.bracketed import mark_bracketed
from radsearch.language.tokens import Token

Role = Literal["size", "prior", "distance", "technique"]

_UNITS = {
    "mm": 1.0,
    "millimeter": 1.0,
    "cm": 10.0,
    "centimeter": 10.0,
    "inch": 25.4,
    "in": 25.4,
    "m": 0.0,
}
_WORDS = frozenset({"in", "m"})
_LENGTHS = frozenset(_UNITS.keys() - _WORDS)
_TIMES = frozenset({"x", "by", "*"})
_RANGE = frozenset({"-", "to"})
_PRIOR_BEFORE = frozenset(
    "previously formerly prior previous was before earlier from were originally initially than "
    "against".split()
)
_DISTANCE_AFTER = frozenset(
    "above below from proximal distal cranial caudal superior inferior beyond short deep to past "
    "into inside lateral medial anterior posterior".split()
)
_LANDMARK = frozenset(
    "carina vocal gej gastroesophageal junction cord hilum cavoatrial margin verge nipple fissure "
    "chest wall skin pylorus bifurcation ostium insertion knob arch".split()
)
_RANGING = frozenset("ranging range vary varying measuring size diameter".split())
_PARTS = frozenset({"apart", "aside", "distinct", "separate"})
"""Before "from" these begin an exception: "normal apart from a 6 mm nodule"."""

_TECHNIQUE = frozenset("slice section collimation thickness reconstruction sections cut".split())
_DISTANCE_BEFORE = frozenset({"tip", "end", "terminate", "distance", "advanced", "withdraw"})


@dataclass(frozen=True, slots=True)
class Measure:
    """One stated length, millimetres.

    Attributes:
        values: All dimensions, as stated; the larger end of a range.
        role: What it measures.
        start: First token.
        end: Behind the last token.
        low: Lower end of a range, or None.
        bound: "<" or ">" if stated as a bound.
        extent: Whether it says how far something reaches ("over 47 mm"), not how thick it is.
    """

    values: tuple[float, ...]
    role: Role
    start: int
    end: int
    low: float | None = None
    bound: str = ""
    extent: bool = False


def find_measures(tokens: Sequence[Token]) -> list[Measure]:
    """All lengths in the tokens of one sentence, in order.

    >>> from radsearch.language.tokens import tokenize
    >>> [m.values for m in find_measures(tokenize("1.2 by 3 cm nodule, previously 5-6 mm"))]
    [(12.0, 30.0), (6.0,)]
    >>> [m.values for m in find_measures(tokenize("a six-millimeter polyp, two cysts"))]
    [(6.0,)]
    """
    measures: list[Measure] = []
    if _LENGTHS.isdisjoint([token.word for token in tokens]):
        return measures
    index = 0
    while index < len(tokens):
        found = _measure_at(tokens, index) if _is_number(tokens[index].word) else None
        if found is None:
            index += 1
            continue
        measures.append(found)
        index = found.end
    return _mark_from_to(tokens, _mark_former(tokens, mark_bracketed(tokens, measures)))


_SPELLED = {
    word: float(value)
    for value, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty".split(),
        1,
    )
}


def _is_number(word: str) -> bool:
    return word[0].isdigit() or (word[0] == "." and len(word) > 1) or word in _SPELLED


def _number(word: str) -> float:
    return _SPELLED[word] if word in _SPELLED else float(word)


def _unit(tokens: Sequence[Token], index: int) -> float | None:
    """Millimetres of the unit at a token; "in" and "m" are words here, never units."""
    if index >= len(tokens):
        return None
    word = tokens[index].word
    if word in _WORDS:
        return None
    return _UNITS.get(word)


def _measure_at(tokens: Sequence[Token], index: int) -> Measure | None:
    numbers: list[tuple[float, float | None]] = []  # value, its own unit
    low: float | None = None
    at = index
    last_join = ""
    while at < len(tokens) and _is_number(tokens[at].word):
        value = _number(tokens[at].word)
        at += 1
        unit = _unit(tokens, at)
        if unit is not None:
            at += 1
        if last_join in _RANGE and numbers:
            low, _ = numbers.pop()
        numbers.append((value, unit))
        follows = tokens[at].word if at < len(tokens) else ""
        more = at + 1 < len(tokens) and _is_number(tokens[at + 1].word)
        if more and (
            follows in _TIMES or (follows in _RANGE and low is None and len(numbers) == 1)
        ):
            if follows == "to" and _to_is_change(tokens, index):
                break
            last_join = follows
            at += 1
            continue
        break
    unit = next((unit for _, unit in reversed(numbers) if unit is not None), None)
    if unit is None or (at < len(tokens) and tokens[at].word == "/"):
        return None  # no length, or a velocity: "98 cm/s"
    values = tuple(round(value * (own or unit), 2) for value, own in numbers)
    return Measure(
        values,
        _role(tokens, index, at),
        index,
        at,
        None if low is None else round(low * unit, 2),
        _bound(tokens, index),
        _is_extent(tokens, index, at),
    )


def _is_extent(tokens: Sequence[Token], start: int, end: int) -> bool:
    before = tokens[start - 1].word if start else ""
    after = [token.word for token in tokens[end : end + 2]]
    return before == "over" or after[:1] == ["long"] or after == ["in", "length"]


def _to_is_change(tokens: Sequence[Token], index: int) -> bool:
    return index > 0 and tokens[index - 1].word == "from"


_MORE_THAN = frozenset({"more than", "greater than", "larger than", "bigger than"})


def _bound(tokens: Sequence[Token], index: int) -> str:
    before = tokens[index - 1].word if index else ""
    pair = f"{tokens[index - 2].word} {before}" if index > 1 else ""
    if (
        before in ("<", "≤")
        or pair in ("less than", "smaller than")
        or before in ("under", "below")
    ):
        return "<"
    if before in (">", "≥", "above", "exceeding", "over") or pair in _MORE_THAN:
        return ">"
    return ""


def _role(tokens: Sequence[Token], start: int, end: int) -> Role:
    before = [token.word for token in tokens[max(0, start - 4) : start]]
    after = [token.word for token in tokens[end : end + 5]]
    if any(word in _TECHNIQUE for word in (*after[:2], *before[-3:])):
        return "technique"
    if after and after[0] in ("previously", "formerly", "before", "earlier", "prior"):
        return "prior"
    near = before[-3:]
    if near and (near[-1] in _PRIOR_BEFORE or (len(near) > 1 and near[-2] in _PRIOR_BEFORE)):
        if "," not in near[-1:] and not _than_bound(before) and not _PARTS.intersection(before):
            return "prior"
    if after and after[0] in _DISTANCE_AFTER and any(word in _LANDMARK for word in after):
        return "distance"
    if after[:1] == ["from"] or any(word in _DISTANCE_BEFORE for word in near):
        return "distance"
    if after[1:2] == ["to"] and after[0] in _DISTANCE_AFTER:  # "12 mm medial to it"
        return "distance"
    return "size"


def _than_bound(before: Sequence[str]) -> bool:
    return before[-2:-1] in (["less"], ["more"], ["greater"], ["larger"], ["smaller"])


def _mark_former(tokens: Sequence[Token], measures: list[Measure]) -> list[Measure]:
    """In "former node of 9 mm now measures 3 mm" the first is the earlier value."""
    words = [token.word for token in tokens]
    for number in range(1, len(measures)):
        first, second = measures[number - 1], measures[number]
        between = words[first.end : second.start]
        if first.role == second.role == "size" and "now" in between and ";" not in between:
            if "and" not in between and len(between) <= 6:
                measures[number - 1] = replace(first, role="prior")
    return measures


def _mark_from_to(tokens: Sequence[Token], measures: list[Measure]) -> list[Measure]:
    """In "from 4.1 to 4.6 cm" the first is the earlier value, with the unit of the second."""
    for number, later in enumerate(measures):
        start = later.start
        if (
            start >= 3
            and tokens[start - 1].word == "to"
            and not any(m.end == start - 1 for m in measures)
        ):
            first = start - 2
            ranges = first > 1 and tokens[first - 2].word in _RANGING
            if _is_number(tokens[first].word) and tokens[first - 1].word == "from" and not ranges:
                stated = _number(tokens[start].word)
                unit = later.values[0] / stated if stated else 1.0
                earlier = round(_number(tokens[first].word) * unit, 2)
                prior = Measure((earlier,), "prior", first, first + 1)
                return [*measures[:number], prior, *measures[number:]]
    return measures
