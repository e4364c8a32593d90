"""Template lines that ask for a finding before a colon."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("line", "finding", "presence"),
    [
        ("Pleural effusion: none.", "pleural_effusion", "absent"),
        ("Pneumothorax: No.", "pneumothorax", "absent"),
        ("Hydronephrosis: not present.", "hydronephrosis", "absent"),
        ("Pleural effusion: small right.", "pleural_effusion", "present"),
        ("Nodules: 4 mm in the right upper lobe.", "pulmonary_nodule", "present"),
        ("Coronary calcification: moderate.", "coronary_calcification", "present"),
    ],
)
def test_the_answer_behind_the_colon_decides(line: str, finding: str, presence: str) -> None:
    """A finding in the heading is stated or denied by what follows."""
    assert [(f.finding, f.presence) for f in extract(line)] == [(finding, presence)]


def test_attributes_behind_the_colon_belong_to_the_heading() -> None:
    """Side, size and severity are read from the answer."""
    (nodule,) = extract("Nodules: 4 mm in the right upper lobe.")
    assert (nodule.size_mm, nodule.laterality, nodule.location) == (4.0, "right", "upper_lobe")


@pytest.mark.parametrize("line", ["Nodules: Bones are intact.", "Effusions: not assessed."])
def test_a_heading_without_answer_states_nothing_present(line: str) -> None:
    """Words about something else do not make the heading a finding."""
    assert not [f for f in extract(line) if f.presence == "present"]


def test_a_finding_named_again_is_one_record() -> None:
    """The heading is not counted beside the sentence that answers it."""
    found = extract("Effusions: The right effusion is small.")
    assert [(f.finding, f.laterality) for f in found] == [("pleural_effusion", "right")]
