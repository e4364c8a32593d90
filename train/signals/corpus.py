"""A hospital's own reports as pairs, in batches of reports that the encoder confuses."""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ..rows import Pair
from .wording import augmented

NEIGHBOURS = 32
HARD = 0.25
"""Share of the batches made of near neighbours. Three in four taught nothing: in chest radiographs
neighbours are normal reports whose impressions answer each other (train/LOG.md)."""


def text_groups(pairs: Sequence[Pair]) -> list[int]:
    """For each pair the number of its text group: pairs that share either text are in one.

    >>> text_groups([Pair("a", "x", "1"), Pair("b", "x", "2"), Pair("c", "y", "3")])
    [0, 0, 2]
    """
    parent = list(range(len(pairs)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    first: dict[tuple[int, str], int] = {}
    for i, pair in enumerate(pairs):
        for key in ((0, _plain(pair.left)), (1, _plain(pair.right))):
            a, b = root(first.setdefault(key, i)), root(i)
            parent[max(a, b)] = min(a, b)
    return [root(i) for i in range(len(pairs))]


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def split_pairs(pairs: Sequence[Pair], held_out: float) -> tuple[list[Pair], list[Pair]]:
    """Training and held-out pairs; no text of one part is in the other.

    Args:
        pairs: All pairs.
        held_out: Share of the text groups that is kept out, chosen by the hash of their texts.

    Returns:
        The two parts.
    """
    train: list[Pair] = []
    kept: list[Pair] = []
    groups = text_groups(pairs)
    for pair, group in zip(pairs, groups, strict=True):
        digest = blake2b(_plain(pairs[group].right).encode(), digest_size=4).digest()
        share = int.from_bytes(digest, "big") / 2**32
        (kept if share < held_out else train).append(pair)
    return train, kept


def neighbours(vectors: NDArray[np.float32], k: int = NEIGHBOURS) -> NDArray[np.int64]:
    """Of each row the `k` rows with the highest cosine, itself left out, (n, min(k, n - 1))."""
    k = min(k, len(vectors) - 1)
    found = np.empty((len(vectors), k), dtype=np.int64)
    for start in range(0, len(vectors), 512):
        scores = vectors[start : start + 512] @ vectors.T
        own = np.arange(start, start + len(scores))
        scores[np.arange(len(scores)), own] = -2.0
        found[start : start + 512] = np.argsort(-scores, axis=1, kind="stable")[:, :k]
    return found


class CorpusPairs:
    """Draws batches; in most of them groups of reports that lie close together.

    Args:
        pairs: Findings and impression of the training part.
        near: For each pair, indices of the pairs whose vectors lie nearest; None = at random.

    Raises:
        ValueError: If there are no pairs.
    """

    def __init__(self, pairs: Sequence[Pair], near: NDArray[np.int64] | None = None):
        if not pairs:
            raise ValueError("no report has both findings and impression: nothing to learn from")
        self._pairs = list(pairs)
        self._near = near

    def draw(self, rng: np.random.Generator, n: int) -> list[Pair]:
        """At most `n` distinct pairs: seeds, each with four of its nearest neighbours."""
        order = rng.permutation(len(self._pairs)).tolist()
        chosen: dict[int, None] = {}
        hard = self._near is not None and rng.random() < HARD
        for i in order:
            if len(chosen) >= n:
                break
            chosen.setdefault(i)
            if hard and self._near is not None:
                for j in rng.permutation(self._near.shape[1])[:4]:
                    chosen.setdefault(int(self._near[i, j]))
        return [self._augmented(self._pairs[i], rng) for i in list(chosen)[:n]]

    @staticmethod
    def _augmented(pair: Pair, rng: np.random.Generator) -> Pair:
        return Pair(
            augmented(pair.left, rng), augmented(pair.right, rng, impression=True), pair.study
        )
