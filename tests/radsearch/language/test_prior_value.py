from radsearch.language import Finding, extract


def _one(text: str, finding: str) -> Finding:
    return next(f for f in extract(text) if f.finding == finding)


def test_a_percentage_or_an_angle_beside_an_earlier_one_is_a_change() -> None:
    text = "Left ICA origin stenosis of 55%, previously 45%."
    assert _one(text, "arterial_stenosis").temporal == "increased"
    text = "Right thoracic scoliosis, Cobb angle 34 degrees (38 degrees previously)."
    assert _one(text, "scoliosis").temporal == "decreased"
    assert _one("Cardiothoracic ratio 0.55, was 0.52.", "cardiomegaly").temporal == "increased"


def test_two_values_or_a_date_are_no_change() -> None:
    text = "Right carotid stenosis of 60% and left of 40%."
    assert {f.temporal for f in extract(text)} == {None}
    text = "Carotid stenosis of 60%, previously treated 3 years ago."
    assert _one(text, "arterial_stenosis").temporal is None


def test_an_earlier_size_is_of_what_has_a_size_now() -> None:
    text = "The liver lesion is 46 mm, hypodense with coarse calcification, previously 39 mm."
    lesion = _one(text, "liver_lesion")
    assert (lesion.prior_size_mm, lesion.temporal) == (39.0, "increased")
    text = "Liver lesion of 12 mm; the renal cyst, previously 39 mm, has resolved."
    assert _one(text, "liver_lesion").prior_size_mm is None
