"""Lance's own approximate index, for large tables where FAISS is not installed."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.store.exact import Floats, Rows, settle, top_k

PAD = 16


class LanceEngine:
    """Asks the table's index for candidates, scores them again on the stored vectors.

    The metric is "dot" and is named in every query: "cosine" distances are doubled on quantised
    indexes, and a query without a metric is L2.
    """

    name = "lance"
    exact = False

    def __init__(
        self, vectors: Floats, column: str, table: Any, row_ids: NDArray[np.uint64]
    ) -> None:
        self.vectors = vectors
        self._column = column
        self._table = table
        self._order = np.argsort(row_ids, kind="stable")
        self._sorted = row_ids[self._order]

    def search(self, queries: Floats, k: int, rows: Rows | None) -> tuple[Floats, Rows]:
        """The k best; a filtered search is exact."""
        if rows is not None or not len(self.vectors):
            return top_k(self.vectors, queries, k, rows)
        scores = np.full((len(queries), k), -np.inf, np.float32)
        found = np.full((len(queries), k), -1, np.int64)
        for at, query in enumerate(queries):
            near = (
                self._table.search(query, vector_column_name=self._column)
                .distance_type("dot")
                .nprobes(64)
                .limit(2 * k + PAD)
                .select(["_distance"])
                .with_row_id(True)
                .to_arrow()
            )
            row_ids = near["_rowid"].to_numpy()
            candidates = self._order[np.searchsorted(self._sorted, row_ids)]
            best = settle(self.vectors, query, candidates, k)
            scores[at, : len(best[0])], found[at, : len(best[1])] = best
        return scores, found


def ensure_index(table: Any, section: str, n: int) -> None:
    """Build the table's index of a section's `n` vectors, if it has none; a new table version.

    Rows added later are found without it, by brute force; `radsearch compact` takes them in.
    """
    from lancedb.index import IvfSq

    if any(index.columns == [f"{section}_vec"] for index in table.list_indices()):
        return
    lists = int(np.clip(np.sqrt(n), 1, 4_096))
    table.create_index(
        f"{section}_vec",
        config=IvfSq(distance_type="dot", num_partitions=lists),
        name=f"{section}_vec_idx",
    )
