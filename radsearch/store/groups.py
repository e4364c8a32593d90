"""Equal vectors as one: radiology repeats its texts, and a graph of clones cannot be walked."""

from pathlib import Path

import numpy as np

from radsearch.store.exact import Floats, Rows, settle

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

    def kept(self, mask: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Rows:
        """Groups of which at least one row is kept, ascending."""
        return np.unique(self.group[mask])

    def best(
        self,
        vectors: Floats,
        query: Floats,
        candidates: Rows,
        k: int,
        mask: "np.ndarray[tuple[int], np.dtype[np.bool_]] | None" = None,
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
        rows: list[Rows] = []
        taken: list[Floats] = []
        total = 0
        for score, group in zip(scores, self.group[first], strict=True):
            if total >= k and score < taken[-1][0]:
                break
            members = self._order[self._start[group] : self._start[group + 1]]
            if mask is not None:
                members = members[mask[members]]
            members = members[:k]  # equal scores: the first ones win
            if len(members):
                rows.append(members)
                taken.append(np.full(len(members), score, np.float32))
                total += len(members)
        if not rows:
            return np.empty(0, np.float32), np.empty(0, np.int64)
        found, values = np.concatenate(rows), np.concatenate(taken)
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
