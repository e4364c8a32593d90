"""Sizes and numbers that a query asks for: "> 8 mm", "6 to 8 mm", "three or more"."""

import re

from radsearch.search.intent import Range

_N = r"(\d+(?:\.\d+)?)"
_UNIT = r"\s*-?\s*(mm|cm|millimet(?:er|re)s?|centimet(?:er|re)s?)\b"
_MORE = (
    r"(?:>=|≥|>|more than|over|larger than|greater than|bigger than|above|exceeding|at least|from)"
)
_LESS = r"(?:<=|≤|<|less than|under|smaller than|below|up to|at most|no more than|not more than)"
_TAIL_MORE = (
    r"\s*(?:or|and)\s*(?:more|larger|greater|bigger|above|over|up|longer)\b|\s*\+|\s+plus\b"
)
_TAIL_LESS = r"\s*(?:or|and)\s*(?:less|smaller|under|below|fewer)\b"
_SIZE = re.compile(
    rf"(?:between\s+)?{_N}(?:{_UNIT})?\s*(?:to|and|-|\u2013|\u2014)\s*{_N}{_UNIT}"
    rf"|({_MORE}|{_LESS})\s*(?:than\s+)?{_N}{_UNIT}"
    rf"|{_N}{_UNIT}({_TAIL_MORE}|{_TAIL_LESS})?"
    r"|\b(sub-?\s?centimet(?:er|re)(?:ric)?)\b",
    re.IGNORECASE,
)
_COUNT_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
}  # fmt: skip
_M = rf"(\d{{1,2}}|{'|'.join(_COUNT_WORDS)})"
_NO_UNIT = r"(?![\d.]*\s*-?\s*(?:mm|cm|%|st|nd|rd|th|x\b))"
_COUNT = re.compile(
    rf"\b{_M}\s+or\s+(more|fewer|less)\b|(?<!\w)(at least|more than|>=|>|≥|fewer than|less than)\s*"
    rf"{_M}\b{_NO_UNIT}|\b(solitary|single|isolated|only one)\b"
    r"|\b(multiple|several|numerous|many|a number of|more than one)\b",
    re.IGNORECASE,
)
EXACT = 0.06
"""A plain "8 mm" takes 7.5 to 8.5 as the same; 7 to 9 still counts as near."""


def sizes(text: str) -> tuple[str, Range | None]:
    """The text without its first size, and that size in millimetres.

    >>> sizes("nodule > 8 mm"), sizes("AAA 5-6 cm")[1], sizes("8 mm nodule")[1]
    (('nodule', (8.01, None)), (50.0, 60.0), (7.5, 8.5))
    >>> sizes("stone 4 mm or less")[1], sizes("clear")[1]
    ((None, 4.0), None)
    """
    found = _SIZE.search(text)
    if found is None:
        return text, None
    rest = " ".join((text[: found.start()] + " " + text[found.end() :]).split())
    low, low_unit, high, high_unit, word, bound, unit, size, size_unit, tail, small = found.groups()
    if small:
        return rest, (None, 9.99)
    if low:
        return rest, (_mm(low, low_unit or high_unit), _mm(high, high_unit))
    if bound:
        value = _mm(bound, unit)
        return rest, _open(value, strict=word[0] in "><" and "=" not in word, word=word)
    value = _mm(size, size_unit)
    if not tail:
        spread = max(0.5, round(EXACT * value, 2))
        return rest, (value - spread, value + spread)
    more = re.fullmatch(_TAIL_MORE, tail, re.IGNORECASE)
    return rest, (value, None) if more else (None, value)


def _open(value: float, *, strict: bool, word: str) -> Range:
    strict = strict or bool(re.search("than|over|above|exceed|under|below", word, re.IGNORECASE))
    if re.match("no|not", word, re.IGNORECASE):
        strict = False
    if re.fullmatch(_MORE, word, re.IGNORECASE):
        return (round(value + 0.01, 2) if strict else value, None)
    return (None, round(value - 0.01, 2) if strict else value)


def _mm(value: str, unit: str) -> float:
    return float(value) * (10 if unit.lower().startswith("c") else 1)


def counts(text: str) -> tuple[str, Range | None]:
    """The text without its first number of things, and that number.

    >>> counts("three or more rib fractures"), counts("solitary nodule")[1]
    (('rib fractures', (3.0, None)), (1.0, 1.0))
    >>> counts("multiple nodules")[1], counts("nodule")[1]
    ((2.0, None), None)
    """
    found = _COUNT.search(text)
    if found is None:
        return text, None
    rest = " ".join((text[: found.start()] + " " + text[found.end() :]).split())
    number, more, word, bound, single, many = found.groups()
    if single:
        return rest, (1.0, 1.0)
    if many:
        return rest, (2.0, None)
    value = float(_COUNT_WORDS.get((number or bound).lower(), 0) or (number or bound))
    if number:
        return rest, (value, None) if more.lower() == "more" else (None, value)
    word = word.lower()
    if word in (">=", "≥", "at least"):
        return rest, (value, None)
    return rest, (value + 1, None) if word in (">", "more than") else (None, value - 1)
