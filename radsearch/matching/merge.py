"""Repeated mentions of one finding in a report become one record.

A report says in its impression what its findings said before, and often names a thing twice in one
paragraph. Mentions of the same finding and presence are one if nothing that they state conflicts.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from radsearch.language.agreement import location_agreement
from radsearch.language.finding import Finding
from radsearch.language.sentence import Sentence
from radsearch.matching.record import Mention, Span

_FILLED = (
    "laterality", "location", "zone", "severity", "size_mm", "count", "density", "temporal",
    "prior_size_mm",
)  # fmt: skip
_PLACE = ("laterality", "zone", "size_mm", "severity")
_PART_OF = 0.7  # location_agreement of a part and its whole


def merge_mentions(findings: Sequence[Finding], sentences: Sequence[Sentence]) -> list[Mention]:
    """The findings of a report, each once, in the order of their first words.

    Args:
        findings: As extracted.
        sentences: Of the same text.

    Returns:
        One mention a finding, with the union of the attributes; the first statement wins.

    >>> from radsearch.language import extract
    >>> from radsearch.language.sentence import split_sentences
    >>> text = "Left effusion. The left effusion is small."
    >>> [m.finding.severity for m in merge_mentions(extract(text), split_sentences(text))]
    ['mild']
    """
    starts = [sentence.start for sentence in sentences]
    kept: list[Mention] = []
    for finding in findings:
        place = max(0, bisect_right(starts, finding.start) - 1)
        span = Span(finding.start, finding.end)
        twin = next((n for n, m in enumerate(kept) if is_same(m.finding, finding)), None)
        if twin is None:
            kept.append(Mention(finding, (span,), (place,)))
            continue
        old = kept[twin]
        sentences_of = old.sentences if place in old.sentences else (*old.sentences, place)
        kept[twin] = Mention(_union(old.finding, finding), (*old.spans, span), sentences_of)
    return kept


def is_same(a: Finding, b: Finding) -> bool:
    """Whether two mentions may speak of one thing: nothing that both state conflicts."""
    if a.finding != b.finding or a.presence != b.presence:
        return False
    for name in _PLACE:
        one, other = getattr(a, name), getattr(b, name)
        if one is not None and other is not None and one != other:
            return False
    return not (a.location and b.location and location_agreement(a.location, b.location) < _PART_OF)


def _union(a: Finding, b: Finding) -> Finding:
    values = {name: getattr(b, name) for name in _FILLED if getattr(a, name) is None}
    return replace(
        a,
        **{name: value for name, value in values.items() if value is not None},
        dimensions_mm=a.dimensions_mm or b.dimensions_mm,
        implied=a.implied and b.implied,
    )
