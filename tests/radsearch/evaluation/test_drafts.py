import pytest

from radsearch import Report
from radsearch.errors import CorpusError
from radsearch.evaluation.cost import measure_costs
from radsearch.evaluation.drafts import paired, score_drafts

REFERENCES = [
    Report("a", findings="Small left pleural effusion."),
    Report("b", findings="Large right pneumothorax."),
    Report("c", findings="Clear lungs."),
]


def drafts(*texts):
    return [Report(name, findings=text) for name, text in zip("abc", texts, strict=True)]


def test_the_worst_draft_comes_first_and_kinds_are_counted():
    found = score_drafts(
        REFERENCES, drafts("Small right pleural effusion.", "Clear lungs.", "Clear lungs.")
    )
    assert [row[0] for row in found.worst(3)] == ["b", "a", "c"]
    assert found.by_kind["laterality"] == 1
    assert found.mean("n_actionable")[0] == pytest.approx(2 / 3)


def test_a_reference_without_a_draft_counts_as_an_empty_draft():
    found = score_drafts(REFERENCES, drafts("Small left pleural effusion.", "", "")[:1])
    assert found.missing == ("b", "c")
    assert found.values["score"][0] == 1.0
    assert found.values["score"][1] < 0.5


def test_drafts_of_other_studies_are_refused():
    with pytest.raises(CorpusError, match="none of 1 drafts"):
        score_drafts(REFERENCES, [Report("z", findings="Clear lungs.")])


def test_two_systems_are_compared_report_by_report():
    good = score_drafts(REFERENCES, REFERENCES)
    bad = score_drafts(REFERENCES, drafts("Clear lungs.", "Clear lungs.", "Clear lungs."))
    difference, p = paired(good, bad)["score"]
    assert difference > 0
    assert 0 < p <= 1
    assert paired(good, good)["score"] == (0.0, 1.0)


def test_a_cost_is_time_over_the_pairs_behind_the_warm_up():
    calls = []
    costs = measure_costs([("a", "b")] * 5, {"x": lambda p: calls.append(len(p)) or []}, warm=2)
    assert calls == [2, 3]
    assert costs["x"].pairs == 3
    assert costs["x"].seconds_per_1000 >= 0
