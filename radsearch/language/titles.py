"""Reads the title of a section: what does it head?

A title may be compound ("FINDINGS AND IMPRESSION"), numbered ("ADDENDUM #2"), qualified
("CT FINDINGS") or misspelt by one letter ("IMPRESION"): `match_title` reads all of these.
"""
# ruff: noqa: RUF001 (dashes and quotation marks as reports have them)

import re
from collections.abc import Iterator
from functools import lru_cache

from radsearch.language.title_words import PHRASES, Label

__all__ = ["Label", "match_title", "normalise_title"]

_LEXICON: dict[str, Label] = {
    phrase: label for label, phrases in PHRASES.items() for phrase in phrases.split("|")
}
_QUALIFIERS = frozenset(  # may stand before these titles without changing what they head
    """final overall radiological radiologic radiographic radiology imaging diagnostic
    ct mri mr us ultrasound sonographic mammographic mammogram mammography xray main
    principal key report brief the cta mra pet detailed general abnormal positive
    relevant radiologist's radiologists""".split()
)
_QUALIFIABLE = frozenset({"findings", "impression", "interpretation", "technique", "report"})
_JOINT = re.compile(r"\s*(?:/|&|\\t\\|\band\b|,|\+|\bwith\b)\s*")
_TAIL = re.compile(
    r"(?:\s*\([^()]*\)|\s*\[[^\]]*\]|\s*#?\s*\d{1,2}|\s+no\.?\s*\d{1,2}|\s*#"
    r"|\s+(?:dated?\s+|on\s+)?\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:\s+(?:at\s+)?\d{1,2}:?\d{2}.*)?)$"
)
_BYLINE = re.compile(
    r"^(addendum|wet read|preliminary read|preliminary report|prelim)(?: #?\d+)?"
    r" (?:by|from|dictated|dated|added|on|made|created)\b.*"
)
_MIN_FUZZY = 6  # shorter words turn into each other: EXAM, TEST, TEXT


def normalise_title(text: str) -> str:
    """The title in lower case, without decoration, list number, date or bracket at its end.

    >>> normalise_title("*** Addendum #1 ***")
    'addendum'
    >>> normalise_title("FINDINGS (CT chest)")
    'findings'
    """
    title = re.sub(r"[*_#=~<>|•]+", " ", text.lower().replace("’", "'"))
    title = " ".join(title.split()).strip(" .-–—[]{}")
    title = _BYLINE.sub(r"\1", title)
    title = re.sub(r"^(?:[ivx]{1,4}|\d{1,2})[.)]\s+", "", title)
    while (shorter := _TAIL.sub("", title).strip(" .-–—")) != title and shorter:
        title = shorter
    return title.replace("-", " ")


@lru_cache(maxsize=4096)
def match_title(text: str, fuzzy: bool = True) -> Label | None:
    """What a title heads, or None if it is no heading.

    Args:
        text: The words before the colon, as written.
        fuzzy: Whether one wrong letter is forgiven.

    Returns:
        The label of the section that it opens.

    >>> match_title("FINDINGS/IMPRESSION"), match_title("IMPRESION")
    ('combined', 'impression')
    >>> match_title("Impression of the aortic arch") is None
    True
    """
    title = normalise_title(text)
    if not 2 <= len(title) <= 70:
        return None
    if label := _match_phrase(title):
        return label
    parts = [part for part in _JOINT.split(title) if part]
    if len(parts) > 1:
        labels = [
            _match_phrase(part) or (_match_misspelt(part) if fuzzy else None) for part in parts
        ]
        found = [label for label in labels if label]
        return _compound(found) if len(found) == len(parts) else None
    return _match_misspelt(title) if fuzzy else None


def _match_phrase(title: str) -> Label | None:
    """Exact match, with qualifying words before it allowed."""
    if title in _LEXICON:
        return _LEXICON[title]
    first, _, rest = title.partition(" ")
    if rest and first in _QUALIFIERS and (label := _match_phrase(rest)) in _QUALIFIABLE:
        return label
    return None


def _compound(labels: list[Label]) -> Label | None:
    """The label of a title that joins several, e.g. FINDINGS AND IMPRESSION."""
    kinds = set(labels)
    if len(kinds) == 1:
        return labels[0]
    concludes = kinds & {"impression", "weak_impression", "interpretation"}
    if "findings" in kinds or "report" in kinds:
        if concludes:
            return "combined"
        return "technique_findings" if "technique" in kinds else "findings"
    if concludes:
        return "impression"
    order: tuple[Label, ...] = ("addendum", "indication", "technique", "comparison", "exam")
    return next((label for label in order if label in kinds), labels[0])


def _deletions(word: str) -> Iterator[str]:
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def _near_spellings() -> dict[str, list[str]]:
    """Each title with one letter left out -> the titles it may stand for."""
    near: dict[str, list[str]] = {}
    for phrase, label in _LEXICON.items():
        if len(phrase) >= _MIN_FUZZY and label not in {"admin", "signature", "final"}:
            for variant in _deletions(phrase):
                near.setdefault(variant, []).append(phrase)
    return near


_NEAR = _near_spellings()


def _match_misspelt(title: str) -> Label | None:
    """The label of the one known title that is one letter away: wrong, missing, extra, swapped."""
    if len(title) < _MIN_FUZZY:
        return None
    labels = {
        _LEXICON[phrase]
        for variant in _deletions(title)
        for phrase in _NEAR.get(variant, ())
        if _one_edit(title, phrase)
    }
    return labels.pop() if len(labels) == 1 else None


def _one_edit(left: str, right: str) -> bool:
    """Whether one insertion, deletion, substitution or swap of neighbours makes them equal."""
    head = 0
    while head < min(len(left), len(right)) and left[head] == right[head]:
        head += 1
    a, b = left[head:], right[head:]
    return a[1:] == b or a == b[1:] or a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
