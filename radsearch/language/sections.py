"""Splits the text of a report into its sections."""

import re
from dataclasses import dataclass, replace
from typing import Any

from radsearch.language.items import list_items
from radsearch.language.marks import find_marks
from radsearch.language.parts import Part, cut, merge_asides, resolve, split_studies
from radsearch.language.settle import settle
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

_TRAILER = re.compile(  # what dictation systems leave behind
    r"\s*^[ \t*=-]*(?:dictating|dictated|transcribed|end(?: of (?:dictation|report|text))?)"
    r"[ \t*=.-]*\Z",
    re.I | re.M,
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
        """The same with its studies joined, each section's texts parted by a blank line."""
        if not self.studies:
            return self
        parts = (replace(self, studies=()), *self.studies)
        texts: dict[str, Any] = {
            name: "\n\n".join(filter(None, (getattr(part, name) for part in parts)))
            for name in NAMES
        }
        return replace(Sections(), **texts)


def split_sections(text: str) -> Sections:
    r"""The sections of a report's text.

    Args:
        text: The whole report, plain text; spoken punctuation is written out first.

    Returns:
        Its sections. Text under no heading is `unlabelled`; only banners, rules, and names,
        numbers and dates above the report are dropped.

    >>> split_sections("FINDINGS: Clear lungs.\nIMPRESSION: Normal.").as_dict()
    {'findings': 'Clear lungs.', 'impression': 'Normal.'}
    """
    text = write_punctuation(text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff"))
    while (shorter := _TRAILER.sub("", text)) != text:
        text = shorter
    parts = merge_asides(cut(text, list(settle(find_marks(text), text))))
    shared, studies = split_studies(parts)
    if len(studies) < 2:
        return _assemble(parts)
    return replace(_assemble(shared), studies=tuple(_assemble(study) for study in studies))


def _assemble(parts: list[Part]) -> Sections:
    texts: dict[str, list[str]] = {}
    for name, part in zip(resolve(parts), parts, strict=True):
        texts.setdefault(name, []).append(part.text)
    joined: dict[str, Any] = {name: "\n".join(texts[name]) for name in NAMES if name in texts}
    if set(joined) == {"exam"}:  # "Normal chest radiograph" is the whole report
        joined = {"unlabelled": joined["exam"]}
    items = list_items(joined.get("impression", ""))
    return replace(Sections(), **joined, impression_items=items)
