"""Whether two sentences contradict each other, from their vectors alone.

A network reads both vectors, in either order alike, and what the other heads say of them: how far
apart their logits of "absent" are, how surely one of them states a finding that the other denies,
how surely both say the same of one, and how near they are. Tallies over all findings follow,
because a sentence may state several of which one is denied.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.model import STATES, Floats, Heads, sigmoid

MARKS = 16
"""Numbers beside the vectors."""
MARK_SETS = (4, MARKS)
"""How many of them, from the first on, a head may read: heads of before this set read four."""
SHARE = np.float32(0.2)
"""Brings logits to the size of the other features."""
LEAST = np.float32(1e-4)
"""Added to a tally before its log."""


def pair_marks(heads: Heads, first: NDArray[Any], second: NDArray[Any]) -> Floats:
    """What the other heads say of pairs, (n, MARKS).

    Args:
        heads: With the certainty axis.
        first: (n, dim) vectors of sentences.
        second: (n, dim), each beside its row of `first`.

    Returns:
        Difference of "absent", opposed, agreed, cosine, then the tallies; of order 1.
    """
    a, b = (np.asarray(vectors, np.float32) for vectors in (first, second))
    certainty = heads.attributes["certainty"]
    column = certainty.names.index("absent")
    one, other = (certainty.logits(vectors)[:, column] for vectors in (a, b))
    (here, here_not), (there, there_not) = (
        [heads.states[state].logits(vectors) for state in STATES] for vectors in (a, b)
    )
    opposed = np.maximum(np.minimum(here, there_not), np.minimum(here_not, there))
    agreed = np.maximum(np.minimum(here, there), np.minimum(here_not, there_not))
    told = [np.abs(one - other), opposed.max(axis=1), agreed.max(axis=1)]
    near = (a * b).sum(axis=1)
    tallies = _tallies(*map(sigmoid, (here, here_not, there, there_not)))
    marks = [*(SHARE * part for part in told), near, *tallies]
    return np.stack(marks, axis=1).astype(np.float32)


def _tallies(here: Floats, here_not: Floats, there: Floats, there_not: Floats) -> list[Floats]:
    """Over all findings, (n,) each; the arguments are probabilities, (n, f).

    Opposed and agreed findings (sum, largest, log of the sum), how far apart the two are in what is
    present and in what is absent, how much of either both state, and how far apart those sums are.
    """
    opposed = here * there_not + here_not * there
    agreed = here * there + here_not * there_not
    out: list[Floats] = []
    for part in (opposed, agreed):
        total = part.sum(axis=1)
        out += [total, part.max(axis=1), SHARE * np.log(total + LEAST)]
    out += [np.abs(here - there).sum(axis=1), np.abs(here_not - there_not).sum(axis=1)]
    sums = [(x.sum(axis=1), y.sum(axis=1)) for x, y in ((here, there), (here_not, there_not))]
    out += [x + y for x, y in sums]
    out += [np.abs(x - y) for x, y in sums]
    return out


def contradiction(heads: Heads, first: NDArray[Any], second: NDArray[Any]) -> Floats:
    """(n,) probability that the second sentence denies what the first states, or the reverse.

    Args:
        heads: With a contradiction head; without one, how far apart the probabilities of "absent"
            are.
        first: (n, dim).
        second: (n, dim).

    Returns:
        Probabilities.
    """
    if heads.contradiction is None:
        held = heads.attributes["certainty"]
        at = held.names.index("absent")
        a, b = (sigmoid(held.logits(vectors)[:, at]) for vectors in (first, second))
        return np.asarray(np.abs(a - b), np.float32)
    marks = pair_marks(heads, first, second)[:, : heads.contradiction.marks]
    return sigmoid(heads.contradiction.logits(first, second, marks))
