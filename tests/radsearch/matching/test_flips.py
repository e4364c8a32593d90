import pytest

from radsearch import compare
from radsearch.evaluation.inject import inject


def _kinds(reference, candidate):
    found = compare(reference, candidate, encoder="none")
    return [error.kind for error in found.errors]


@pytest.mark.parametrize(
    ("stated", "denied"),
    [
        ("Cortical crinkling of the right kidney.", "No crinkling."),
        ("The main pulmonary artery measures 34 mm.", "No main pulmonary artery."),
    ],
)
def test_a_sentence_turned_round_is_a_status_error_in_both_directions(stated, denied):
    frame = "Heart size is normal. {} The lungs are clear."
    for one, other in ((stated, denied), (denied, stated)):
        assert _kinds(frame.format(one), frame.format(other))[0] == "status"


def test_another_sentence_in_its_place_is_none():
    frame = "Heart size is normal. {} The lungs are clear."
    kinds = _kinds(frame.format("Small left effusion."), frame.format("No hydronephrosis."))
    assert "missing" in kinds and "status" not in kinds


def test_the_spans_of_both_sentences_are_given():
    one, other = "Clear lungs. Cortical crinkling on the right.", "Clear lungs. No crinkling."
    error = compare(one, other, encoder="none").errors[0]
    span = error.candidate_spans[0]
    assert other[span.start : span.end] == "No crinkling."
    assert (error.reference, error.candidate) == ("present", "absent")


def test_a_lobe_that_changes_beside_a_segment_that_stays_is_seen():
    text = "There is a 7 mm nodule in the right lower lobe, lateral basal segment."
    assert "location" in _kinds(text, text.replace("lower lobe", "upper lobe"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Nodule unchanged over three months.", "count"),
        ("Severe three-vessel coronary calcification.", "count"),
        ("Dilated small bowel loops.", "severity"),
        ("Left ventricular enlargement.", "laterality"),
        ("Calcified aorta.", "morphology"),
    ],
)
def test_words_that_are_part_of_a_name_are_not_swapped(text, kind):
    assert inject(text, kind) is None


def test_what_is_stated_and_denied_of_two_places_is_missing_once_it_is_left_out():
    rest = "No acute fracture. The lungs are clear."
    assert _kinds(f"Healed fracture of the left clavicle. {rest}", rest) == ["missing"]
