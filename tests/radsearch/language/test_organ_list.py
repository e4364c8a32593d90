"""One noun for several organs, poles of other organs, answers behind marks, headings of a side."""

import pytest

from radsearch.language import extract

CYSTS = ["hepatic_cyst", "splenic_lesion", "renal_cyst"]


def stated(text: str) -> list[tuple[str, str]]:
    """Finding and presence in order, implied ones left out."""
    return [(f.finding, f.presence) for f in extract(text) if not f.implied]


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("Spleen and liver contain lesions.", ["splenic_lesion", "liver_lesion"]),
        ("The liver, spleen and kidneys contain cysts.", CYSTS),
        ("Metastases in the liver and the lungs.", ["liver_metastases", "pulmonary_metastases"]),
        ("Liver and spleen are enlarged.", ["hepatomegaly", "splenomegaly"]),
        ("Stone in the gallbladder and left kidney.", ["cholelithiasis", "nephrolithiasis"]),
    ],
)  # fmt: skip
def test_each_organ_of_a_list_has_its_finding(text: str, findings: list[str]) -> None:
    assert stated(text) == [(finding, "present") for finding in findings]


def test_a_denial_reaches_every_organ_of_a_list() -> None:
    found = stated("No laceration of the liver, spleen or kidneys.")
    assert found == [(f"{organ}_laceration", "absent") for organ in ("liver", "splenic", "renal")]
    assert {p for _, p in stated("The liver and spleen show no lesions.")} == {"absent"}


@pytest.mark.parametrize(
    "text", ["Cyst in the liver and spleen is normal.", "Cyst in the liver, spleen normal."]
)
def test_an_organ_with_a_statement_of_its_own_is_not_listed(text: str) -> None:
    assert stated(text) == [("hepatic_cyst", "present")]


def test_each_organ_of_a_list_keeps_its_side() -> None:
    cysts = extract("Multiple cysts in the liver and both kidneys.")
    assert [(f.finding, f.laterality, f.count) for f in cysts] == [
        ("hepatic_cyst", None, "multiple"),
        ("renal_cyst", "bilateral", "multiple"),
    ]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Spleen: 2 cm lesion in the lower pole.", "splenic_lesion"),
        ("Testis: 8 mm lesion in the upper pole.", "testicular_mass"),
        ("THYROID\nSolitary nodule of 7 mm, right lower pole.", "thyroid_nodule"),
        ("The spleen is normal. There is a 2 cm lesion at its lower pole.", "splenic_lesion"),
        ("Left kidney: 2 cm mass in the lower pole.", "renal_mass"),
        ("A 2 cm cyst is seen in the upper pole.", "renal_cyst"),
    ],
)
def test_a_pole_belongs_to_the_organ_that_is_named(text: str, finding: str) -> None:
    assert stated(text) == [(finding, "present")]


def test_a_hypoechoic_mass_is_of_the_breast_only_where_no_other_organ_is_named() -> None:
    assert stated("Hypoechoic mass in the left testis.") == [("testicular_mass", "present")]


def test_a_nodule_behind_a_sentence_on_the_pleura_is_of_the_lung() -> None:
    assert ("pulmonary_nodule", "absent") in stated("Lungs expanded. No effusion. No nodule.")


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        ("Cardiomegaly, pneumothorax: none", ["present", "absent"]),
        ("Consolidation, effusion, cardiomegaly: none", ["absent"] * 3),
        ("Effusion - no", ["absent"]),
        ("Effusion - no, pneumothorax - yes", ["absent", "present"]),
        ("Fracture? No. Effusion? Yes.", ["absent", "present"]),
    ],
)
def test_an_answer_denies_what_its_mark_belongs_to(text: str, statuses: list[str]) -> None:
    assert [presence for _, presence in stated(text)] == statuses


@pytest.mark.parametrize(
    "text",
    [
        "RIGHT KNEE\nSmall effusion.\nLEFT KNEE\nACL tear.",
        "Right knee. Small effusion. Left knee. ACL tear.",
        "Right knee - small effusion. Left knee - ACL tear.",
        "Right knee:\nSmall effusion.\nLeft knee:\nACL tear.",
    ],
)
def test_a_heading_gives_its_side_to_the_lines_below(text: str) -> None:
    assert [(f.finding, f.laterality) for f in extract(text)] == [
        ("joint_effusion", "right"),
        ("ligament_tear", "left"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Neither ureter is dilated.",
        "Stenosis in each renal artery.",
        "Each of the kidneys contains a stone.",
        "Effusion in either shoulder.",
    ],
)
def test_each_and_either_of_a_pair_mean_both(text: str) -> None:
    assert {f.laterality for f in extract(text)} == {"bilateral"}
