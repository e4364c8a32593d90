"""Diseases whose name holds the word of another finding."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Cystic fibrosis with new consolidation.", "bronchiectasis"),
        ("Cystic change and fibrosis.", "fibrosis"),
        ("Hyperdensity in basal cisterns.", "subarachnoid_hemorrhage"),
        ("Left breast expander.", "breast_implant"),
        ("Dual-lumen apheresis catheter, tip in the right atrium.", "dialysis_catheter"),
    ],
)
def test_a_name_is_read_whole(text: str, finding: str) -> None:
    """Cystic fibrosis is a disease of the airways."""
    assert finding in {f.finding for f in extract(text)}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Calcified tuberculoma in the right lower lobe.", "granuloma"),
        ("Tuberculoma in the left frontal lobe.", "brain_abscess"),
        ("Lung nodules compatible with siderosis.", "interstitial_lung_disease"),
        ("Superficial siderosis of the cerebellum.", "microhemorrhage"),
        ("Lacune in the left thalamus.", "chronic_infarct"),
    ],
)
def test_a_name_means_what_its_organ_makes_of_it(text: str, finding: str) -> None:
    """Iron of a welder's lung is no bleeding of the brain."""
    assert finding in {f.finding for f in extract(text)}


def test_lacunae_of_the_placenta_are_no_infarct() -> None:
    """They are spaces of blood."""
    found = {f.finding for f in extract("The placenta with lacunae covers the internal os.")}
    assert found == {"placenta_previa"}
