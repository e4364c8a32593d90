"""Denials behind a finding, sizes before an organ, grades inside a name."""

import pytest

from radsearch.language import extract


def stated(text: str) -> set[tuple[str, str]]:
    """Finding and presence, implied ones left out."""
    return {(f.finding, f.presence) for f in extract(text) if not f.implied}


@pytest.mark.parametrize(
    "text", ["Effusion nil.", "PTX: none.", "Effusion, PTX: none.", "PTX no, effusion no."]
)
def test_an_answer_denies_what_it_follows(text: str) -> None:
    assert {presence for _, presence in stated(text)} == {"absent"}
    assert len(stated(text)) == text.count(",") + 1


@pytest.mark.parametrize(
    "text", ["Small left pleural effusion, PTX: none.", "Large effusion, pneumothorax nil."]
)
def test_a_described_finding_before_a_denied_one_stays_stated(text: str) -> None:
    assert stated(text) == {("pleural_effusion", "present"), ("pneumothorax", "absent")}


def test_free_denies_the_word_it_is_glued_to() -> None:
    assert ("deep_vein_thrombosis", "absent") in stated("Clot-free deep veins.")
    assert ("pneumoperitoneum", "present") in stated("Free air under the diaphragm.")


def test_a_new_statement_behind_a_denial_keeps_its_finding() -> None:
    assert ("pleural_effusion", "present") in stated("Effusion no larger than before.")


@pytest.mark.parametrize(
    ("text", "finding"),
    [("14 cm spleen.", "splenomegaly"), ("4.4 cm ascending aorta.", "aortic_ectasia")],
)
def test_a_size_before_an_organ_is_the_size_of_the_organ(text: str, finding: str) -> None:
    (found,) = [f for f in extract(text) if f.presence == "present"]
    assert found.finding == finding
    assert found.size_mm is not None


def test_a_size_before_a_part_of_a_name_is_not_that_of_the_organ() -> None:
    assert "splenomegaly" not in {f.finding for f in extract("14 cm spleen lesion.")}


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("Heart size is mildly increased.", "mild"),
        ("A bit of pleural fluid on the left.", "mild"),
        ("Intermediate-grade stenosis of the left carotid artery.", "moderate"),
        ("The canal is badly narrowed.", "severe"),
    ],
)
def test_grades_are_read_in_plain_words_and_inside_names(text: str, grade: str) -> None:
    assert [f.severity for f in extract(text) if f.presence == "present"] == [grade]


def test_restricted_diffusion_of_an_abscess_is_no_infarct() -> None:
    found = stated("Abscess in the left frontal lobe with restricted diffusion.")
    assert ("acute_infarct", "present") not in found
    assert ("acute_infarct", "present") in stated("Restricted diffusion in the left thalamus.")


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Spleen ordinary.", "splenomegaly"),
        ("Heart inconspicuous.", "cardiomegaly"),
        ("Ribs are whole.", "rib_fracture"),
        ("Menisci untorn.", "meniscal_tear"),
    ],
)
def test_plain_words_for_normal_deny_what_normal_denies(text: str, finding: str) -> None:
    assert [(f.finding, f.presence) for f in extract(text)] == [(finding, "absent")]
