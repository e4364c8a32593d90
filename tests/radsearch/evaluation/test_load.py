from radsearch.evaluation.load import InProcess, load_queries, measure_load
from radsearch.warm import warm


def test_fifty_at_once_get_the_answers_that_one_gets(searcher):
    warm(searcher)
    found = measure_load(InProcess(searcher), users=50, seconds=2.0, think=0.5)
    assert found.faults == {}
    assert found.searches >= 50
    assert found.p50_ms <= found.p95_ms
    assert found.cpu_ms > 0
    assert len(found.memory_mb) in (0, 4)


def test_everybody_asks_once_even_where_the_time_is_too_short_for_it(searcher):
    warm(searcher)
    assert measure_load(InProcess(searcher), users=5, seconds=0.0, think=0.1).searches >= 5


def test_faults_are_counted_not_raised(searcher):
    target = InProcess(searcher)
    found = measure_load(target, users=2, seconds=0.2, think=0.05, queries=["???"])
    assert found.faults["QueryError"] >= 2
    assert found.searches == 0


def test_no_query_of_the_load_comes_twice():
    queries = load_queries()
    assert len(set(queries)) == len(queries) > 1000
    assert load_queries(1) != queries and set(load_queries(1)) == set(queries)
