from dataclasses import replace

import pytest

from radsearch import Report, compare
from radsearch.comparison import NUANCE, compare_batch
from tests.toy import ToyEncoder

REFERENCE = (
    "Small left pleural effusion. 8 mm nodule in the right upper lobe. No pneumothorax. "
    "Heart size is normal. Old healed fracture of the left clavicle."
)


def kinds(candidate, reference=REFERENCE):
    return [e.kind for e in compare(reference, candidate, encoder="none").errors if e.weight > 0.1]


def test_a_report_equals_itself():
    same = compare(REFERENCE, REFERENCE, encoder=ToyEncoder(64))
    assert (same.score, same.n_actionable, same.errors) == (1.0, 0, ())
    assert same.cosine == pytest.approx(1.0, abs=1e-5)
    assert same.directional.score == pytest.approx(1.0, abs=1e-5)
    assert same.align_f1 == 1.0


@pytest.mark.parametrize("text", ["", " ", "..."])
def test_a_text_without_words_equals_itself(text):
    assert compare(text, text, encoder=ToyEncoder(64)).score == 1.0


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("Small left", "Small right", "laterality"),
        ("Small left", "Large left", "severity"),
        ("8 mm", "24 mm", "measurement"),
        ("right upper lobe", "right lower lobe", "location"),
        ("No pneumothorax.", "Small right pneumothorax.", "status"),
        ("Small left pleural effusion. ", "", "missing"),
        ("Old healed", "Free intraperitoneal air. Old healed", "added"),
        ("8 mm nodule", "Possible 8 mm nodule", "certainty"),
        ("8 mm nodule", "Unchanged 8 mm nodule", None),
    ],
)
def test_one_changed_word_is_named_by_its_kind(old, new, kind):
    found = kinds(REFERENCE.replace(old, new))
    assert found[:1] == ([kind] if kind else [])


def test_spans_point_at_the_words_in_both_texts():
    candidate = REFERENCE.replace("Small left", "A small right")
    error = compare(REFERENCE, candidate, encoder="none").errors[0]
    left, right = error.reference_spans[0], error.candidate_spans[0]
    assert "effusion" in REFERENCE[left.start : left.end]
    assert "effusion" in candidate[right.start : right.end]


def test_leaving_out_normal_statements_costs_next_to_nothing():
    shorter = REFERENCE.replace("No pneumothorax. Heart size is normal. ", "")
    result = compare(REFERENCE, shorter, encoder="none")
    assert result.n_actionable == 0
    assert result.score > 0.97


def test_a_rewording_scores_better_than_a_copy_with_an_error():
    reworded = (
        "Old united break of the left clavicle. There is a little fluid in the left pleural space. "
        "Right upper lobe nodule of 0.8 cm. Cardiac silhouette normal; pleural air absent."
    )
    flipped = REFERENCE.replace("Small left", "Small right")
    right, wrong = compare_batch([(REFERENCE, reworded), (REFERENCE, flipped)], encoder="none")
    assert right.score > wrong.score


def test_what_the_reference_leaves_open_is_no_error():
    assert compare("Pleural effusion.", "Left pleural effusion.", encoder="none").errors == ()


def test_repeated_mentions_are_one_finding():
    report = Report("r", findings="Small left effusion.", impression="Left effusion.")
    found = compare(report, "Small left effusion.", encoder="none")
    assert found.n_actionable == 0
    assert len(found.findings.matched) == 1
    assert len(found.findings.matched[0].reference_spans) == 2


def test_missing_a_critical_finding_weighs_more_than_missing_an_incidental_one():
    reference = "Large right pneumothorax. Calcified granuloma in the left lung."
    without_critical, without_incidental = compare_batch(
        [
            (reference, "Calcified granuloma in the left lung."),
            (reference, "Large right pneumothorax."),
        ],
        encoder="none",
    )
    assert without_critical.score < without_incidental.score


def test_age_and_indication_weigh_findings():
    reference = Report("r", findings="Aortic atherosclerosis. Clear lungs.", age=80)
    old, young = compare_batch(
        [(reference, "Clear lungs."), (replace(reference, age=25), "Clear lungs.")], encoder="none"
    )
    assert young.score < old.score


def test_empty_texts_compare():
    assert compare("", "", encoder="none").score == 1.0
    assert compare("Left pneumothorax.", "", encoder="none").n_actionable == 1


def test_a_batch_gives_what_single_calls_give():
    pairs = [(REFERENCE, "Normal chest."), ("Normal chest.", REFERENCE)]
    encoder = ToyEncoder(64)
    batch = compare_batch(pairs, encoder=encoder)
    assert [b.score for b in batch] == [compare(*p, encoder=encoder).score for p in pairs]


def test_the_cosine_decides_between_texts_with_the_same_errors():
    encoder = ToyEncoder()
    near = compare("Small left effusion.", "Small left effusion, old.", encoder=encoder)
    without = compare("Small left effusion.", "Small left effusion, old.", encoder="none")
    assert near.penalty == without.penalty
    assert near.score < without.score
    expected = 1 / (1 + near.penalty + NUANCE * (1 - near.cosine))
    assert near.score == pytest.approx(expected)
