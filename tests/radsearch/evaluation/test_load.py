import pytest

from radsearch.evaluation.load import measure_load
from radsearch.warm import warm


def test_fifty_at_once_get_the_answers_that_one_gets(searcher):
    warm(searcher)
    found = measure_load(searcher, users=50, seconds=2.0, think=0.5)
    assert found.faults == {}
    assert found.searches >= 50
    assert found.p50_ms <= found.p95_ms


def test_faults_are_counted_not_raised(searcher):
    found = measure_load(searcher, users=2, seconds=0.2, think=0.05, queries=["???"])
    assert found.faults["QueryError"] >= 2
    assert found.searches == 0


@pytest.mark.slow
def test_threads_do_not_mix_their_answers(searcher):
    from concurrent.futures import ThreadPoolExecutor

    queries = ["left pneumothorax", "nodule", "no effusion", "pacemaker"] * 25

    def ask(query):
        return [(h.report_id, h.score) for h in searcher.query(query, 5, section="report")]

    alone = {query: ask(query) for query in set(queries)}
    with ThreadPoolExecutor(50) as pool:
        for query, found in zip(queries, pool.map(ask, queries), strict=True):
            assert found == alone[query]
