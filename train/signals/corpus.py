"""A hospital's own reports as pairs, and which of them are kept for the comparison."""

from collections.abc import Sequence
from hashlib import blake2b

from ..rows import Pair


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
