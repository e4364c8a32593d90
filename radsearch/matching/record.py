"""What a comparison consists of: mentions, matches, discrepancies, each with its places."""

from dataclasses import dataclass
from typing import Literal

from radsearch.language.finding import Finding

Kind = Literal[
    "missing",
    "added",
    "status",
    "location",
    "laterality",
    "severity",
    "morphology",
    "certainty",
    "temporal",
    "measurement",
    "count",
    "wording",
]
"""What is wrong: a finding left out or made up, or the attribute in which the two differ.

"wording": copied text was changed, and no finding or attribute is recognised in the change.
"""

Grade = Literal["correct", "partial", "incorrect", "missing", "added"]


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text: `text[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """One finding of a report with every place that states it.

    Attributes:
        finding: The record, with the attributes of all its mentions.
        spans: Where its own words stand, in order.
        sentences: Numbers of the sentences that hold them.
    """

    finding: Finding
    spans: tuple[Span, ...]
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One difference in meaning between reference and candidate.

    Attributes:
        kind: What differs.
        finding: Id of the finding it is about; "" where only a word is known to differ.
        reference: The value in the reference, as text; "" if nothing is said there.
        candidate: The value in the candidate.
        weight: How much it matters: clinical weight of the finding times the kind's share.
        confidence: How sure it is that meaning differs and not wording alone, in (0, 1].
        actionable: Whether it could change what is done for the patient.
        reference_spans: Where the reference says so.
        candidate_spans: Where the candidate says so.
    """

    kind: Kind
    finding: str
    reference: str
    candidate: str
    weight: float
    confidence: float
    actionable: bool
    reference_spans: tuple[Span, ...] = ()
    candidate_spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingMatch:
    """A finding of the reference beside its counterpart in the candidate; None = it has none."""

    grade: Grade
    reference: Finding | None
    candidate: Finding | None
    similarity: float
    reference_spans: tuple[Span, ...] = ()
    candidate_spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingMatches:
    """All matches by grade, in the order of the reference, added ones in the candidate's.

    Attributes:
        matched: Agree in all that both state.
        partial: Same finding, differ in an attribute.
        incorrect: One side denies what the other states.
        missing: In the reference alone.
        added: In the candidate alone.
    """

    matched: tuple[FindingMatch, ...] = ()
    partial: tuple[FindingMatch, ...] = ()
    incorrect: tuple[FindingMatch, ...] = ()
    missing: tuple[FindingMatch, ...] = ()
    added: tuple[FindingMatch, ...] = ()
