"""A grade of an earlier study: "moderately enlarged, previously mild"."""

from collections.abc import Sequence

from radsearch.language.finding import Temporal
from radsearch.language.mention import Evidence
from radsearch.language.phrase import Phrase

RANK = {"trace": 0, "mild": 1, "moderate": 2, "severe": 3}
_EARLIER = frozenset({"previously", "formerly"})
_ENDS = frozenset(", . ; ) ( and but in on at".split())


def is_earlier(phrase: Phrase, start: int, end: int) -> bool:
    """Whether a grade only says how it was: "previously mild", not "previously mild edema".

    Args:
        phrase: The sentence taken apart.
        start: First token of the grade.
        end: Behind its last token.

    Returns:
        True if the grade is not that of today.
    """
    ends = end >= len(phrase.said) or phrase.said[end] in _ENDS
    return ends and not _EARLIER.isdisjoint(phrase.words(max(0, start - 1), start))


def graded_change(severity: object, evidence: Sequence[Evidence]) -> Temporal | None:
    """The change from an earlier grade to that of today; None if one of the two is not stated."""
    earlier = [RANK[str(item.value)] for item in evidence if item.axis == "prior_severity"]
    if not earlier or not isinstance(severity, str):
        return None
    now = RANK[severity]
    return "increased" if now > earlier[0] else "decreased" if now < earlier[0] else "stable"
