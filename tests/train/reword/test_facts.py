from dataclasses import replace

import pytest

from radsearch.language import extract
from tests.train.reword.toy_answers import GOOD, REPORT
from train.reword.check import judge
from train.reword.facts import contradictions, new_sides, new_sizes
from train.reword.prompt import PARTS


def codes(part: str, text: str) -> set[str]:
    kept, faults = judge(REPORT, {part: text}, [part])
    assert bool(kept) != bool(faults)
    return {fault.code for fault in faults}


def test_an_answer_that_keeps_the_facts_is_kept_whole() -> None:
    kept, faults = judge(REPORT, GOOD, PARTS)
    assert kept == GOOD and faults == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("0.8 cm", "1.8 cm", "size"),
        ("On the left", "On the right", "laterality"),
        ("right upper lobe", "right lower lobe", "level"),
        ("mild pleural fluid", "large pleural effusion", "severity"),
        ("no pneumothorax is seen", "a pneumothorax is seen", "presence"),
        ("A nodule", "A possible nodule", "certainty"),
    ],
)
def test_a_rewording_with_one_wrong_fact_is_refused(old: str, new: str, code: str) -> None:
    assert old in GOOD["findings_rewrite"]
    assert code in codes("findings_rewrite", GOOD["findings_rewrite"].replace(old, new))


def test_a_rewording_that_leaves_findings_out_or_invents_them_is_refused() -> None:
    assert "radsim" in codes("findings_rewrite", "No pneumothorax.")
    invented = "Fracture of the left clavicle. Cardiomegaly. Emphysema. Pericardial effusion."
    assert "radsim" in codes("impression_rewrite", invented)


def test_a_copy_is_no_rewording() -> None:
    swapped = "No pneumothorax. 8 mm nodule in the right upper lobe. Small left pleural effusion."
    assert codes("findings_rewrite", swapped) == {"copied"}


def test_an_exchanged_word_counts_where_the_engine_knows_no_finding() -> None:
    report = replace(REPORT, findings="Odd streaks posteriorly.", impression="Odd streaks.")
    _, (fault,) = judge(report, {"findings_rewrite": "Streaks, anterior."}, ["findings_rewrite"])
    assert str(fault) == "findings_rewrite: exchanged (anterior for posterior)"
    kept, _ = judge(report, {"findings_rewrite": "Streaks at the back."}, ["findings_rewrite"])
    assert kept


def test_a_conclusion_may_weigh_what_is_absent_but_not_change_sides() -> None:
    assert not codes("reasoning", "Without pneumothorax, and no effusion on the right, observe.")
    assert "laterality" in codes("reasoning", "The right pleural effusion explains it.")
    assert "new_size" in codes("evidence", "Left effusion of 40 mm.")
    assert not codes("pattern", "Nodules above 6 mm in size need a follow-up.")


@pytest.mark.parametrize("answer", [None, [], "text", {}, {"pattern": 3}, {"pattern": "  "}])
def test_an_answer_of_another_form_is_refused_part_by_part(answer: object) -> None:
    kept, faults = judge(REPORT, answer, ["pattern"])
    assert kept == {} and [str(fault) for fault in faults] == ["pattern: schema (no text)"]


def test_faults_quote_nothing_of_the_text() -> None:
    _, faults = judge(REPORT, {"pattern": "Mrs Secret has a right pleural effusion."}, ["pattern"])
    assert faults and not any("Secret" in str(fault) for fault in faults)


def test_both_sides_are_left_and_right() -> None:
    both = extract("Bilateral pleural effusions.")
    each = extract("Left pleural effusion. Right pleural effusion.")
    assert contradictions(both, each) == contradictions(each, both) == []
    assert contradictions(both, extract("Left pleural effusion.")) == [
        ("laterality", "pleural_effusion")
    ]


def test_sizes_may_change_their_unit_and_round() -> None:
    assert new_sizes("About 5 cm by 12 mm.", "49 x 12 mm, and nodes of 8 mm.") == []
    assert new_sizes("A six-millimeter nodule.", "Nodule of 7 mm.") == ["6 mm"]


def test_sides_of_the_source_are_read_from_abbreviations_too() -> None:
    assert new_sides("Left base and right apex.", "LLL collapse, RUL nodule.") == []
    assert new_sides("Neither lung is congested.", "No congestion.") == []
