from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from radsearch import metrics

ids = st.lists(st.text(min_size=1, max_size=3), unique=True, min_size=1, max_size=8)
gains = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6)


@given(ids, st.data())
def test_recall_never_falls_as_k_grows(ranking, data):
    relevant = data.draw(st.sets(st.sampled_from(ranking), min_size=1))
    values = [metrics.recall_at_k(ranking, relevant, k) for k in range(1, 10)]
    assert values == sorted(values)
    assert values[-1] == 1.0


def test_a_query_without_relevant_reports_or_a_cutoff_below_one_is_refused():
    with pytest.raises(ValueError, match="relevant"):
        metrics.recall_at_k(["a"], [], 1)
    with pytest.raises(ValueError, match="k must be 1"):
        metrics.mrr_at_k(["a"], ["a"], 0)


@given(gains, st.integers(1, 7))
def test_expected_ndcg_is_the_mean_over_all_orders_of_ties(rows, k):
    scores = np.array([score for score, _ in rows], float)
    gain = np.array([g for _, g in rows], float)
    values = []
    for order in permutations(range(len(rows))):
        if all(scores[a] >= scores[b] for a, b in pairwise(order)):
            ranking = [str(i) for i in order]
            values.append(metrics.ndcg_at_k(ranking, {str(i): gain[i] for i in order}, k))
    assert metrics.expected_ndcg_at_k(scores, gain, k) == pytest.approx(np.mean(values))


@given(st.integers(0, 6), st.integers(1, 6), st.integers(1, 12))
def test_expected_recall_and_mrr_are_means_over_the_places_of_a_tie(higher, tied, k):
    ranks = np.arange(higher + 1, higher + tied + 1)
    h, t = np.array([higher]), np.array([tied])
    assert metrics.expected_recall_at_k(h, t, k)[0] == pytest.approx((ranks <= k).mean())
    mean = np.where(ranks <= k, 1 / ranks, 0).mean()
    assert metrics.expected_mrr_at_k(h, t, k)[0] == pytest.approx(mean)


@given(st.integers(2, 30), st.integers(0, 10_000))
def test_the_metrics_agree_with_pytrec_eval(n, seed):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    rng = np.random.default_rng(seed)
    grades = {str(i): int(g) for i, g in enumerate(rng.integers(0, 3, n))}
    grades["0"] = 2
    ranking = [str(i) for i in rng.permutation(n)]
    run = {"q": {report: float(n - place) for place, report in enumerate(ranking)}}
    judged = pytrec_eval.RelevanceEvaluator({"q": grades}, {"recall.5", "ndcg_cut.10"})
    theirs = judged.evaluate(run)["q"]
    relevant = {report for report, grade in grades.items() if grade > 0}
    assert metrics.recall_at_k(ranking, relevant, 5) == pytest.approx(theirs["recall_5"], abs=1e-6)
    assert metrics.ndcg_at_k(ranking, grades, 10) == pytest.approx(theirs["ndcg_cut_10"], abs=1e-6)
