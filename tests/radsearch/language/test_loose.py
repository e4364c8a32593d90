"""Plain words find what they mean by the place beside them, and nothing elsewhere."""

import pytest

from radsearch.language import extract


def ids(text: str) -> list[str]:
    """Findings that a text states as present."""
    return [f.finding for f in extract(text) if f.presence == "present"]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Big heart.", "cardiomegaly"),
        ("The spleen is slightly big.", "splenomegaly"),
        ("The pleura is thick on the right.", "pleural_thickening"),
        ("Wide common bile duct.", "biliary_dilatation"),
        ("The spinal canal is tight at L4-L5.", "spinal_canal_stenosis"),
        ("Torn spleen after trauma.", "splenic_laceration"),
        ("Bruised lung on the left.", "pulmonary_hemorrhage"),
        ("The bursa is inflamed.", "bursitis"),
        ("Swollen ankle.", "soft_tissue_swelling"),
        ("Arterially enhancing focus in segment 8 of the liver.", "liver_lesion"),
        ("A growth in the bladder.", "bladder_mass"),
    ],
)
def test_a_plain_word_means_what_its_place_makes_of_it(text: str, finding: str) -> None:
    assert ids(text) == [finding]


@pytest.mark.parametrize(
    "text",
    [
        "Achilles tendon intact, 5 mm thick.",
        "A wide gap from the colon.",
        "Normal growth plates of the knee.",
        "The heart was imaged with a large field of view.",
        "Interval growth since May.",
    ],
)
def test_a_plain_word_elsewhere_is_no_finding(text: str) -> None:
    assert ids(text) == []


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Echogenic 22 mm lesion in segment 5 of the liver.", "liver_lesion"),
        ("The liver is echogenic.", "hepatic_steatosis"),
        ("Mass at the left hilum.", "pulmonary_mass"),
        ("Thyroid: nodule in the upper pole, TI-RADS 3.", "thyroid_nodule"),
        ("Disc bulge at L3-L4 flattening the thecal sac.", "spinal_canal_stenosis"),
    ],
)
def test_a_word_is_read_with_what_it_describes(text: str, finding: str) -> None:
    assert finding in ids(text)


def test_sound_shadows_and_blood_flow_are_no_findings() -> None:
    assert "airspace_opacity" not in ids("Shadowing gallstones.")
    assert ids("Normal blood flow of the testis.") == []
