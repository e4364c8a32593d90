"""Splits the text of a report into its sections."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from radsearch.language.items import list_items
from radsearch.language.marks import Mark, find_marks, is_rule
from radsearch.language.spoken import write_punctuation

NAMES = (
    "addendum",
    "indication",
    "technique",
    "comparison",
    "exam",
    "findings",
    "impression",
    "combined",
    "unlabelled",
    "preliminary",
    "communication",
    "recommendation",
    "signature",
)
"""The sections, as they are called in `Sections`."""

MAIN = frozenset({"findings", "impression", "combined"})
_SPEECH = re.compile(
    r"\s*^[ \t]*(?:dictating|dictated|transcribed|end of dictation|end)[ \t.]*\Z", re.I | re.M
)


@dataclass(frozen=True, slots=True)
class Sections:
    """The sections of one report; one that is not there is the empty string.

    Attributes:
        addendum: Added after signing.
        indication: Why the study was asked for.
        technique: How it was made.
        comparison: Earlier studies looked at.
        exam: What was examined.
        findings: What was seen.
        impression: What it means.
        combined: Findings and impression in one body.
        unlabelled: Text under no heading.
        preliminary: A wet read that a final report follows.
        communication: Whom a critical result was told to.
        recommendation: Advice under its own heading.
        signature: Who signed, and when.
        impression_items: The points of the impression, if it is a list.
        studies: Two or more, where several studies were dictated together.
    """

    addendum: str = ""
    indication: str = ""
    technique: str = ""
    comparison: str = ""
    exam: str = ""
    findings: str = ""
    impression: str = ""
    combined: str = ""
    unlabelled: str = ""
    preliminary: str = ""
    communication: str = ""
    recommendation: str = ""
    signature: str = ""
    impression_items: tuple[str, ...] = ()
    studies: tuple["Sections", ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Only what is there, ready for JSON.

        >>> Sections(findings="Clear.").as_dict()
        {'findings': 'Clear.'}
        """
        found: dict[str, object] = {name: text for name in NAMES if (text := getattr(self, name))}
        if self.impression_items:
            found["impression_items"] = list(self.impression_items)
        if self.studies:
            found["studies"] = [study.as_dict() for study in self.studies]
        return found

    def merged(self) -> "Sections":
        """The same with its studies joined into one, each section's texts parted by a blank line."""
        if not self.studies:
            return self
        parts = (replace(self, studies=()), *self.studies)
        texts = {
            name: "\n\n".join(filter(None, (getattr(part, name) for part in parts)))
            for name in NAMES
        }
        return Sections(**texts)


def split_sections(text: str) -> Sections:
    r"""The sections of a report's text.

    Args:
        text: The whole report, plain text; spoken punctuation is written out first.

    Returns:
        Its sections; text under no heading is `unlabelled`, nothing but banners, rules, names and dates is lost.

    >>> split_sections("FINDINGS: Clear lungs.\nIMPRESSION: Normal.").as_dict()
    {'findings': 'Clear lungs.', 'impression': 'Normal.'}
    """
    text = write_punctuation(text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff"))
    text = _SPEECH.sub("", text)
    parts = _merge_asides(_parts(text, find_marks(text)))
    shared, studies = _studies(parts)
    if len(studies) < 2:
        return _assemble(parts)
    return replace(_assemble(shared), studies=tuple(_assemble(study) for study in studies))


@dataclass(frozen=True, slots=True)
class _Part:
    """One stretch of text with its label; "body" is text that no heading names."""

    label: str
    text: str
    heading: str = ""
    opens_study: bool = False


def _parts(text: str, marks: list[Mark]) -> list[_Part]:
    """The text cut at its marks, in order."""
    kept = list(_settle(marks))
    parts = [_Part("body", _clean(text[: kept[0].start if kept else len(text)]))]
    ends = [mark.start for mark in kept[1:]] + [len(text)]
    for mark, end in zip(kept, ends, strict=False):  # no marks, no parts
        content = text[mark.end : end]
        if mark.kind == "organ":
            content = text[mark.start : end]
        if mark.kind == "exam_line":
            line, _, rest = content.partition("\n")
            parts.append(_Part("exam", line.strip(" \t*_#=~-:"), opens_study=True))
            parts.append(_Part("body", _clean(rest)))
            continue
        heading = text[mark.start : mark.end].strip()
        parts.append(_Part(mark.label, _clean(content), heading, opens_study=mark.label == "exam"))
    return [
        part for part in parts if part.text or part.label in {"final", "preliminary", "addendum"}
    ]


def _settle(marks: list[Mark]) -> Iterable[Mark]:
    """Drops marks that their place belies: organs outside a header, names and study lines inside a text."""
    state = "body"
    explicit = any(mark.kind == "title" and mark.label == "findings" for mark in marks)
    header = {"body", "exam", "indication", "technique", "comparison", "admin", "final"}
    for place, mark in enumerate(marks):
        if mark.kind == "organ":
            if state not in header or explicit:
                continue
        elif mark.label == "admin" and state not in {*header, "signature"}:
            continue
        elif mark.kind == "exam_line" and not _opens_study(marks, place, state):
            continue
        state = mark.label
        yield mark


def _opens_study(marks: list[Mark], place: int, state: str) -> bool:
    """A line that names a study counts at the top, or where a section heading follows."""
    if state in {"body", "admin", "final"}:
        return True
    return state in {"findings", "impression", "combined", "report"} and any(
        mark.kind == "title" and mark.label in {"findings", "impression", "report", "combined"}
        for mark in marks[place + 1 :]
    )


def _clean(text: str) -> str:
    """Without the rules and blank lines around it."""
    lines = text.strip().split("\n")
    while lines and (is_rule(lines[0]) or not lines[0].strip()):
        lines.pop(0)
    while lines and (is_rule(lines[-1]) or not lines[-1].strip()):
        lines.pop()
    return "\n".join(lines).strip()


def _merge_asides(parts: list[_Part]) -> list[_Part]:
    """Puts all that a preliminary read or a late addendum holds under its one label."""
    merged: list[_Part] = []
    aside = ""
    for place, part in enumerate(parts):
        seen = {part.label for part in merged}
        if part.label == "final":
            aside = ""
            if part.text:
                merged.append(_Part("body", part.text))
            continue
        if part.label == "preliminary":
            ends = any(later.label == "final" for later in parts[place + 1 :])
            aside = "preliminary" if ends else ""
        elif part.label == "addendum":
            late = bool(seen & {"findings", "impression", "weak_impression", "report", "combined"})
            ends = any(later.label == "final" for later in parts[place + 1 :])
            aside = "addendum" if late or ends else ""
        elif part.label == "signature":
            aside = ""
        elif aside:
            spoken = " ".join(filter(None, (part.heading, part.text)))
            merged.append(_Part(aside, spoken))
            continue
        if part.text:
            merged.append(part)
    return merged


def _studies(parts: list[_Part]) -> tuple[list[_Part], list[list[_Part]]]:
    """What stands before the first study, and each study with its own findings or impression."""
    shared: list[_Part] = []
    studies: list[list[_Part]] = []
    for part in parts:
        if part.opens_study and (not studies or MAIN & _kinds(studies[-1])):
            studies.append([])
        (studies[-1] if studies else shared).append(part)
    if len(studies) > 1 and all(MAIN & _kinds(study) for study in studies):
        return (shared, studies) if not MAIN & _kinds(shared) else ([], [shared, *studies])
    return _repeated_pairs(parts)


def _repeated_pairs(parts: list[_Part]) -> tuple[list[_Part], list[list[_Part]]]:
    """Studies without names: the pair of findings and impression comes again."""
    order = [part.label for part in parts if part.label in {"findings", "impression"}]
    if len(order) < 4 or len(order) % 2 or order != order[:2] * (len(order) // 2):
        return parts, []
    if order[0] == order[1]:
        return parts, []
    shared: list[_Part] = []
    studies: list[list[_Part]] = []
    for part in parts:
        if part.label == order[0]:
            studies.append([])
        (studies[-1] if studies else shared).append(part)
    return shared, studies


def _kinds(parts: list[_Part]) -> set[str]:
    return set(_resolve(parts))


def _resolve(parts: list[_Part]) -> list[str]:
    """The section of each part, once it is known which other sections there are."""
    labels = [part.label for part in parts]
    present = set(labels)
    findings = bool(present & {"findings", "technique_findings"})
    strong = "impression" in present
    concluded = strong or bool(present & {"weak_impression"})
    names = {
        "body": "unlabelled",
        "interpretation": "impression"
        if findings or "report" in present
        else "findings"
        if concluded
        else "combined",
        "report": "findings" if concluded or "interpretation" in present else "combined",
        "technique_findings": "findings"
        if concluded or "interpretation" in present
        else "combined",
        "weak_impression": "impression",
    }
    resolved = [names.get(label, label) for label in labels]
    main = next((i for i, name in enumerate(resolved) if name in {"findings", "combined"}), None)
    if strong and main is not None:
        for place, part in enumerate(parts[:main]):
            if part.label == "weak_impression" and "diagnos" in part.heading.lower():
                resolved[place] = "indication"
    return resolved


def _assemble(parts: list[_Part]) -> Sections:
    texts: dict[str, list[str]] = {}
    for name, part in zip(_resolve(parts), parts, strict=True):
        texts.setdefault(name, []).append(part.text)
    joined = {name: "\n".join(texts[name]) for name in NAMES if name in texts}
    return Sections(**joined, impression_items=list_items(joined.get("impression", "")))  # type: ignore[arg-type]
