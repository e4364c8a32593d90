from radsearch.language import Finding, extract


def _one(text: str, finding: str) -> Finding:
    return next(f for f in extract(text) if f.finding == finding)


def test_what_a_thing_is_made_of_comes_before_its_brightness() -> None:
    text = "Hypoechoic solid mass of the right breast, 16 mm."
    assert _one(text, "breast_mass").density == "solid"
    text = "Hypodense liver lesion of 10 mm with macroscopic fat."
    assert _one(text, "liver_lesion").density == "fat"
    text = "Hypodense liver lesion of 10 mm, calcified."
    assert _one(text, "liver_lesion").density == "hypodense"


def test_a_fluid_collection_holds_fluid_whatever_its_rim() -> None:
    text = "Fluid collection of the left ischioanal fossa with rim enhancement, 27 mm."
    assert _one(text, "abscess").density == "fluid"
    text = "Collection of the left ischioanal fossa with rim enhancement, 27 mm."
    assert _one(text, "abscess").density == "enhancing"
