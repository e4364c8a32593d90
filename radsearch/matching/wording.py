"""Changes in copied text that no recognised finding accounts for.

The extractor does not know every finding. In a text that is a copy but for a sentence, that
sentence is where the meaning changed, recognised or not.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from radsearch.language.radsim import is_abnormal
from radsearch.language.sentence import Sentence
from radsearch.matching.attributes import ACTIONABLE
from radsearch.matching.contrast import contrasts
from radsearch.matching.copies import Copies
from radsearch.matching.reading import nested, read_words
from radsearch.matching.record import Discrepancy, Kind, Mention, Span

WORD_ONLY = 0.7  # weight of a contrast word outside any recognised finding
UNREAD = 0.25  # weight of a changed sentence in which nothing is recognised to differ
REWORDED = 0.1  # the same where both sides state the same findings
DENIAL = 0.01  # weight of a dropped or added sentence that only denies
Values = frozenset[tuple[Kind, str]]
_NO_STATEMENT = re.compile(
    r"\b(?:views?|films?|radiographs?|projections?|technique|contrast|compar\w+|exam\w*|study|"
    r"protocol|sequences?|recommend\w*|correlat\w+|follow-?up|discussed|note[ds]? made)\b",
    re.IGNORECASE,
)


def word_errors(
    reference: Sequence[Mention],
    candidate: Sequence[Mention],
    copies: Copies,
    known: Sequence[Discrepancy],
) -> list[Discrepancy]:
    """Discrepancies of sentences that differ without a finding that was seen to differ.

    Args:
        reference: Mentions of the reference.
        candidate: Mentions of the candidate.
        copies: How the sentences pair.
        known: Discrepancies found so far; their sentences are left alone.

    Returns:
        One record a changed word class of a reworked copy, one a sentence otherwise.
    """
    stated = _stated(reference), _stated(candidate)
    left = _unexplained(copies.reference, copies.same_reference, (e.reference_spans for e in known))
    right = _unexplained(
        copies.candidate, copies.same_candidate, (e.candidate_spans for e in known)
    )
    found: list[Discrepancy] = []
    for i, j, overlap in copies.near:
        if i in left and j in right:
            same = bool(stated[0].get(i)) and stated[0].get(i) == stated[1].get(j)
            found += _reworked(copies.reference[i], copies.candidate[j], copies, overlap, same)
        left.discard(i)
        right.discard(j)
    return found + list(_unpaired(copies, left, right, stated))


def _stated(mentions: Iterable[Mention]) -> dict[int, set[tuple[str, str]]]:
    """By sentence: what it states."""
    found: dict[int, set[tuple[str, str]]] = {}
    for mention in mentions:
        what = mention.finding.finding, "abnormal" if is_abnormal(mention.finding) else ""
        for sentence in mention.sentences:
            found.setdefault(sentence, set()).add(what)
    return found


def _unexplained(
    sentences: Sequence[Sentence], same: frozenset[int], spans: Iterable[tuple[Span, ...]]
) -> set[int]:
    places = [span.start for group in spans for span in group]
    return {
        n
        for n, sentence in enumerate(sentences)
        if n not in same and not any(sentence.start <= p < sentence.end for p in places)
    }


def _reworked(
    left: Sentence, right: Sentence, copies: Copies, overlap: float, same: bool
) -> Iterator[Discrepancy]:
    sure = overlap * min(copies.copied) ** 2
    one, other = read_words(left.text), read_words(right.text)
    for kind, lost, made, share in contrasts(*_not_nested(one.values, other.values)):
        yield _error(kind, (lost, made), WORD_ONLY * share, sure, (left, right))
    gone = sorted(one.unread.difference(other.words))
    new = sorted(other.unread.difference(one.words))
    if gone or new:
        weight = REWORDED if same else UNREAD
        yield _error("wording", (" ".join(gone), " ".join(new)), weight, sure, (left, right))


def _not_nested(one: Values, other: Values) -> tuple[Values, Values]:
    """Both without the sites that lie in a site of the other or hold one; what both say aside."""
    changed = one - other, other - one
    sites = [{value for kind, value in side if kind == "location"} for side in changed]
    left, right = (
        frozenset(
            (kind, value)
            for kind, value in side
            if kind != "location" or not any(nested(value, site) for site in there)
        )
        for side, there in ((one, sites[1]), (other, sites[0]))
    )
    return left, right


def _unpaired(
    copies: Copies,
    left: set[int],
    right: set[int],
    stated: tuple[dict[int, set[tuple[str, str]]], dict[int, set[tuple[str, str]]]],
) -> Iterator[Discrepancy]:
    """Sentences that stand in one text alone; one error for each, or for each two of both."""
    of_reference, of_candidate = copies.copied
    sure = min(of_reference, of_candidate) ** 3
    rows = [
        (UNREAD if _states(stated[0], i, s) else DENIAL, s) for i, s in _at(copies.reference, left)
    ]
    others = [
        (UNREAD if _states(stated[1], j, s) else DENIAL, s) for j, s in _at(copies.candidate, right)
    ]
    rows.sort(key=lambda row: -row[0])
    others.sort(key=lambda row: -row[0])
    for (weight, one), (other_weight, other) in zip(rows, others, strict=False):
        yield _error("wording", ("", ""), max(weight, other_weight), sure, (one, other))
    for weight, sentence in rows[len(others) :]:
        yield _error("wording", ("", ""), weight, of_candidate**3, (sentence, None))
    for weight, sentence in others[len(rows) :]:
        yield _error("wording", ("", ""), weight, of_reference**3, (None, sentence))


def _at(sentences: Sequence[Sentence], places: set[int]) -> list[tuple[int, Sentence]]:
    return [(n, sentences[n]) for n in sorted(places)]


def _states(stated: dict[int, set[tuple[str, str]]], place: int, sentence: Sentence) -> bool:
    """Whether a sentence may state something that is not normal."""
    found = stated.get(place)
    if found:
        return any(status for _, status in found)
    return not _NO_STATEMENT.search(sentence.text)


def _error(
    kind: Kind,
    values: tuple[str, str],
    weight: float,
    sure: float,
    places: tuple[Sentence | None, Sentence | None],
) -> Discrepancy:
    spans = [(Span(s.start, s.end),) if s is not None else () for s in places]
    return Discrepancy(
        kind,
        "",
        *values,
        weight=weight,
        confidence=max(0.01, sure),
        actionable=weight >= ACTIONABLE,
        reference_spans=spans[0],
        candidate_spans=spans[1],
    )
