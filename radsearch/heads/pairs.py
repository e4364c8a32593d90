"""Whether two sentences contradict each other, from their vectors alone.

A head on the absolute difference of the two vectors, so that the order does not matter, and on what
the other heads say of both: how far apart their logits of "absent" are, and how surely one of them
states a finding that the other denies, or both say the same of one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.model import STATES, Floats, Heads, sigmoid

EXTRA = 3
"""Features beside the difference of the vectors."""
SHARE = np.float32(0.2)
"""Brings logits to the size of the other features, so that one ridge suits all."""


def pair_features(heads: Heads, first: NDArray[Any], second: NDArray[Any]) -> Floats:
    """What the head reads, (n, dim + 3).

    Args:
        heads: With the certainty axis.
        first: (n, dim) vectors of sentences.
        second: (n, dim), each beside its row of `first`.

    Returns:
        |first - second| with features of order 1, then the three of the heads.
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
    extra = [np.abs(one - other), opposed.max(axis=1), agreed.max(axis=1)]
    wide = np.abs(a - b) * np.float32(np.sqrt(a.shape[1]))
    return np.concatenate([wide, SHARE * np.stack(extra, axis=1)], axis=1).astype(np.float32)


def contradiction(heads: Heads, first: NDArray[Any], second: NDArray[Any]) -> Floats:
    """(n,) probability that the second sentence denies what the first states, or the reverse.

    Args:
        heads: With a contradiction head; those of format 1 made before it fall back on how far
            apart the probabilities of "absent" are.
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
    return sigmoid(heads.contradiction.logits(pair_features(heads, first, second))[:, 0])
