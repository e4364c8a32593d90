"""Sides that a word takes up inside a sentence: "in the same lobe", "one of them", "its pelvis"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from radsearch.language.finding import Finding, Laterality

_SAME = re.compile(
    r"\b(?:(ipsilateral)|same (?:side|lobe|lung|region|zone|segment|kidney|breast|quadrant)s?)\b",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"[,;] (?:and )?(?:(?:about |roughly )?(?:one|two|three|some|several|a few|many|most|half|each)"
    r" of (?:them|which|these)|several|some)\b[^;.]*$",
    re.IGNORECASE,
)
_ITS = re.compile(r";\s*(?:its|it|there|this)\b[^;]*", re.IGNORECASE)
_SIDE = re.compile(r"\b(left|right)\b", re.IGNORECASE)
_HINT = re.compile(
    r"\bsame\b|\bipsilateral\b|; (?:its?|there|this)\b|[,;] (?:.{0,12}of (?:them|which|these)|"
    r"several|some)\b",
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
    if not found or not _HINT.search(sentence):
        return found
    filled = list(found)
    for at, finding in enumerate(filled):
        if finding.laterality is not None or finding.presence != "present":
            continue
        side = _same(filled[:at], finding, sentence) or _its(finding, sentence)
        side = side or _some(filled[:at], finding, sentence)
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
        return next((f.laterality for f in reversed(before) if f.laterality), None)
    return None


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
        named = {side.lower() for side in _SIDE.findall(sentence[: clause.start()])}
        if named == {"left"}:
            return "left"
        if named == {"right"}:
            return "right"
    return None
