"""Optimal one-to-one matching of two small sets."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def best_assignment(gain: NDArray[np.floating]) -> list[tuple[int, int]]:
    """Pairs (row, column) of the one-to-one matching with the largest total gain.

    Rows and columns with no positive gain stay unmatched. Rows whose best columns differ are
    matched at once; only blocks of rows that compete are solved by the Hungarian method
    (Kuhn 1955, doi:10.1002/nav.3800020109).

    Args:
        gain: (n, m), 0 or more; n and m at least 1.

    Returns:
        Pairs in order of row; ties prefer the lower row and column.

    >>> best_assignment(np.array([[0.9, 0.8], [0.8, 0.1]]))
    [(0, 1), (1, 0)]
    """
    best = gain.argmax(axis=1)
    rows_won = np.flatnonzero(gain[np.arange(len(gain)), best] > 0)
    wanted = best[rows_won].tolist()
    if len(set(wanted)) == len(wanted):  # nobody competes, the usual case
        return list(zip(rows_won.tolist(), wanted, strict=True))
    pairs: list[tuple[int, int]] = []
    for rows, columns in _blocks(gain > 0):
        if len(rows) == 1:
            row = gain[rows[0], columns]
            pairs.append((rows[0], columns[int(row.argmax())]))
        elif len(columns) == 1:
            column = gain[rows, columns[0]]
            pairs.append((rows[int(column.argmax())], columns[0]))
        else:
            block = gain[np.ix_(rows, columns)]
            solved = _solve(block)
            pairs += [(rows[i], columns[j]) for i, j in solved if block[i, j] > 0]
    return sorted(pairs)


def _blocks(linked: NDArray[np.bool_]) -> list[tuple[list[int], list[int]]]:
    """Connected parts of the bipartite graph, each as its rows and columns."""
    blocks = []
    left = [int(i) for i in np.flatnonzero(linked.any(axis=1))]
    while left:
        rows = {left[0]}
        while True:
            columns = np.flatnonzero(linked[sorted(rows)].any(axis=0))
            grown = {int(i) for i in np.flatnonzero(linked[:, columns].any(axis=1))}
            if grown == rows:
                break
            rows = grown
        blocks.append((sorted(rows), [int(j) for j in columns]))
        left = [i for i in left if i not in rows]
    return blocks


def _solve(gain: NDArray[np.floating]) -> list[tuple[int, int]]:
    n, m = gain.shape
    if n > m:
        return sorted((i, j) for j, i in _solve(gain.T))
    cost: Sequence[Sequence[float]] = (gain.max() - gain).tolist()
    row_of = _shortest_paths(cost, n, m)
    return sorted((i - 1, j - 1) for j, i in enumerate(row_of) if j and i)


def _shortest_paths(cost: Sequence[Sequence[float]], n: int, m: int) -> list[int]:
    """The row (from 1) matched to each column (from 1) at least cost, n <= m, by potentials."""
    u, v = [0.0] * (n + 1), [0.0] * (m + 1)
    row_of, way = [0] * (m + 1), [0] * (m + 1)
    for i in range(1, n + 1):
        row_of[0], j0 = i, 0
        least, used = [float("inf")] * (m + 1), [False] * (m + 1)
        while row_of[j0]:
            used[j0] = True
            i0, delta, j1 = row_of[j0], float("inf"), 0
            for j in range(1, m + 1):
                if used[j]:
                    continue
                reduced = cost[i0 - 1][j - 1] - u[i0] - v[j]
                if reduced < least[j]:
                    least[j], way[j] = reduced, j0
                if least[j] < delta:
                    delta, j1 = least[j], j
            for j in range(m + 1):
                if used[j]:
                    u[row_of[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
        while j0:
            row_of[j0] = row_of[way[j0]]
            j0 = way[j0]
    return row_of
