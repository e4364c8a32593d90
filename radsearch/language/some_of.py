"""Counts of some of the things that were named: "one of which", "both left lower lobe nodules"."""

from collections.abc import Iterator, Sequence

from radsearch.language.mention import Mention
from radsearch.language.numbered import is_plural
from radsearch.language.phrase import Phrase

_BOTH = frozenset({"both"})
_ONE_SIDED = frozenset("left right lul lll rul rml rll".split())
_THEM = frozenset("which them these those".split())


def of_which(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, int, int]]:
    """One, for "three nodules, one of which has cavitated".

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.

    Yields:
        A mention, its count and the token that says it.
    """
    for index in range(len(phrase.said) - 2):
        if phrase.said[index : index + 2] != ["one", "of"] or phrase.said[index + 2] not in _THEM:
            continue
        clause = phrase.clause[index]
        behind = [m for m in mentions if m.start > index and phrase.clause[m.start] == clause]
        if behind and behind[0].start - index <= 6 and behind[0].status == "present":
            yield behind[0], 1, index


def both_of(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, int, int]]:
    """Two, for "both left upper lobe nodules", which are of one side.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.

    Yields:
        A mention, its count and the token that says it.
    """
    for index, word in enumerate(phrase.said if phrase.says(_BOTH) else ()):
        if word != "both" or _ONE_SIDED.isdisjoint(phrase.words(index + 1, index + 3)):
            continue
        following = [m for m in mentions if index < m.start <= index + 5]
        if following and is_plural(phrase, following[0].end - 1):
            yield following[0], 2, index
