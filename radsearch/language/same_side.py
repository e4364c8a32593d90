"""Sides that a word takes up inside a sentence: "the same lobe", "that side", "its pelvis"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from radsearch.language.finding import Finding, Laterality
from radsearch.language.inherit import UNPAIRED, is_central

_SAME = re.compile(
    r"\b(?:(ipsilateral)|same (?:side|lobe|lung|region|zone|segment|kidney|breast|quadrant)s?"
    r"|(?:that|this) side)\b",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"[,;] (?:and )?(?:(?:about |roughly )?(?:one|two|three|some|several|a few|many|most|half|each)"
    r" of (?:them|which|these)|several|some)\b[^;.]*$",
    re.IGNORECASE,
)
_ITS = re.compile(r";\s*(?:its|it|there|this)\b[^;]*", re.IGNORECASE)
_SIDE = re.compile(r"\b(left|right)\b", re.IGNORECASE)
_BOTH = re.compile(r"\b(?:both|bilateral\w*|either|each|two)\b", re.IGNORECASE)
_OPENS = re.compile(
    r"(?:[A-Za-z ]{1,30}: )?(?:laterally |posteriorly |anteriorly )?(?:on|in|at|within|over) the "
    r"(?:remaining |lower |upper |mid )?(left|right)\b",
    re.IGNORECASE,
)
_HINT = re.compile(
    r"\bsame\b|\bipsilateral\b|\bth(?:at|is) side\b|; (?:its?|there|this)\b|"
    r"[,;] (?:.{0,12}of (?:them|which|these)|several|some)\b",
    re.IGNORECASE,
)
"""What one of the three needs: most sentences hold none of it."""


def take_up(found: tuple[Finding, ...], sentence: str) -> tuple[Finding, ...]:
    """Findings of a sentence, sides filled in that a word takes up from before in it.

    Args:
        found: Findings in order of their words, offsets inside the sentence.
        sentence: Its words.

    Returns:
        As many findings, in order.
    """
    if not found:
        return found
    opening = _opening(sentence)
    if not opening and not _HINT.search(sentence):
        return found
    filled = list(found)
    for at, finding in enumerate(filled):
        if finding.laterality is not None or finding.implied:
            continue
        side = _same(filled[:at], finding, sentence)
        if finding.presence == "present":
            side = side or _its(finding, sentence) or _some(filled[:at], finding, sentence)
            side = side or (None if _is_midline(finding) else opening)
        if side:
            filled[at] = replace(finding, laterality=side)
    return tuple(filled)


def _same(before: Sequence[Finding], finding: Finding, sentence: str) -> Laterality | None:
    """The side of what comes before "a nodule in the same lobe" or "ipsilateral shift"."""
    for match in _SAME.finditer(sentence):
        ahead = match.group(1) is not None and 0 < finding.start - match.end() < 25
        behind = match.group(1) is None and 0 < match.start() - finding.end < 30
        if not (ahead or behind) or ";" in sentence[finding.end : match.start()]:
            continue
        sides = [f.laterality for f in before if f.laterality not in (None, "midline")]
        return sides[-1] if sides else _only(sentence[: match.start()])
    return None


def _only(words: str) -> Laterality | None:
    """The side that words name, if they name no other."""
    named = {side.lower() for side in _SIDE.findall(words)}
    if named == {"left"}:
        return "left"
    return "right" if named == {"right"} else None


def _is_midline(finding: Finding) -> bool:
    return is_central(finding.finding) or finding.location in UNPAIRED


def _opening(sentence: str) -> Laterality | None:
    """The side with which a sentence opens, such as "On the left ...", where it names no other."""
    if not _OPENS.match(sentence) or _BOTH.search(sentence):
        return None
    return _only(sentence)


def _some(before: Sequence[Finding], finding: Finding, sentence: str) -> Laterality | None:
    """The side of nodules in "nodules in the left lung, some of them cavitated"."""
    if not before or not _SOME.search(sentence[before[-1].end : finding.start]):
        return None
    return before[-1].laterality


def _its(finding: Finding, sentence: str) -> Laterality | None:
    """The side of the organ in "the left kidney is 5 cm; its pelvis is dilated"."""
    for clause in _ITS.finditer(sentence):
        if not clause.start() < finding.start < clause.end():
            continue
        return _only(sentence[: clause.start()])
    return None
