import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from radsearch.language.agreement import SEVERITY, TEMPORAL, ZONE
from radsearch.language.assignment import best_assignment
from radsearch.language.finding import Finding
from radsearch.language.radsim import WEIGHTS, radsim
from radsearch.language.radsim_matrix import radsim_matrix

IDS = [
    ("pleural_effusion", "pleura/fluid"),
    ("hemothorax", "pleura/fluid"),
    ("pneumothorax", "pleura/air"),
    ("pulmonary_nodule", "lung/nodular"),
    ("granuloma", "lung/nodular"),
    ("fracture", "bone/fracture"),
]


@st.composite
def a_finding(draw):
    def maybe(values):
        return draw(st.none() | values)

    finding, family = draw(st.sampled_from(IDS))
    return Finding(
        finding,
        family,
        presence=draw(st.sampled_from(["present", "absent"])),
        certainty=draw(st.sampled_from(["definite", "probable", "possible"])),
        laterality=maybe(st.sampled_from(["left", "right", "bilateral", "midline"])),
        location=maybe(st.sampled_from(["upper_lobe", "lower_lobe", "l4", "l4_l5", "t12"])),
        zone=maybe(st.sampled_from(ZONE)),
        severity=maybe(st.sampled_from(SEVERITY)),
        size_mm=maybe(st.floats(0.5, 200)),
        count=maybe(st.integers(1, 9) | st.sampled_from(["few", "multiple", "innumerable"])),
        density=maybe(st.sampled_from(["solid", "ground_glass", "calcified", "fluid"])),
        temporal=maybe(st.sampled_from([*TEMPORAL, "chronic"])),
    )


reports = st.lists(a_finding(), max_size=6)


def test_the_golden_case_of_the_paper_is_reproduced():
    a = Finding(
        "pulmonary_nodule", "lung/nodular", laterality="bilateral", location="upper_lobe",
        severity="mild", size_mm=8.0,
    )  # fmt: skip
    b = replace(a, laterality="left", severity="moderate")
    found = radsim(a, b)
    weights = sum(part.weight for part in found.parts.values())
    assert weights == pytest.approx(6.30)
    assert found.score == pytest.approx(5.32 / 6.30)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(a_finding(), a_finding())
def test_findings_score_symmetrically_within_bounds_and_themselves_fully(a, b):
    assert radsim(a, b).score == radsim(b, a).score
    assert 0.0 <= radsim(a, b).score <= 1.0
    assert radsim(a, a).score == pytest.approx(1.0)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports, reports)
def test_reports_score_symmetrically_within_bounds_and_themselves_fully(a, b):
    assert radsim(a, b).score == radsim(b, a).score
    assert 0.0 <= radsim(a, b).score <= 1.0
    assert radsim(a, a).score == pytest.approx(1.0)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(a_finding(), st.sampled_from(["laterality", "zone", "severity", "size_mm", "density"]))
def test_an_attribute_that_one_side_leaves_out_is_not_counted(a, name):
    bare = replace(a, **{name: None})
    assert radsim(a, bare).score == pytest.approx(1.0)
    assert name.removesuffix("_mm") not in radsim(a, bare).parts


@pytest.mark.parametrize(
    ("name", "scale"),
    [
        ("severity", SEVERITY),
        ("temporal", TEMPORAL),
        ("zone", ZONE),
        ("density", ("ground_glass", "part_solid", "solid", "calcified")),
        ("size_mm", (8.0, 9.0, 12.0, 16.0, 30.0)),
        ("count", (1, 2, "few", "multiple", "innumerable")),
        ("location", ("l1", "l2", "l4", "s1")),
        ("location", ("upper_lobe", "middle_lobe", "lower_lobe")),
    ],
)
def test_a_value_further_away_on_the_axis_never_scores_higher(name, scale):
    first = Finding("pulmonary_nodule", "lung/nodular", **{name: scale[0]})
    scores = [radsim(first, replace(first, **{name: value})).score for value in scale]
    assert all(a > b for a, b in pairwise(scores)) or scores[-1] == scores[-2] == min(scores)


def test_certainty_runs_from_absent_to_definite_and_opposites_are_capped():
    sure = Finding("pneumonia", "lung/airspace", laterality="left", location="lower_lobe")
    steps = [
        sure,
        replace(sure, certainty="probable"),
        replace(sure, certainty="possible"),
        replace(sure, presence="absent"),
    ]
    scores = [radsim(sure, step).score for step in steps]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] <= 0.15
    assert radsim(sure, steps[-1]).contradictions == ("presence",)


def test_a_critical_miss_costs_more_than_an_incidental_one():
    critical = Finding("pneumothorax", "pleura/air")
    old = Finding("granuloma", "lung/nodular")
    assert radsim([critical, old], [critical]).score > radsim([critical, old], [old]).score


def test_more_false_findings_score_lower():
    truth = [Finding("cardiomegaly", "heart/size")]
    wrong = [Finding(*item) for item in IDS]
    scores = [radsim(truth, wrong[:n]).score for n in range(1, 5)]
    assert all(a > b for a, b in pairwise(scores))


def test_denials_beside_a_finding_hardly_count():
    opacity = Finding("airspace_opacity", "lung/airspace")
    denial = Finding("pneumothorax", "pleura/air", presence="absent")
    assert radsim([opacity], [opacity, denial]).score == pytest.approx(1.0)


def test_a_finding_against_a_list_is_refused():
    with pytest.raises(TypeError, match="not one of each"):
        radsim(Finding("fracture", "bone/fracture"), [])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(reports, max_size=5), st.lists(reports, max_size=4))
def test_the_matrix_holds_the_same_numbers(a, b):
    square, cross = radsim_matrix(a), radsim_matrix(a, b)
    for i, first in enumerate(a):
        for j, second in enumerate(a):
            assert square[i, j] == pytest.approx(radsim(first, second).score, abs=1e-6)
        for j, second in enumerate(b):
            assert cross[i, j] == pytest.approx(radsim(first, second).score, abs=1e-6)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10_000))
def test_the_assignment_is_the_best_of_all(n, m, seed):
    from itertools import permutations

    gain = np.random.default_rng(seed).random((n, m)).round(2)
    gain[gain < 0.4] = 0.0
    wide = gain if n <= m else gain.T
    best = max(
        sum(wide[i, j] for i, j in enumerate(columns))
        for columns in permutations(range(wide.shape[1]), wide.shape[0])
    )
    pairs = best_assignment(gain)
    assert sum(gain[i, j] for i, j in pairs) == pytest.approx(best)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)


def test_the_matrix_is_fast_enough_for_training():
    rng = np.random.default_rng(0)
    sides = ["left", "right", None]
    made = [
        [Finding(*IDS[rng.integers(6)], laterality=sides[rng.integers(3)]) for _ in range(9)]
        for _ in range(60)
    ]
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        radsim_matrix(made, made)
        best = max(best, (60 * 9) ** 2 / (time.process_time() - start))
    assert best > 20_000  # finding pairs a second; 330,000 measured on a busy core
    assert sum(WEIGHTS.values()) == pytest.approx(8.6)
