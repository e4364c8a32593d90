"""What a normal organ denies, and what an exception leaves open."""

import pytest

from radsearch.language import extract


def denied(text: str) -> set[str]:
    """Findings that a text denies."""
    return {f.finding for f in extract(text) if f.presence == "absent"}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Liver normal.", "liver_lesion"),
        ("The pancreas is unremarkable.", "pancreatic_mass"),
        ("Gallbladder within normal limits.", "cholelithiasis"),
        ("Kidneys: normal.", "hydronephrosis"),
        ("The bones are normal.", "fracture"),
        ("Bladder normal.", "bladder_mass"),
        ("Thyroid homogeneous.", "thyroid_nodule"),
        ("Lung bases clear.", "airspace_opacity"),
        ("Right breast: no suspicious finding.", "breast_mass"),
    ],
)
def test_a_normal_organ_has_none_of_its_commonest_findings(text: str, finding: str) -> None:
    assert finding in denied(text)


@pytest.mark.parametrize(
    "text",
    [
        "The liver is otherwise normal.",
        "Liver normal apart from a cyst in segment 4.",
        "Remainder of the liver is unremarkable.",
    ],
)
def test_an_exception_leaves_lesions_open(text: str) -> None:
    assert "liver_lesion" not in denied(text)
