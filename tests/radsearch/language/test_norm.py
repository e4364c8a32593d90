"""Findings that follow from a stated measure."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("sentence", "finding", "presence"),
    [
        ("CTR 0.48.", "cardiomegaly", "absent"),
        ("Cardiothoracic ratio 0.55, previously 0.52.", "cardiomegaly", "present"),
        ("CTR of 58%.", "cardiomegaly", "present"),
        ("Common bile duct 11 mm.", "biliary_dilatation", "present"),
        ("Main pulmonary artery 33 mm.", "pulmonary_artery_enlargement", "present"),
    ],
)
def test_a_measure_decides(sentence: str, finding: str, presence: str) -> None:
    """Beyond its limit a structure is enlarged."""
    assert [(f.finding, f.presence) for f in extract(sentence)] == [(finding, presence)]


def test_a_weighting_is_no_vertebra() -> None:
    """The T2 of a signal does not locate the finding."""
    assert all(f.location != "t2" for f in extract("T2 hyperintense lesion in the frontal lobe."))


def test_fractures_are_as_many_as_the_bones_named() -> None:
    """Two ribs named with one noun are two fractures."""
    (ribs,) = extract("Fractures of the left sixth and seventh ribs.")
    assert (ribs.finding, ribs.count) == ("rib_fracture", 2)


def test_a_heart_ratio_without_a_number_is_no_error() -> None:
    assert all(f.presence == "absent" for f in extract("CTR is normal."))
    assert all(f.presence == "absent" for f in extract("Cardiothoracic ratio within limits."))
