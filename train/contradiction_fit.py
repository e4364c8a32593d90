"""The contradiction head: pairs of sentences that deny each other, against pairs that do not."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.arrays import PAIR_PARTS
from radsearch.heads.model import Heads
from radsearch.heads.pairs import pair_marks

from .contradiction_pairs import Example

Floats = NDArray[np.float32]


def fit_contradiction(
    heads: Heads, examples: Sequence[Example], embed: Callable[[list[str]], Floats]
) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Weights of the head.

    Args:
        heads: Fitted; with tag states and attributes.
        examples: Pairs of the training part.
        embed: Vectors of sentences.

    Returns:
        Arrays "contradiction.project...", ".mix..." and ".out...", and what `heads.json` says.
    """
    from .contradiction_net import PairRecipe, fit_pair_heads

    labels = np.array([label for _, _, label in examples], np.bool_)
    first = embed([first for first, _, _ in examples])
    second = embed([other for _, other, _ in examples])
    marks = pair_marks(heads, first, second)
    head = fit_pair_heads(first, second, marks, labels, PairRecipe())
    arrays: dict[str, Floats] = {}
    for part in PAIR_PARTS:
        arrays[f"contradiction.{part}.weights"] = getattr(head, part).weights
        arrays[f"contradiction.{part}.bias"] = getattr(head, part).bias
    n = int(labels.sum())
    return arrays, {"contradictions": n, "others": len(labels) - n}
