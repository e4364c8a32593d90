"""Checks during training, on what is kept out of it: report pairs and contrast families.

Nothing external is read here; decisions about the training are made on these numbers.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .backbone import Embed
from .rows import Family, Pair

Scores = NDArray[np.float32]


def recall_at_1(scores: Scores) -> float:
    """Expected fraction of queries whose own row is first, ties broken at random.

    Args:
        scores: (q, g), q <= g; the own row of query i is i.

    Returns:
        Between 0 and 1.

    >>> recall_at_1(np.array([[1.0, 1.0], [0.0, 2.0]], dtype=np.float32))
    0.75
    """
    own = np.diag(scores)[:, None]
    better = (scores > own).sum(1)
    tied = (scores == own).sum(1)
    return float(np.where(better == 0, 1.0 / tied, 0.0).mean())


def pair_recall(pairs: Sequence[Pair], embed: Embed) -> dict[str, float]:
    """R@1 of both directions over the given pairs."""
    left = embed([pair.left for pair in pairs]).numpy()
    right = embed([pair.right for pair in pairs]).numpy()
    scores = left @ right.T
    return {"f2i": recall_at_1(scores), "i2f": recall_at_1(scores.T)}


def family_accuracy(families: Sequence[Family], embed: Embed) -> dict[str, float]:
    """How often each kind of comparison comes out right.

    Args:
        families: Held-out families; those without a rewording or a copy are left out.
        embed: Texts to unit vectors.

    Returns:
        `trap` (the hardest rewording beats the nearest copy), `pair` (any rewording, any copy),
        `ladder` (neighbouring copies in order), and `trap/AXIS` for each axis. Each a fraction.
    """
    texts = [text for family in families for v in family.variants for text in v.texts]
    vectors = embed(texts).numpy()
    found: dict[str, list[float]] = defaultdict(list)
    start = 0
    for family in families:
        n_same = len(family.variants[0].texts)
        distances = [v.distance for v in family.variants for _ in v.texts]
        block = vectors[start : start + len(distances)]
        start += len(distances)
        own = block[0] @ block[1:].T
        same, copies = own[: n_same - 1], own[n_same - 1 :]
        if len(same) and len(copies):
            trap = (same[:, None] > copies[None, :]).mean()
            found["pair"].append(float(trap))
            found["trap"].append(float(same.min() > copies.max()))
            found[f"pair/{family.axis}"].append(float(trap))
        steps = list(pairwise(copies))
        found["ladder"] += [float(near > far) for near, far in steps]
    return {name: float(np.mean(values)) for name, values in sorted(found.items()) if values}
