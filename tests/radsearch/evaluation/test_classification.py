import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata, spearmanr
from sklearn.metrics import confusion_matrix, f1_score, roc_auc_score

from radsearch.evaluation.classification import (
    auroc,
    count,
    macro_interval,
    ranks,
    spearman,
    youden,
)

scores = st.lists(st.integers(0, 6), min_size=4, max_size=40)


@given(scores, st.integers(0, 9))
def test_auroc_is_that_of_sklearn(values, seed):
    x = np.array(values, float)
    y = np.random.default_rng(seed).random(len(x)) < 0.5
    if y.all() or not y.any():
        assert np.isnan(auroc(x, y))
        return
    assert auroc(x, y) == pytest.approx(roc_auc_score(y, x), abs=1e-12)


@given(scores, st.integers(0, 9))
def test_spearman_is_that_of_scipy(values, seed):
    x = np.array(values, float)
    y = np.random.default_rng(seed).integers(0, 5, len(x)).astype(float)
    assert np.array_equal(ranks(x), rankdata(x))
    if len(set(x)) > 1 and len(set(y)) > 1:
        assert spearman(x, y) == pytest.approx(spearmanr(x, y).statistic, abs=1e-12)
    else:
        assert np.isnan(spearman(x, y))


@given(scores, st.integers(0, 9))
def test_counts_are_those_of_sklearn(values, seed):
    said = np.array(values) > 3
    y = np.random.default_rng(seed).random(len(said)) < 0.5
    got = count(said, y)
    want = confusion_matrix(y, said, labels=[False, True]).ravel().tolist()
    assert [
        got.true_negatives, got.false_positives, got.false_negatives, got.true_positives
    ] == want  # fmt: skip
    if y.any() or said.any():
        assert got.f1 == pytest.approx(f1_score(y, said))


@given(scores, st.integers(0, 9))
def test_no_threshold_beats_youdens(values, seed):
    x = np.array(values, float)
    y = np.random.default_rng(seed).random(len(x)) < 0.5
    if y.all() or not y.any():
        return

    def gain(threshold):
        got = count(x >= threshold, y)
        return got.sensitivity + got.specificity

    assert gain(youden(x, y)) == pytest.approx(max(gain(t) for t in [*x, x.max() + 1]))


def test_the_interval_of_the_macro_auroc_holds_it():
    rng = np.random.default_rng(0)
    y = rng.random((300, 3)) < 0.3
    x = y + rng.normal(size=y.shape)
    low, high = macro_interval(x, y, draws=50)
    assert low < np.mean([auroc(x[:, t], y[:, t]) for t in range(3)]) < high
