"""Sentence vectors of two reports aligned in both directions."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ALIGNED = 0.7  # cosine from which a sentence counts as said by the other report


@dataclass(frozen=True, slots=True)
class Directional:
    """How well each report's sentences are found in the other, by cosine.

    Attributes:
        forward: Mean over the reference's sentences of the best cosine in the candidate.
        backward: The same from the candidate to the reference.
        worst_forward: The reference's sentence that is found worst.
        worst_backward: The candidate's sentence that is found worst.
    """

    forward: float
    backward: float
    worst_forward: float
    worst_backward: float

    @property
    def score(self) -> float:
        """Mean of both directions and of their worst sentences: one bad sentence is half of it.

        >>> Directional(1.0, 0.8, 1.0, 0.2).score
        0.75
        """
        return (self.forward + self.backward + self.worst_forward + self.worst_backward) / 4


def align(
    reference: NDArray[np.float32], candidate: NDArray[np.float32]
) -> tuple[Directional, float]:
    """Directional alignment and Align-F1 of two reports' sentence vectors.

    Align-F1 is the harmonic mean of the parts of both reports' sentences whose best counterpart
    reaches a cosine of 0.7.

    Args:
        reference: (n, dim) unit vectors.
        candidate: (m, dim) unit vectors.

    Returns:
        The alignment, and Align-F1 in [0, 1]. Two empty reports agree; one empty, nothing does.

    >>> one = np.eye(2, dtype=np.float32)
    >>> align(one, one[:1])
    (Directional(forward=0.5, backward=1.0, worst_forward=0.0, worst_backward=1.0), 0.666...)
    """
    if not len(reference) or not len(candidate):
        value = float(len(reference) == len(candidate))
        return Directional(value, value, value, value), value
    cosine = reference @ candidate.T  # (n, m)
    ahead, back = cosine.max(axis=1), cosine.max(axis=0)
    found, backed = float((ahead >= ALIGNED).mean()), float((back >= ALIGNED).mean())
    f1 = 2 * found * backed / (found + backed) if found + backed else 0.0
    means = float(ahead.mean()), float(back.mean())
    return Directional(*means, float(ahead.min()), float(back.min())), f1
