"""Folds hits that say the same: templates and copies would fill a page otherwise."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from radsearch.hit import Hit

ALIKE = 0.9
"""Shared words over all words from which two reports are near duplicates."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Fold:
    """A hit, and those further down that repeat it."""

    hit: Hit
    copies: tuple[Hit, ...] = ()


def fold(hits: Sequence[Hit], alike: float = ALIKE) -> list[Fold]:
    """Hits without the near duplicates of a better one, which are listed beside it.

    Args:
        hits: Best first.
        alike: Jaccard index of the words from which two are the same; numbers count as words.

    Returns:
        In the order of the hits; a further hit never changes the folds before it.

    >>> [len(f.copies) for f in fold([Hit("a", 1, 1.0, findings="Clear."),
    ...                               Hit("b", 2, 0.9, findings="Clear.")])]
    [1]
    """
    kept: list[tuple[frozenset[str], Hit, list[Hit]]] = []
    for hit in hits:
        words = frozenset(_WORD.findall(f"{hit.findings}\n{hit.impression}".lower()))
        for other, _, copies in kept:
            if words and len(words & other) >= alike * len(words | other):
                copies.append(hit)
                break
        else:
            kept.append((words, hit, []))
    return [Fold(hit, tuple(copies)) for _, hit, copies in kept]
