"""Equal vectors as one: radiology repeats its texts, and a graph of clones cannot be walked."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from radsearch.store.exact import Floats, Rows, settle

Mask = NDArray[np.bool_]

BLOCK = 16_384


class Groups:
    """Which rows of a matrix hold the same vector."""

    def __init__(self, group: Rows) -> None:
        self.group = group  # (n,) of each row; groups count from 0 in order of their first row
        self._order = np.argsort(group, kind="stable")
        counts = np.bincount(group)
        self._start = np.concatenate([[0], np.cumsum(counts)])
        self.first: Rows = self._order[self._start[:-1]]  # (g,) first row of each group

    @classmethod
    def of(cls, vectors: Floats) -> "Groups":
        """Group rows by a 64-bit hash of their bytes.

        >>> Groups.of(np.array([[1, 0], [0, 1], [1, 0]], np.float32)).group.tolist()
        [0, 1, 0]
        """
        factors = np.random.default_rng(0).integers(1, 2**63, vectors.shape[1], np.uint64) | 1
        keys = np.empty(len(vectors), np.uint64)
        for start in range(0, len(vectors), BLOCK):
            words = np.ascontiguousarray(vectors[start : start + BLOCK]).view(np.uint32)
            mixed = words.astype(np.uint64) * factors  # wraps around: a universal hash
            keys[start : start + BLOCK] = (mixed ^ (mixed >> np.uint64(29))).sum(1, dtype=np.uint64)
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        rank = np.empty(len(first), np.int64)
        rank[np.argsort(first)] = np.arange(len(first))
        return cls(rank[inverse])

    def kept(self, mask: Mask) -> Mask:
        """Which groups have at least one row that is kept, (g,)."""
        have = np.zeros(len(self.first), np.bool_)
        have[self.group[mask]] = True
        return have

    def best(
        self,
        vectors: Floats,
        query: Floats,
        candidates: Rows,
        k: int,
        mask: Mask | None = None,
    ) -> tuple[Floats, Rows]:
        """The k best rows of the candidate groups.

        Args:
            vectors: (n, dim).
            query: (dim,).
            candidates: Distinct groups.
            k: How many rows.
            mask: Rows that count, (n,); None = all.

        Returns:
            Scores (<= k,) descending and rows; equal scores by ascending row.
        """
        scores, first = settle(vectors, query, self.first[candidates], len(candidates))
        groups = self.group[first]
        sizes = self._start[groups + 1] - self._start[groups]
        if mask is None and sizes.sum() > k:  # those behind the k-th row, its ties apart
            last = np.searchsorted(np.cumsum(sizes), k)
            reach = np.searchsorted(-scores, -scores[last], side="right")
            groups, sizes, scores = groups[:reach], sizes[:reach], scores[:reach]
        starts = np.cumsum(sizes) - sizes
        found = self._order[np.repeat(self._start[groups] - starts, sizes) + np.arange(sizes.sum())]
        values = np.repeat(scores, sizes)
        if mask is not None:
            kept = mask[found]
            found, values = found[kept], values[kept]
        order = np.lexsort((found, -values))[:k]
        return values[order], found[order]


def open_groups(file: Path, vectors: Floats) -> Groups:
    """The groups kept in `file`, made there if they are missing or of other vectors."""
    try:
        group = np.load(file, allow_pickle=False)
        if len(group) == len(vectors):
            return Groups(group)
    except (OSError, ValueError, EOFError):
        pass
    groups = Groups.of(vectors)
    temporary = file.with_name(f"{file.stem}.tmp.npy")
    try:
        np.save(temporary, groups.group)
        temporary.replace(file)
    except OSError:  # read-only: they live as long as this process
        return groups
    return groups
