"""Sentences of a corpus that contrast families are written about."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from radsearch.deidentify import deidentify
from radsearch.language.extract import extract
from radsearch.language.finding import Finding
from radsearch.language.radsim import is_abnormal
from radsearch.language.sentence import split_sentences
from radsearch.report import Report

from .check import Fault
from .facts import value_of
from .reports import Refuse

AXES = {
    "laterality": "laterality", "level": "lobe", "zone": "zone", "severity": "severity",
    "size": "size", "count": "count", "density": "density", "certainty": "certainty",
    "temporal": "temporal", "presence": "presence",
}  # fmt: skip
"""Attribute of the check -> axis of the written families."""

WORDS = range(4, 41)  # shorter sentences have no other wording, longer ones state too much


@dataclass(frozen=True, slots=True)
class Anchor:
    """A sentence with the attribute that its family is about.

    Attributes:
        key: Id of its report.
        text: The sentence.
        attribute: One of `AXES`.
        body_part: Body part and modality of its report.
    """

    key: str
    text: str
    attribute: str
    body_part: str


def anchors(
    reports: Iterable[Report], refuse: Refuse, *, limit: int | None = None, clean: bool = False
) -> Iterator[Anchor]:
    """One sentence a report, each once, about the attribute that was chosen least so far.

    Args:
        reports: A corpus.
        refuse: Called with the id of each report that is left out, and why.
        limit: At most so many; None = all.
        clean: Whether names, dates, numbers and places are taken out by rules.

    Yields:
        Anchors, in order of their reports.

    >>> reports = [Report(str(i), findings="Small left pleural effusion.") for i in range(3)]
    >>> told = []
    >>> [a.attribute for a in anchors(reports, lambda key, fault: told.append(fault.code))]
    ['laterality']
    >>> told
    ['no_sentence', 'no_sentence']
    """
    used: Counter[str] = Counter()
    seen: set[str] = set()
    for report in reports:
        if limit is not None and len(seen) == limit:
            return
        body = deidentify(report.body) if clean else report.body
        found = [
            (used[attribute], i, text, attribute)
            for text in dict.fromkeys(sentence.text for sentence in split_sentences(body))
            if text not in seen and len(text.split()) in WORDS
            for i, attribute in enumerate(AXES)
            if _states(extract(text), attribute)
        ]
        if not found:
            fault = Fault("report", "no_sentence", "none new that states an attribute")
            refuse(report.report_id, fault)
            continue
        *_, text, attribute = min(found)
        used[attribute] += 1
        seen.add(text)
        place = f"{report.body_part} {report.modality}".strip()
        yield Anchor(report.report_id, text, attribute, place)


def _states(findings: Sequence[Finding], attribute: str) -> bool:
    """Whether an attribute is stated of what is there; a plain "definite" is not stated."""
    stated = [value_of(finding, attribute) for finding in findings if is_abnormal(finding)]
    return any(value not in (None, "definite") for value in stated)
