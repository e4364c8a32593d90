"""Sentences of which one denies what the other states, whether the finding is recognised or not.

"Cortical thinning of the right kidney." turned into "No cortical thinning." is no finding that was
left out: it is denied.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from radsearch.language.sentence import Sentence
from radsearch.matching.copies import Copies
from radsearch.matching.reading import Reading, read_words
from radsearch.matching.record import Discrepancy, Kind, Span

_DENIAL = ("status", "negated")
_NEGATIONS = frozenset("no not without negative free none".split())
_RENAMED: tuple[Kind, ...] = ("missing", "added", "wording")


def name_flips(errors: Iterable[Discrepancy], copies: Copies) -> list[Discrepancy]:
    """Errors of what one text has alone, called "status" where the other turns its sentence round.

    Args:
        errors: Of a comparison.
        copies: Its sentences.

    Returns:
        As many errors, in the same order, of the same weight.
    """
    rows = _changed(copies.reference, copies.same_reference)
    others = _changed(copies.candidate, copies.same_candidate)
    pairs = [(a, b) for a, one in rows for b, other in others if flips(one, other)]
    return [_named(error, pairs) if pairs else error for error in errors]


def _changed(sentences: Sequence[Sentence], same: frozenset[int]) -> list[tuple[Sentence, Reading]]:
    return [(s, read_words(s.text)) for n, s in enumerate(sentences) if n not in same]


def _named(error: Discrepancy, pairs: Sequence[tuple[Sentence, Sentence]]) -> Discrepancy:
    if error.kind not in _RENAMED:
        return error
    for one, other in pairs:
        if _within(error.reference_spans, one) or _within(error.candidate_spans, other):
            denied = _DENIAL in read_words(other.text).values
            return replace(
                error,
                kind="status",
                reference="present" if denied else "absent",
                candidate="absent" if denied else "present",
                reference_spans=error.reference_spans or (Span(one.start, one.end),),
                candidate_spans=error.candidate_spans or (Span(other.start, other.end),),
            )
    return error


def _within(spans: Iterable[Span], sentence: Sentence) -> bool:
    return any(sentence.start <= span.start < sentence.end for span in spans)


def flips(one: Reading, other: Reading) -> bool:
    """Whether exactly one of two sentences denies, and the shorter has no word of its own.

    >>> flips(read_words("Mild cortical thinning."), read_words("No cortical thinning."))
    True
    >>> flips(read_words("Mild cortical thinning."), read_words("No hydronephrosis."))
    False
    """
    if (_DENIAL in one.values) == (_DENIAL in other.values):
        return False
    words = set(one.words) - _NEGATIONS, set(other.words) - _NEGATIONS
    short, long = sorted(words, key=len)
    return bool(short) and short <= long
