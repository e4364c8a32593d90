from pathlib import Path

import numpy as np
import pytest

from radsearch.evaluation.authored import read_authored
from radsearch.evaluation.queries import JudgedQuery, measure, read_queries
from radsearch.evaluation.search_speed import measure_speed
from radsearch.evaluation.suites import make_pairs, measure_order
from tests.toy import ToyEncoder

CORPUS = Path(__file__).parents[3] / "data" / "corpus"


def test_the_development_queries_and_their_grades_are_read():
    queries = read_queries(CORPUS / "queries")
    assert len(queries) == 150 and all(query.gains for query in queries)
    assert {grade for query in queries for grade in query.gains.values()} == {1.0, 2.0}


def test_a_perfect_and_a_hopeless_query_score_1_and_0(searcher):
    queries = [
        JudgedQuery("q1", "cardiomegaly NOT pacemaker", "boolean", {"t-06": 2.0}),
        JudgedQuery("q2", "cardiomegaly AND pacemaker", "boolean", {"t-06": 2.0}),
        JudgedQuery("q3", "twin text", "keyword", {}),
    ]
    outcome = measure(searcher, queries)
    by_id = {score.qid: score for score in outcome.scores}
    assert by_id["q1"].ranking[0] == "t-06" and by_id["q1"].ndcg == 1
    assert by_id["q2"].ndcg == by_id["q3"].ndcg == 0
    assert outcome.ndcg == pytest.approx(np.mean([s.ndcg for s in outcome.scores]))
    assert outcome.by_style()["boolean"] == (2, 0.5)


def test_a_size_that_both_reports_give_is_no_contrast():
    def row(name, size, quote):
        said = {"finding": "bowel_wall_thickening", "presence": "present", "size_mm": size}
        return {"id": name, "annotations": [said | {"quote": quote}]}

    thin = row("a", 4.8, "The wall is thickened at 4.8 mm")
    both = row("b", 19, "thickened, 4.8 mm per wall, over 19 mm")
    grew = row("c", 19, "thickening of 19 mm, previously 4.8 mm")
    assert make_pairs([thin, both]) == []
    assert {pair.first for pair in make_pairs([thin, grew])} == {"a", "c"}


def test_pairs_differ_in_what_they_are_asked_for():
    rows = {row["id"]: row for row in read_authored(CORPUS / "authored")}
    pairs = make_pairs(rows.values(), per_finding=1)
    assert len({pair.axis for pair in pairs}) == 4 and len(pairs) >= 200
    for pair in pairs:
        if pair.axis != "polarity":
            continue
        wanted = "absent" if pair.query.startswith("no ") else "present"
        said = {
            ("absent" if a["temporal"] == "resolved" else a["presence"])
            for a in rows[pair.first]["annotations"]
            if a["finding"] == pair.finding
        }
        assert said == {wanted}


def test_order_is_counted_by_axis(searcher):
    from radsearch.evaluation.suites import OrderPair

    pairs = [
        OrderPair("polarity", "pneumothorax", "pneumothorax", "t-01", "t-02"),
        OrderPair("polarity", "pneumothorax", "pneumothorax", "t-02", "t-01"),
    ]
    (score,) = measure_order(searcher, pairs)
    assert (score.right, score.total, score.wrong) == (1, 2, (pairs[1],))


def test_speed_compares_the_searcher_with_its_parts():
    speed = measure_speed(ToyEncoder(32), 500, rounds=5)
    assert speed.n == 500 and speed.query_ms > 0 and speed.ratio == speed.query_ms / speed.raw_ms
