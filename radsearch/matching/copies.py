"""Which sentences of a candidate are copies of the reference's, whole or nearly.

A sentence that stands in both reports word for word tells nothing apart. One that differs in a word
or two tells a lot: there a difference is one of meaning far more often than in free wording.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from radsearch.language.sentence import Sentence, split_sentences
from radsearch.matching.reading import Reading, read_words, shared_words

NEAR = 0.6  # Dice overlap of words from which a sentence counts as a reworked copy


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
        unread: How many words of each are neither copied nor known to the lexicon.
    """

    reference: tuple[Sentence, ...]
    candidate: tuple[Sentence, ...]
    same_reference: frozenset[int]
    same_candidate: frozenset[int]
    near: tuple[tuple[int, int, float], ...]
    copied: tuple[float, float]
    unread: tuple[int, int]

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
    rows = [read_words(s.text) for s in left], [read_words(s.text) for s in right]
    orders = {r.words for r in rows[0]}, {r.words for r in rows[1]}
    same_left = frozenset(i for i, r in enumerate(rows[0]) if r.words in orders[1] or not r.words)
    same_right = frozenset(j for j, r in enumerate(rows[1]) if r.words in orders[0] or not r.words)
    near = _near(rows, same_left, same_right)
    twin = {i: rows[1][j] for i, j, _ in near}, {j: rows[0][i] for i, j, _ in near}
    shares = (_shares(rows[0], same_left, twin[0]), _shares(rows[1], same_right, twin[1]))
    return Copies(
        left,
        right,
        same_left,
        same_right,
        tuple(sorted(near)),
        (shares[0][0], shares[1][0]),
        (shares[0][1], shares[1][1]),
    )


def _near(
    rows: tuple[list[Reading], list[Reading]],
    same_left: frozenset[int],
    same_right: frozenset[int],
) -> list[tuple[int, int, float]]:
    scored = sorted(
        (
            (_dice(a, b), -i, -j)
            for i, a in enumerate(rows[0])
            if i not in same_left
            for j, b in enumerate(rows[1])
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
    return near


def _dice(a: Reading, b: Reading) -> float:
    total = len(a.words) + len(b.words)
    return 2 * shared_words(a, b) / total if total else 0.0


def _shares(
    rows: Sequence[Reading], same: Collection[int], twin: Mapping[int, Reading]
) -> tuple[float, int]:
    """Part of the words that are copied; number of those neither copied nor known."""
    total = copied = unread = 0
    for n, row in enumerate(rows):
        total += len(row.words)
        if n in same:
            copied += len(row.words)
            continue
        known = twin[n].words if n in twin else ()
        copied += shared_words(row, twin[n]) if n in twin else 0
        unread += sum(word in row.unread and word not in known for word in row.words)
    return (copied / total if total else 1.0), unread
