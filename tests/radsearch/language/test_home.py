"""General words keep to their own organ; a heading outranks the next phrase's place."""

import pytest

from radsearch.language.extract import extract


def names(text: str) -> set[str]:
    return {f.finding for f in extract(text) if f.presence == "present" and not f.implied}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The esophagus contains fluid. Lungs clear.", "pleural_effusion"),
        ("Fluid distends the endometrial cavity. Liver normal.", "ascites"),
        ("Brain: cranial sutures as expected.", "sternotomy_wires"),
        ("Prostate with intravesical protrusion.", "disc_herniation"),
        ("Mesentery congested. Liver and spleen normal.", "vascular_congestion"),
        ("The ovary has a reticular pattern. Uterus and bladder normal.", "reticulation"),
    ],
)
def test_away_from_home(text: str, wrong: str) -> None:
    assert wrong not in names(text)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Fluid in the right pleural space.", "pleural_effusion"),
        ("Free fluid in the pelvis.", "ascites"),
        ("L4-L5: disc protrusion.", "disc_herniation"),
        ("Old infarct in the left frontal lobe.", "chronic_infarct"),
        ("Volume loss in the right upper lobe.", "atelectasis"),
    ],
)
def test_at_home(text: str, right: str) -> None:
    assert right in names(text)


def test_heading_names_the_organ() -> None:
    assert "cardiomegaly" in names("CARDIAC: mild enlargement, calcified aorta.")
    assert "splenomegaly" in names("SPLEEN: enlarged at 15 cm, liver cyst.")


def test_heading_noun_is_listed_by_side() -> None:
    found = extract("Effusions: left 32 mm, right 16 mm; drains out.")
    sizes = {f.laterality: f.size_mm for f in found if f.finding == "pleural_effusion"}
    assert sizes == {"left": 32.0, "right": 16.0}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Anterior mediastinum, left of midline: solid mass of 38 mm.", "mediastinal_mass"),
        ("Round lucency of the right sixth rib. Lungs clear.", "lytic_lesion"),
        ("The right jugular vein is chronically occluded.", "venous_thrombosis"),
        ("Mass in the right lung at T5. Heart normal.", "pulmonary_mass"),
    ],
)
def test_nearest_organ_rules(text: str, right: str) -> None:
    assert right in names(text)
