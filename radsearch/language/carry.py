"""What holds beyond a sentence: the side of a one-sided examination, "contralateral", "there"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from radsearch.language.finding import Finding, Laterality
from radsearch.language.inherit import UNPAIRED, is_central

_SIDE = re.compile(r"\b(left|right|bilateral(?:ly)?|both)\b", re.IGNORECASE)
SIDED_DOMAINS = frozenset({"joint", "leg", "breast"})
_OTHER_SIDE = re.compile(r"\b(?:contralateral|opposite|other) (?:side|\w+)", re.IGNORECASE)
_SAME_SIDE = re.compile(r"\b(?:ipsilateral|same side|same lobe|same lung)\b", re.IGNORECASE)
_BACK = re.compile(
    r"^\s*(?:it|its|they|these|this|there(?! (?:is|are|was|were|has)\b)|the lesion|the nodule"
    r"|the mass|which)\b|^\s*(?:ultrasound|sonography)\b[^:.;]{0,50}:",
    re.IGNORECASE,
)
"""Words that go on about what was named before, its look in another kind of image included."""
_BESIDE = re.compile(
    r"\b(?:adjacent|adjoining|surrounding|overlying|underlying|perilesional|associated)\b"
    r"|\b(?:within|in|around|beside|above|below|behind|near|surrounds?|crosses|to|from|through|of"
    r"|along|under|on) (?:its?|them|this|that side|this side|the same side)\b",
    re.IGNORECASE,
)
_OPPOSITE: dict[str, Laterality] = {"left": "right", "right": "left"}


_HEADING = re.compile(
    r"\s*(?:the )?(left|right)\b[^:.;,]{0,30}(?::(?!\d)| [-\u2013\u2014] )", re.IGNORECASE
)
_OTHER_HEADING = re.compile(r"\s*[A-Za-z][A-Za-z /&-]{1,40}:(?!\d)|\s*[A-Z][A-Z /&-]{2,40}$")
_TITLE = re.compile(r"\s*(left|right) [a-z]+(?: [a-z]+)?\s*\.?\s*", re.IGNORECASE)


def heading_side(
    sentence: str, before: Laterality | None, bare: bool = False, trunk: bool = False
) -> Laterality | None:
    """The side that a heading such as "Left breast:" gives to what follows it.

    Args:
        sentence: A sentence, its own heading included.
        before: The side of the heading above it.
        bare: Whether it states no finding, so that "Right knee." is a heading too.
        trunk: Whether the text is of no limb or breast, so that "Diffuse ..." is of both sides.

    Returns:
        The side that holds in this sentence; None after another heading.

    >>> heading_side("RIGHT: mild stenosis.", None), heading_side("No occlusion.", "right")
    ('right', 'right')
    """
    own = _HEADING.match(sentence) or (_TITLE.fullmatch(sentence) if bare else None)
    if own:
        return "left" if own.group(1).lower() == "left" else "right"
    if before is None or _OTHER_HEADING.match(sentence):
        return None
    return None if trunk and _WHOLE.match(sentence) else before


_WHOLE = re.compile(r"\s*(?:diffuse|generali[sz]ed|widespread|symmetric)", re.IGNORECASE)


_FIRST = re.compile(r"[^.\n]{0,80}")
_EXAMINED = re.compile(
    r"\b(?:mri?|ct|x-?rays?|radiographs?|ultrasound|sonograph\w+|scan\w*|duplex|doppler|views?|"
    r"study|examination|exam|mammogra\w+|series|projections?|t1|t2|stir|coronal|axial)\b",
    re.IGNORECASE,
)
_FOUND = re.compile(r"\b(?:is|are|was|shows?|with a|no|without|there)\b", re.IGNORECASE)


def examined_side(text: str, domain: str) -> Laterality | None:
    """The side of a limb or breast examination that names one side only, or heads its text with it.

    >>> examined_side("Left knee. Tear of the medial meniscus.", "joint")
    'left'
    >>> examined_side("MR of the right hip. Tear. Left hip normal.", "joint")
    'right'
    """
    if domain not in SIDED_DOMAINS:
        return None
    named = {match.lower() for match in _SIDE.findall(text)}
    if len(named) > 1:  # "MR, right hip. ... Left hip, for comparison, normal."
        first = _FIRST.match(text)
        title = first.group() if first else ""
        if not _EXAMINED.search(title) or _FOUND.search(title):
            return None
        named = {match.lower() for match in _SIDE.findall(title)}
    if named == {"left"}:
        return "left"
    return "right" if named == {"right"} else None


def carry_side(
    found: Sequence[Finding],
    sentence: str,
    before: Laterality | None,
    examined: Laterality | None,
    heading: Laterality | None = None,
) -> list[Finding]:
    """Findings of a sentence with the side that only its surroundings state.

    Args:
        found: Findings of the sentence.
        sentence: Its words.
        before: Side of the last finding of the sentence before, or None.
        examined: Side of the whole examination, or None.
        heading: Side that a heading gives to what is present, or None.

    Returns:
        The findings, sides filled in.
    """
    side = examined or heading
    if examined and any(_OPPOSITE.get(m.lower()) == examined for m in _SIDE.findall(sentence)):
        side = None  # "left hip, for comparison, normal"
    own = {finding.laterality for finding in found}
    if before in _OPPOSITE and before is not None and _OPPOSITE[before] not in own:
        if _OTHER_SIDE.search(sentence):
            side = _OPPOSITE[before]
        elif _SAME_SIDE.search(sentence) or _BACK.match(sentence) or _BESIDE.search(sentence):
            side = before
    if side is None:
        return list(found)
    return [
        replace(finding, laterality=side) if _lacks(finding, examined) else finding
        for finding in found
    ]


_TRUNK = ("lung/", "pleura/", "heart/", "mediastinum/", "spine/")


def _lacks(finding: Finding, examined: Laterality | None) -> bool:
    if finding.laterality is not None:
        return False
    if examined is not None:
        return finding.finding != "osteopenia" and not finding.family.startswith(_TRUNK)
    if finding.presence != "present" or finding.implied or finding.location in UNPAIRED:
        return False
    return not is_central(finding.finding)
