import numpy as np
import pytest

from radsearch.search.hubness import NEAREST, SHARE, learn
from radsearch.search.whitening import FEW, fit

N, DIM = 60, 16


def unit(rows):
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def sides():
    rng = np.random.default_rng(0)
    asking = rng.standard_normal((N, DIM)) + 1.0
    searched = asking + 0.5 * rng.standard_normal((N, DIM))
    return unit(asking), unit(searched)


def cosines(whitening, asking, searched):
    """Of every searched vector (row) with every asking one, without any of the shortcuts."""
    q = unit((asking - whitening.query) @ whitening.matrix)
    d = unit((searched - whitening.gallery) @ whitening.matrix)
    return d @ q.T


def taken(asking, searched, bank):
    whitening = fit(asking, searched)
    hubness = learn(whitening, bank, N)
    return whitening, hubness.of(searched, whitening.lengths(searched), asking)


def test_it_is_the_mean_of_the_best_cosines_with_all_queries(sides):
    whitening, found = taken(*sides, bank=sides[0])
    best = np.sort(cosines(whitening, *sides), axis=1)[:, -NEAREST:]
    assert found == pytest.approx(SHARE * N / (N + FEW) * best.mean(axis=1), abs=5e-6)


def test_a_reports_own_section_counts_though_it_is_not_in_the_bank(sides):
    asking, searched = sides
    whitening, found = taken(asking, searched, bank=asking[1:31])
    every = cosines(whitening, asking, searched)[0]
    best = np.sort(every[:31])[-NEAREST:]  # the bank and its own, which is its best by far
    assert every[:31].argmax() == 0
    assert found[0] == pytest.approx(SHARE * N / (N + FEW) * best.mean(), abs=5e-6)


def test_of_nothing_nothing_is_taken(sides):
    asking, searched = (part.copy() for part in sides)
    whitening = fit(asking, searched)
    asking[3] = searched[3] = 0
    hubness = learn(whitening, asking[:0], N)
    found = hubness.of(searched, whitening.lengths(searched), asking)
    assert found[3] == 0
    assert (np.delete(found, 3) != 0).all()  # each its own query alone


def test_a_hub_loses_more_than_others(sides):
    asking, searched = (part.copy() for part in sides)
    searched[7] = unit(asking[10:20].mean(axis=0, keepdims=True))[0]
    asking[10:20] = unit(searched[7] + 0.05 * (asking[10:20] - asking[10:20].mean(axis=0)))
    whitening = fit(asking, searched)
    found = learn(whitening, asking, N).of(searched, whitening.lengths(searched), asking)
    assert found.argmax() == 7
