"""Words that point back: "the lesion", "it measures 9 mm", "a second one lies on the left".

What is said of a finding in a later sentence belongs to the record of the sentence that named it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from radsearch.language.finding import Finding

_DEFINITE = re.compile(
    r"\b(?:the|this|that|these|those)"
    r"(?:\s+(?!(?:same|other|is|are|was|were|has|have|appears?|remains?|looks?|shows?)\b)"
    r"[a-z][a-z-]*){0,2}\s+$",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"(?:lesion|mass|tumou?r|nodule|focus|foci|collection|abnormality|process|cyst|area)e?s?$",
    re.IGNORECASE,
)
_LESIONS = (
    "lesion", "mass", "nodule", "cyst", "abscess", "metast", "tumor", "meningioma", "hemangioma",
    "adenoma", "collection", "carcinoma", "cancer", "fibroid", "demyelinating", "hematoma",
    "goiter", "teratoma", "cavitary", "glioma", "empyema", "seroma", "lymphoma",
)  # fmt: skip
_VERB = (
    r"(?=(?:also |now |each |both |together )?(?:is|are|was|were|measures?|lies?|has|have|shows?|"
    r"appears?|remains?|contains?|demonstrates?|extends?|involves?|enhances?|reach(?:es)?|looks?)"
    r"\b)"
)
_SAME = re.compile(rf"\s*(?:it|they|this|these)\s+{_VERB}", re.IGNORECASE)
_LARGEST = re.compile(
    rf"\s*the (?:largest|larger|biggest|dominant)(?: one)?(?: of (?:these|them))?\s+{_VERB}",
    re.IGNORECASE,
)
_FURTHER = re.compile(
    rf"\s*(?:a second|another|a third|a further|a similar)(?: one)?\s+{_VERB}", re.IGNORECASE
)
_FILLED = ("laterality", "location", "zone", "severity", "size_mm", "count", "density", "temporal")
_OF_LARGEST = ("size_mm", "dimensions_mm", "prior_size_mm")


def merge_definite(
    sentence: str, found: Sequence[Finding], earlier: list[Finding]
) -> list[Finding]:
    """The findings of a sentence that are not taken up from before; what they say is kept.

    Args:
        sentence: Its words.
        found: Its findings, offsets inside it.
        earlier: Findings of the sentences before; changed in place.

    Returns:
        Findings of the sentence that are new.
    """
    if not earlier:
        return list(found)
    kept: list[Finding] = []
    for finding in found:
        at = _antecedent(sentence, finding, earlier)
        if at < 0:
            kept.append(finding)
        else:
            earlier[at] = _filled(earlier[at], finding, _FILLED)
    return kept


def read_pronoun(
    sentence: str, earlier: list[Finding], read: Callable[[str], Sequence[Finding]]
) -> list[Finding]:
    """What a sentence that begins with a pronoun says of the last finding before it.

    Args:
        sentence: Its words.
        earlier: Findings of the sentences before; the last one is changed in place.
        read: Reads a sentence.

    Returns:
        A further finding of the same kind, offsets 0 to the pronoun's end; else nothing.
    """
    kinds = ((_SAME, _FILLED), (_LARGEST, _OF_LARGEST), (_FURTHER, ()))
    match, axes = next(
        ((found, axes) for way, axes in kinds if (found := way.match(sentence))), (None, ())
    )
    if match is None or not earlier or earlier[-1].presence != "present":
        return []
    last = earlier[-1]
    name = last.finding.replace("_", " ")
    said = next(
        (f for f in read(f"{name} {sentence[match.end() :]}") if f.family == last.family), None
    )
    if said is None or said.presence != "present":
        return []
    if axes:
        earlier[-1] = _filled(last, said, axes)
        return []
    further = replace(said, finding=last.finding, sentence=sentence, start=0, end=match.end())
    return [further] if _places(further) else []


def _places(finding: Finding) -> bool:
    return bool(finding.laterality or finding.location or finding.size_mm)


def _antecedent(sentence: str, finding: Finding, earlier: Sequence[Finding]) -> int:
    """Place of the record that a definite noun takes up; -1 if there is none."""
    if finding.presence != "present" or finding.implied:
        return -1
    if not _DEFINITE.search(sentence[: finding.start]):
        return -1
    generic = _GENERIC.search(sentence[finding.start : finding.end]) is not None
    bare = generic and _BARE.search(sentence[: finding.start]) is not None
    placed = not bare or _PLACED.match(sentence, finding.end) is not None
    for at in range(len(earlier) - 1, -1, -1):
        known = earlier[at]
        if known.presence != "present" or known.implied:
            continue
        if not _agree(known, finding, _ALL if placed else _OWN):
            continue
        if known.family == finding.family:
            return at
        if generic and len(earlier) - at <= 4 and any(p in known.finding for p in _LESIONS):
            return at
    return -1


_BARE = re.compile(r"\b(?:the|this|that)\s+$", re.IGNORECASE)
_PLACED = re.compile(r"\s+(?:in|of|at|within|on)\b", re.IGNORECASE)
_ALL = ("laterality", "location", "size_mm")
_OWN = ("laterality", "size_mm")
"""Of "the mass touches the vein", whose place is not that of the mass."""


def _agree(known: Finding, said: Finding, axes: Sequence[str]) -> bool:
    """Whether no side, place or size speaks against both being one."""
    for axis in axes:
        one, other = getattr(known, axis), getattr(said, axis)
        if one is not None and other is not None and one != other:
            return False
    return True


def _filled(known: Finding, said: Finding, axes: Sequence[str]) -> Finding:
    """A record with the values that it lacks and the other has."""
    values = {
        axis: getattr(said, axis)
        for axis in axes
        if getattr(known, axis) in (None, ()) and getattr(said, axis) not in (None, ())
    }
    if "size_mm" in values:
        values["dimensions_mm"], values["prior_size_mm"] = said.dimensions_mm, said.prior_size_mm
    return replace(known, **values) if values else known
