"""Clauses behind "but" and "although" that speak of the same place as the one before them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_YET = frozenset({"but", "though", "although"})


def contrasted(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Mention]]:
    """Pairs of which the second only doubts or denies something where the first lies.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.

    Yields:
        Neighbours in two clauses.
    """
    for first, second in pairwise(mentions):
        if first.status != "present":
            continue
        if phrase.clause[second.start] - phrase.clause[first.start] != 1:
            continue
        if _doubts(phrase, second) or _denies_here(phrase, second):
            yield first, second


def _doubts(phrase: Phrase, second: Mention) -> bool:
    """Whether a clause only says what else it may be: "..., but a nodule is not excluded"."""
    start = phrase.clause_start(second.start)
    uncertain = second.status == "present" and second.certainty != "definite"
    return uncertain and phrase.said[start] in _YET


def _denies_here(phrase: Phrase, second: Mention) -> bool:
    """Whether "but no" goes on about the same place: "the left lung shows bands but no mass"."""
    start = phrase.clause_start(second.start)
    return second.status == "absent" and phrase.words(start, start + 2) == ["but", "no"]
