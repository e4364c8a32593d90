import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from radsearch.search.whitening import FEW, fit, shrunk_covariance


def unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def sections(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Pairs that agree in weak directions, under a strong mean and one strong direction."""
    rng = np.random.default_rng(seed)
    shared = 0.1 * rng.standard_normal((n, 16))
    parts = []
    for _ in range(2):
        rows = shared + 0.03 * rng.standard_normal((n, 16))
        rows[:, 0] = 2 + 0.2 * rng.standard_normal(n)
        rows[:, 1] = rng.standard_normal(n)
        parts.append(unit(rows))
    return parts[0], parts[1]


def recall(scores: np.ndarray) -> float:
    return float((scores.argmax(1) == np.arange(len(scores))).mean())


def test_what_all_reports_share_no_longer_hides_the_own_report():
    asking, searched = sections(400)
    space = fit(asking, searched)
    white = np.stack([space.scores(q, searched) for q in space.queries(asking)])
    assert recall(white) > 1.8 * recall(asking @ searched.T)


def test_scores_are_cosines_and_a_missing_section_scores_zero():
    asking, searched = sections(60)
    searched[7] = 0
    space = fit(asking, searched)
    scores = space.scores(space.queries(asking[:1])[0], searched)
    assert scores[7] == 0
    assert np.abs(scores).max() <= 1
    assert np.isfinite(space.matrix).all() and np.isfinite(space.gallery).all()


@given(st.integers(0, 40))
def test_a_score_depends_on_the_two_vectors_alone(at):
    asking, searched = sections(41, seed=1)
    space = fit(asking, searched)
    query = space.queries(asking)[3]
    assert space.scores(query, searched[at : at + 1])[0] == pytest.approx(
        space.scores(query, searched)[at], abs=2e-6
    )


def test_two_reports_are_left_almost_as_they_are():
    asking, searched = sections(2)
    space = fit(asking, searched)
    plain = (asking @ searched.T).argsort(1)
    white = np.stack([space.scores(q, searched) for q in space.queries(asking)])
    assert np.array_equal(white.argsort(1), plain)
    assert np.linalg.norm(space.gallery) < 3 / FEW


def test_nothing_to_learn_from_changes_nothing():
    none = np.zeros((3, 8), np.float32)
    space = fit(none, none)
    rows = unit(np.random.default_rng(0).standard_normal((4, 8)))
    assert np.allclose(space.queries(rows), rows, atol=1e-6)


def test_the_covariance_of_few_rows_is_drawn_to_its_mean_variance():
    rng = np.random.default_rng(2)
    few, many = (rng.standard_normal((n, 32)) for n in (5, 5000))
    assert np.linalg.cond(shrunk_covariance(few - few.mean(0))) < 3
    sharp = shrunk_covariance((many - many.mean(0)) * np.linspace(1, 3, 32))
    assert np.linalg.cond(sharp) > 6
    assert np.linalg.matrix_rank(np.cov(few.T)) < 32
