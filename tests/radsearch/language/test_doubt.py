"""What is only supposed, asked or weighed, and "grossly", which grades nothing."""

import pytest

from radsearch.language.extract import extract


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("CT if bleeding persists.", []),
        ("Small effusion, CT if fever persists.", [("pleural_effusion", "definite")]),
        ("Opacity versus atelectasis.", [("airspace_opacity", "possible")]),
        ("Pneumothorax?", [("pneumothorax", "possible")]),
    ],
)
def test_certainty_of_what_is_weighed(text: str, wanted: list[tuple[str, str]]) -> None:
    found = [(f.finding, f.certainty) for f in extract(text)]
    assert found[: len(wanted)] == wanted
    assert bool(found) == bool(wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Heart grossly enlarged.", None),
        ("Lungs grossly clear without edema.", None),
        ("Massive cardiomegaly.", "severe"),
    ],
)
def test_grossly_is_no_grade(text: str, wanted: str | None) -> None:
    assert {f.severity for f in extract(text)} == {wanted}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Sclerosis of the aortic arch.", "aortic_atherosclerosis"),
        ("Sclerosis of the left femoral head.", "sclerotic_lesion"),
        ("Great saphenous vein with reflux of two seconds.", "venous_insufficiency"),
        ("Reflux of contrast into the hepatic veins.", "heart_failure"),
        ("Radiolucency around the lower screw.", "hardware_loosening"),
    ],
)
def test_a_word_by_its_place(text: str, wanted: str) -> None:
    assert extract(text)[0].finding == wanted
