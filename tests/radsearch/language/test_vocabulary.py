"""Each modality's findings in the words that readers, dictation and lay people have for them."""

import pytest

from radsearch.language import extract


def ids(text: str) -> list[str]:
    """Findings that a text states as present."""
    return [f.finding for f in extract(text) if f.presence == "present"]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Slight overaeration of both lungs.", "hyperinflation"),
        ("Net-like markings in both lower zones.", "reticulation"),
        ("Thick interlobular septa.", "interstitial_thickening"),
        ("Branching micronodules in the middle lobe.", "tree_in_bud"),
        ("Calcified coronaries.", "coronary_calcification"),
        ("Hydropericardium, small.", "pericardial_effusion"),
        ("Raised right dome.", "elevated_hemidiaphragm"),
        ("Rib breaks on the left.", "rib_fracture"),
        ("Crushed vertebra at L1.", "vertebral_compression_fracture"),
        ("Worn cartilage of the medial compartment.", "cartilage_loss"),
        ("Inflamed bursa.", "bursitis"),
        ("Leukoaraiosis.", "white_matter_disease"),
        ("Microbleeds in the thalamus.", "microhemorrhage"),
        ("Sulcal effacement.", "cerebral_edema"),
        ("Fatty infiltration of the liver.", "hepatic_steatosis"),
        ("Biliary mud.", "cholelithiasis"),
        ("Ureterolith.", "ureteral_stone"),
        ("Twisted ovary.", "ovarian_torsion"),
        ("Telescoping of the bowel.", "intussusception"),
        ("Groin herniation.", "inguinal_hernia"),
        ("Non-mass uptake.", "breast_asymmetry"),
        ("Nipple inverted.", "breast_skin_change"),
        ("Struma.", "goiter"),
        ("Pharyngeal pouch.", "esophageal_stricture"),
        ("Pacer in place.", "pacemaker"),
        ("Endograft in place.", "stent"),
    ],
)
def test_a_wording_of_daily_use_is_known(text: str, finding: str) -> None:
    assert ids(text) == [finding]


@pytest.mark.parametrize(
    "text", ["Small volume of free fluid.", "The costophrenic angle is chronically blunted."]
)
def test_a_longer_word_does_not_hide_what_was_meant(text: str) -> None:
    assert ids(text) in (["ascites"], ["pleural_thickening"])


@pytest.mark.parametrize(
    "text", ["PSA 6.2 ng/mL.", "TE 30 ms.", "The scan won't be repeated.", "A light bulb sign."]
)
def test_units_and_plain_words_are_no_abbreviations(text: str) -> None:
    assert ids(text) == []
