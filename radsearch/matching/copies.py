"""Which sentences of a candidate are copies of the reference's, whole or nearly.

A sentence that stands in both reports word for word tells nothing apart. One that differs in a word
or two tells a lot: there a difference is one of meaning far more often than in free wording.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from radsearch.language.sentence import Sentence, split_sentences

NEAR = 0.6  # Dice overlap of words from which a sentence counts as a reworked copy
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[a-z]+")
_FILLER = frozenset(
    "a an the is are was were be been there this that these those it its of in at on to with and "
    "has have seen noted identified present demonstrated visualized evident again".split()
)


def words(text: str) -> tuple[str, ...]:
    """Words and numbers in lower case, without those that carry no fact.

    >>> words("There is an 8 mm nodule in the left lung.")
    ('8', 'mm', 'nodule', 'left', 'lung')
    """
    return tuple(word for word in _TOKEN.findall(text.lower()) if word not in _FILLER)


@dataclass(frozen=True, slots=True)
class Copies:
    """The sentences of both reports and how they pair as copies.

    Attributes:
        reference: Sentences of the reference.
        candidate: Sentences of the candidate.
        same_reference: Numbers of the reference's sentences that the candidate repeats.
        same_candidate: Numbers of the candidate's sentences that the reference has.
        near: Pairs (reference, candidate) of reworked copies with their overlap.
        copied: Part of each report's words that the other has in a copy, in [0, 1]: (reference,
            candidate).
    """

    reference: tuple[Sentence, ...]
    candidate: tuple[Sentence, ...]
    same_reference: frozenset[int]
    same_candidate: frozenset[int]
    near: tuple[tuple[int, int, float], ...]
    copied: tuple[float, float]

    def overlap(self, reference: Sequence[int], candidate: Sequence[int]) -> float:
        """The largest overlap of any of these sentences as copies; 0 if none is one."""
        found = [o for i, j, o in self.near if i in reference and j in candidate]
        return max(found, default=0.0)


def find_copies(reference: str, candidate: str) -> Copies:
    """Pair the sentences of two texts that are copies of each other.

    Args:
        reference: A report.
        candidate: Another.

    Returns:
        The pairs; each sentence is in one at most.

    >>> copies = find_copies("No effusion. Clear lungs. Old left rib fracture.",
    ...                      "Clear lungs. Old right rib fracture.")
    >>> copies.same_reference, copies.near
    (frozenset({1}), ((2, 1, 0.75),))
    """
    left, right = tuple(split_sentences(reference)), tuple(split_sentences(candidate))
    bags = [Counter(words(s.text)) for s in left], [Counter(words(s.text)) for s in right]
    orders = [words(s.text) for s in left], [words(s.text) for s in right]
    same_left = frozenset(i for i, w in enumerate(orders[0]) if not w or w in set(orders[1]))
    same_right = frozenset(j for j, w in enumerate(orders[1]) if not w or w in set(orders[0]))
    scored = sorted(
        (
            (_dice(bags[0][i], bags[1][j]), -i, -j)
            for i in range(len(left))
            if i not in same_left
            for j in range(len(right))
            if j not in same_right
        ),
        reverse=True,
    )
    near: list[tuple[int, int, float]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for overlap, i, j in scored:
        if overlap >= NEAR and -i not in used[0] and -j not in used[1]:
            near.append((-i, -j, overlap))
            used[0].add(-i)
            used[1].add(-j)
    common = [(bags[0][i] & bags[1][j]).total() for i, j, _ in near]
    copied = (
        _share(bags[0], same_left, sum(common)),
        _share(bags[1], same_right, sum(common)),
    )
    return Copies(left, right, same_left, same_right, tuple(sorted(near)), copied)


def _dice(a: Counter[str], b: Counter[str]) -> float:
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 0.0


def _share(bags: Sequence[Counter[str]], same: Collection[int], common: int) -> float:
    total = sum(bag.total() for bag in bags)
    return (sum(bags[i].total() for i in same) + common) / total if total else 1.0
