"""R@1 of findings -> impression and back by exact cosine, expected over ties."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder


def expected_recall_at_1(scores: NDArray[np.float32], tolerance: float = 1e-6) -> float:
    """Expected share of queries whose own column is first when equal scores are in random order.

    Args:
        scores: (q, q); query i belongs to column i.
        tolerance: Scores this close are equal.

    Returns:
        A fraction.

    >>> expected_recall_at_1(np.array([[1.0, 1.0], [0.0, 2.0]], dtype=np.float32))
    0.75
    """
    own = np.diag(scores)[:, None]
    better = (scores > own + tolerance).sum(1)
    tied = (np.abs(scores - own) <= tolerance).sum(1)
    return float(np.where(better == 0, 1.0 / tied, 0.0).mean())


def recall_both_ways(
    encoder: Encoder, findings: Sequence[str], impressions: Sequence[str]
) -> dict[str, float]:
    """R@1 of both directions over one gallery of studies."""
    left = encoder.embed(findings, "findings")
    right = encoder.embed(impressions, "impression")
    scores = left @ right.T
    return {
        "findings -> impression R@1": expected_recall_at_1(scores),
        "impression -> findings R@1": expected_recall_at_1(scores.T),
    }
