"""Bare words that take their organ from the finding beside them."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Uncomplicated cholelithiasis, stones up to 1.2 cm.", "cholelithiasis"),
        ("Acute cholecystitis with a 9 mm stone.", "cholelithiasis"),
        ("Hydronephrosis with a 9 mm stone.", "nephrolithiasis"),
        ("Cholelithiasis; right kidney with a 9 mm stone.", "nephrolithiasis"),
    ],
)
def test_stones_are_of_the_organ_just_spoken_of(text: str, finding: str) -> None:
    """A place of their own comes first."""
    sized = [f for f in extract(text) if f.size_mm]
    assert [f.finding for f in sized] == [finding]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("The trachea is deviated to the right.", "tracheal_deviation"),
        ("Trachea mildly displaced to the left.", "tracheal_deviation"),
        ("The heart is displaced to the left.", "mediastinal_shift"),
    ],
)
def test_what_is_pushed_names_the_shift(text: str, finding: str) -> None:
    """The trachea deviates, heart and mediastinum shift."""
    assert [f.finding for f in extract(text)] == [finding]


def test_collections_of_two_linings_are_two_findings() -> None:
    """Both are denied."""
    found = {f.finding for f in extract("Pericardial and pleural collections are not found.")}
    assert found == {"pericardial_effusion", "pleural_effusion"}
