import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from radsearch.search.top import top


def plain(scores: np.ndarray, k: int) -> tuple[list[float], list[int]]:
    values = np.round(scores, 6)
    order = np.lexsort((np.arange(len(values)), -values))[:k]
    order = order[values[order] > 0]
    return values[order].tolist(), order.tolist()


@given(st.integers(0, 2**31), st.sampled_from([1, 5, 40]), st.sampled_from([1.0, 30.0, 1e-4]))
def test_the_best_of_many_are_those_of_a_full_sort(seed: int, k: int, spread: float) -> None:
    rng = np.random.default_rng(seed)
    scores = (spread * rng.standard_normal(6_000)).astype(np.float32)
    scores[rng.random(6_000) < 0.3] = np.round(scores[0], 1)  # a third of them tied
    values, positions = top(scores, k)
    assert (values.tolist(), positions.tolist()) == plain(scores, k)


@pytest.mark.parametrize("tied", [0.25, 1.0])
def test_ties_at_the_cut_go_by_position(tied: float) -> None:
    scores = np.full(5_000, np.float32(tied))
    scores[4_000] = 2
    values, positions = top(scores, 3)
    assert positions.tolist() == [4_000, 0, 1] and values.tolist() == [2, tied, tied]


def test_the_best_are_taken_with_ties_by_position():
    scores = np.array([0.1, 0.5, 0, 0.5 + 1e-8, 0.9, -1], np.float32)
    values, positions = top(scores, 3)
    assert positions.tolist() == [4, 1, 3] and values[1] == values[2]
    kept = np.array([True, True, True, False, False, True])
    assert top(scores, 9, kept)[1].tolist() == [1, 0]
