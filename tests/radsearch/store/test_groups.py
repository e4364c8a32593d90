"""The best rows among groups of equal vectors, against looking at every row."""

import numpy as np
import pytest

from radsearch.store.groups import Groups


@pytest.mark.parametrize("seed", range(40))
def test_the_best_rows_are_those_of_looking_at_every_row(seed):
    rng = np.random.default_rng(seed)
    distinct = rng.integers(-1, 2, (int(rng.integers(1, 12)), 2)).astype(np.float32)
    vectors = distinct[rng.integers(0, len(distinct), int(rng.integers(1, 40)))]
    groups = Groups.of(vectors)
    query = rng.integers(-1, 2, 2).astype(np.float32)
    candidates = rng.permutation(len(groups.first))[: int(rng.integers(0, len(groups.first) + 1))]
    mask = None if seed % 3 == 0 else rng.random(len(vectors)) < 0.5
    k = int(rng.integers(1, 12))
    scores, rows = groups.best(vectors, query, candidates, k, mask)
    may = np.isin(groups.group, candidates) & (True if mask is None else mask)
    wanted = sorted((-float(vectors[row] @ query), row) for row in np.flatnonzero(may).tolist())[:k]
    assert rows.tolist() == [row for _, row in wanted]
    assert scores.tolist() == [-score for score, _ in wanted]


def test_a_group_is_kept_with_one_of_its_rows():
    groups = Groups.of(np.array([[1, 0], [0, 1], [1, 0], [1, 1]], np.float32))
    kept = groups.kept(np.array([False, False, True, True]))
    assert kept.tolist() == [True, False, True]
