"""General words that a place makes a finding, and words that only looked like none."""

import pytest

from radsearch.language.extract import extract


def present(text: str) -> set[tuple[str, str | None]]:
    return {(f.finding, f.laterality) for f in extract(text) if f.presence == "present"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Both hemidiaphragms are mildly flattened.", {("hyperinflation", "bilateral")}),
        ("Old callus at the left ninth rib.", {("rib_fracture", "left")}),
        ("Healed right clavicle.", {("fracture", "right")}),
        ("Healed fracture of the right clavicle with callus.", {("fracture", "right")}),
        ("Chronic mild T10 deformity.", {("vertebral_compression_fracture", None)}),
        ("Forked right fourth rib.", {("rib_anomaly", "right")}),
        ("The tube tip lies 4 cm above the carina.", {("endotracheal_tube", None)}),
        ("The chest tube tip lies near the carina.", {("chest_tube", None)}),
        ("Air beneath the right diaphragm.", {("pneumoperitoneum", "right")}),
        ("Air beneath neither diaphragm.", set()),
        ("Bowel gas beneath the left diaphragm.", set()),
        ("Multiple shadowing stones in the gallbladder.", {("cholelithiasis", None)}),
        ("Gallbladder with posterior acoustic shadowing.", set()),
        ("Fat pad at the right heart border.", {("fat_pad", "right")}),
        ("Hoffa fat pad of the right knee.", set()),
        ("The liver is diffusely hypodense.", {("hepatic_steatosis", None)}),
        ("Hypodense lesion of the liver.", {("liver_lesion", None)}),
        ("Volume of the right lower lobe is reduced.", {("atelectasis", "right")}),
        ("Interstitial markings are slightly coarse.", {("interstitial_thickening", None)}),
        ("Tiny low-density foci in the spleen.", {("splenic_lesion", None)}),
    ],
)
def test_a_word_and_its_place_are_a_finding(text: str, wanted: set[tuple[str, str | None]]) -> None:
    assert present(text) == wanted


def test_lungs_that_are_expanded_and_clear_deny_an_opacity() -> None:
    found = extract("Lungs are well expanded and clear.")
    assert ("airspace_opacity", "absent") in {(f.finding, f.presence) for f in found}


def test_a_heart_at_the_upper_limit_is_not_enlarged() -> None:
    assert [f.presence for f in extract("Heart at upper limit.")] == ["absent"]
    assert [f.presence for f in extract("Heart at upper limit, slightly enlarged.")][-1:] == [
        "present"
    ]
