import numpy as np
import pytest

from radsearch.evaluation.fusion_fit import NAMES, Scores, fit, handicapped, leg_scores, recall
from radsearch.report import Report
from radsearch.searcher import Searcher
from tests.toy import ToyEncoder


def random_scores(seed=0, queries=200, gallery=30):
    rng = np.random.default_rng(seed)
    values = rng.standard_normal((queries, gallery, len(NAMES)))
    own = rng.integers(0, gallery, queries)
    values[np.arange(queries), own, 0] += 2.5  # the cosine tells, the shared words a little
    values[np.arange(queries), own, 2] += 1.5
    same = np.zeros((queries, gallery), bool)
    same[np.arange(queries), own] = True
    return Scores(values, own, same)


def test_the_legs_that_tell_get_the_weight():
    weights = fit([random_scores()])
    assert weights[0] > weights[2] > max(abs(weights[[1, 3, 4, 5]]))
    assert recall(weights, random_scores(1)) > recall(np.eye(6)[0], random_scores(1))


def test_the_weights_are_where_the_likelihood_is_flat():
    scores = random_scores()
    weights = fit([scores])

    def likelihood(w):
        logits = scores.values @ w
        p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        spread = scores.values.std()
        return np.log(p[scores.same]).mean() - 1e-3 * spread**2 * (w @ w)

    best = likelihood(weights)
    for step in np.eye(6) * 0.3:
        assert likelihood(weights + step) < best > likelihood(weights - step)


def test_a_leg_that_says_the_same_of_every_report_gets_no_weight():
    scores = random_scores()
    scores.values[..., 3] = 0.5
    assert fit([scores])[3] == 0


def test_the_handicap_brings_the_cosine_down_to_the_words():
    scores = random_scores()
    scores.values[np.arange(200), scores.own, 1] += 1.0
    words = recall(np.eye(6)[1], scores)
    assert recall(np.eye(6)[0], scores) > words
    noisy = handicapped(scores)
    assert recall(np.eye(6)[0], noisy) == pytest.approx(words, abs=0.15)
    assert (noisy.values[..., 1:4] == scores.values[..., 1:4]).all()
    assert handicapped(noisy).values.shape == scores.values.shape


def test_the_scores_of_a_small_index_put_the_own_report_first(tmp_path):
    from indexer.build import build_index

    texts = {
        "a": ("The heart is enlarged. Small left effusion.", "Enlarged heart, left effusion."),
        "b": ("Lungs are clear.", "The lungs are clear."),
        "c": ("Right apical pneumothorax.", "Right pneumothorax."),
    }
    reports = [Report(i, findings=f, impression=p) for i, (f, p) in texts.items()]
    build_index(reports, tmp_path / "index", encoder=ToyEncoder(64))
    searcher = Searcher.open(tmp_path / "index", encoder=ToyEncoder(64))
    scores = leg_scores(searcher, "impression", np.array([0, 2]))
    assert scores.values.shape == (2, 3, len(NAMES))
    assert scores.same.tolist() == [[True, False, False], [False, False, True]]
    for leg in range(len(NAMES)):
        assert recall(np.eye(6)[leg], scores) == 1
