import numpy as np
import pytest

from radsearch import metrics
from radsearch.evaluation import retrieval_table, scorers, trec
from radsearch.evaluation.bootstrap import mean_interval, paired_p_value
from radsearch.evaluation.ceiling import recall_ceiling
from radsearch.evaluation.pairs import DIRECTIONS, Pairs
from radsearch.evaluation.retrieval import evaluate

FINDINGS = ["effusion left", "effusion right", "clear lungs", "clear lungs", "nodule upper lobe"]
IMPRESSIONS = ["left fluid effusion", "right effusion", "normal", "normal", "nodule"]


@pytest.fixture
def pairs():
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(5, 8)).astype(np.float32)
    vectors[3] = vectors[2]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    tags = [{"pleural_effusion"}, {"pleural_effusion"}, set(), set(), {"pulmonary_nodule"}]
    return Pairs(
        np.arange(5),
        [f"r{i}" for i in range(5)],
        {"findings": FINDINGS, "impression": IMPRESSIONS},
        {"findings": vectors, "impression": vectors},
        [frozenset(tag) for tag in tags],
        {"all": np.ones(5, bool)},
        None,
    )


def systems(pairs):
    makers = {"cosine": scorers.cosine, "tfidf": scorers.tfidf, "bm25": scorers.bm25}
    return {name: {d: make(pairs, d) for d in DIRECTIONS} for name, make in makers.items()}


def test_a_perfect_encoder_reaches_the_ceiling_that_repeated_texts_impose(pairs):
    result = evaluate(pairs, {"cosine": systems(pairs)["cosine"]})
    for row in result.rows:
        assert row.means["recall@1"] == pytest.approx(0.8)  # three sure, two at one half
        assert row.means["recall@1"] == pytest.approx(result.ceilings[row.direction][1])
        assert row.means["recall@5"] == pytest.approx(1.0)


def test_every_mean_in_the_table_is_the_mean_of_its_per_query_records(pairs):
    result = evaluate(pairs, systems(pairs))
    records = list(retrieval_table.per_query(result))
    for row in result.rows:
        mine = [r for r in records if (r["system"], r["direction"]) == (row.system, row.direction)]
        assert len(mine) == result.n
        for metric, mean in row.means.items():
            assert mean == pytest.approx(np.mean([r[metric] for r in mine]))


def test_the_table_names_gallery_ceiling_and_systems(pairs):
    result = evaluate(pairs, systems(pairs))
    text = retrieval_table.markdown(result)
    assert "5 reports with both sections; distinct findings 4, distinct impressions 4; " in text
    assert "| ceiling of repeated texts | 80.00" in text
    assert all(f"| {name} |" in text for name in ("cosine", "tfidf", "bm25"))
    assert "| all | 5 |" in retrieval_table.slices(result, "cosine")


def test_the_run_and_qrels_give_pytrec_eval_the_same_numbers(pairs, tmp_path):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    direction = "findings_to_impression"
    trec.write_run(tmp_path / "run", pairs, direction, scorers.cosine(pairs, direction), "cosine")
    trec.write_qrels(tmp_path / "qrels", pairs, graded=True)
    run, qrels = trec.read_run(tmp_path / "run"), trec.read_qrels(tmp_path / "qrels")
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10"}).evaluate(run)
    for query, scores in run.items():
        ranking = sorted(scores, key=lambda report: -scores[report])
        mine = metrics.ndcg_at_k(ranking, qrels[query], 10)
        assert mine == pytest.approx(theirs[query]["ndcg_cut_10"], abs=1e-6)
    assert qrels["r0"] == {"r0": 3, "r1": 2}
    assert qrels["r2"] == {"r2": 3, "r3": 2}


def test_the_ceiling_counts_copies_on_both_sides():
    assert recall_ceiling(["a", "b", "c"], ["x", "x", "y"], 1) == pytest.approx(2 / 3)
    assert recall_ceiling(["q", "q", "q"], ["x", "y", "z"], 2) == pytest.approx(2 / 3)
    assert recall_ceiling(["a", "b"], ["x", "y"], 1) == 1.0


def test_the_interval_widens_when_queries_come_in_clusters():
    values = np.repeat(np.random.default_rng(1).random(20), 10)
    single = mean_interval(values)
    clustered = mean_interval(values, clusters=[str(i // 10) for i in range(200)])
    assert clustered[1] - clustered[0] > 1.5 * (single[1] - single[0])


def test_a_real_difference_has_a_small_p_value_that_is_never_zero():
    rng = np.random.default_rng(2)
    a = rng.random(300)
    p = paired_p_value(a + 0.2 + 0.1 * rng.random(300), a)
    assert 0 < p <= 0.001
