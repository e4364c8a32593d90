import os
from pathlib import Path

import pytest

from radsearch import compare
from radsearch.errors import CorpusError
from radsearch.evaluation.agreement import (
    Rated,
    agreement,
    kendall_tau_b,
    passes,
    radjudge_scores,
    radsim_scores,
)
from radsearch.evaluation.agreement_files import read_radjudge, read_rated, read_rexval, read_rows

SHARED = Path(os.environ.get("RADSEARCH_SHARED", Path(__file__).parents[4] / "shared"))
PAIRS = SHARED / "data" / "report_pairs_mit"
needs_pairs = [
    pytest.mark.shared,
    pytest.mark.skipif(not PAIRS.exists(), reason=f"no {PAIRS}: set RADSEARCH_SHARED"),
]


def test_tau_b_is_scipys():
    stats = pytest.importorskip("scipy.stats")
    a, b = [1, 2, 2, 3, 5, 4, 4], [2, 1, 3, 3, 4, 5, 1]
    assert kendall_tau_b(a, b) == pytest.approx(stats.kendalltau(a, b).statistic)


def test_the_mean_is_over_studies_and_a_study_of_one_does_not_count():
    rated = [
        Rated("s1", "r", "good", 0),
        Rated("s1", "r", "bad", 3),
        Rated("s2", "r", "bad", 0),
        Rated("s2", "r", "good", 3),
        Rated("s3", "r", "good", 1),
    ]
    found = agreement(rated, lambda pairs: [float(c == "good") for _, c in pairs])
    assert (found.within, found.studies, found.n) == (0.0, 2, 5)


def test_a_table_of_ones_own_is_read_by_its_column_names(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text('study_id,ref,hyp,rating\n7,a,b,"[1, 2]"\n', encoding="utf-8")
    assert read_rated(path) == [Rated("7", "a", "b", -1.5)]
    path.write_text("x,y\n1,2\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="has the columns x, y"):
        read_rated(path)


def test_rexval_errors_are_summed_over_categories_and_averaged_over_readers(tmp_path):
    pairs, errors = tmp_path / "pairs.csv", tmp_path / "errors.csv"
    pairs.write_text("study_number,gt_report,bleu,s_emb\n0,ref,one,two\n", encoding="utf-8")
    errors.write_text(
        "study_number,candidate_type,rater_index,error_category,num_errors\n"
        "0,bleu,1,1,2\n0,bleu,1,2,1\n0,bleu,2,1,1\n0,s_emb,1,1,0\n",
        encoding="utf-8",
    )
    found = read_rexval(pairs, errors)
    assert found == [Rated("0", "ref", "one", 2.0), Rated("0", "ref", "two", 0.0)]


@pytest.mark.parametrize("mark", [pytest.param(None, marks=needs_pairs)])
def test_radjudge_is_passed(mark):
    tests = read_radjudge(PAIRS / "crimson_radjudge.csv.gz")
    assert len(tests) == 30
    assert sum(passes(test, radjudge_scores(test)) for test in tests) >= 27
    assert sum(passes(test, radsim_scores(test)) for test in tests) >= 26


@pytest.mark.parametrize("mark", [pytest.param(None, marks=needs_pairs)])
def test_the_fixture_pairs_score_by_meaning_and_not_by_words(mark):
    rows = read_rows(PAIRS / "radeval_fixture_pairs.csv.gz")
    told = [row for row in rows if row["narrative"]]
    scores = [compare(row["ref"], row["hyp"], encoder="none").score for row in told]
    same = [
        score
        for row, score in zip(told, scores, strict=True)
        if "paraphrase" in row["narrative"] or "Exact match" in row["narrative"]
    ]
    assert len(same) == 2
    assert min(same) > 0.95
    assert sorted(scores)[-3] < 0.7
