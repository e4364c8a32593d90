"""Quantities that are too small or too large, organs that are large, organs that are pushed."""

import pytest

from radsearch.language.extract import extract


def names(text: str) -> dict[str, str]:
    return {f.finding: f.presence for f in extract(text) if not f.implied}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Lung volumes are slightly smaller than before.", "low_lung_volumes"),
        ("Disc height at L4-L5 is mildly reduced.", "disc_degeneration"),
        ("The L5-S1 disc space has lost height.", "disc_degeneration"),
        ("Loss of anterior height of T12.", "vertebral_compression_fracture"),
        ("Bone density is generally reduced.", "osteopenia"),
        ("Both hemidiaphragms are higher than before.", "elevated_hemidiaphragm"),
        ("The retrosternal airspace is increased.", "hyperinflation"),
        ("The spleen is large.", "splenomegaly"),
        ("The right hilum is large.", "hilar_enlargement"),
        ("The ventricles are big for age.", "hydrocephalus"),
        ("The esophagus is displaced by the mass.", "mass_effect"),
        ("The left costophrenic angle is obscured.", "pleural_effusion"),
    ],
)
def test_composed(text: str, finding: str) -> None:
    assert names(text)[finding] == "present"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Lung volumes are normal and the effusion is reduced.", "low_lung_volumes"),
        ("Lung volume in the right lower lobe is normal.", "low_lung_volumes"),
        ("Disc height is not reduced.", "disc_degeneration"),
        ("No loss of disc height.", "disc_degeneration"),
        ("Large left diaphragm hernia.", "elevated_hemidiaphragm"),
        ("Flat diaphragm and widened retrosternal space.", "elevated_hemidiaphragm"),
        ("Large liver cyst.", "hepatomegaly"),
        ("Cirrhotic liver with a large caudate.", "hepatomegaly"),
        ("The popliteal vein compresses fully.", "mass_effect"),
    ],
)
def test_not_composed(text: str, finding: str) -> None:
    assert names(text).get(finding, "absent") == "absent"


def test_grade_and_place_between_belong_to_it() -> None:
    (found,) = extract("Disc height at L4-L5 is mildly reduced.")
    assert (found.severity, found.location) == ("mild", "l4_l5")
