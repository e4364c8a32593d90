"""The heart is too large from half the width of the chest on, however the two are told."""

import pytest

from radsearch.language import extract


def cardiomegaly(text: str) -> str:
    """What a text says of a large heart: "present", "absent" or ""."""
    return next((f.presence for f in extract(text) if f.finding == "cardiomegaly"), "")


@pytest.mark.parametrize(
    "text",
    [
        "Cardiothoracic ratio 0.57.",
        "Cardiac size 0.56 on this inspiration.",
        "The cardiac silhouette is 57 percent of the chest.",
        "Cardiac diameter 17 cm, thoracic diameter 30 cm.",
        "Thoracic width 30 cm, heart width 170 mm.",
        "Heart 15.5 cm in a chest of 28 cm.",
    ],
)
def test_a_heart_above_half_the_chest_is_large(text: str) -> None:
    assert cardiomegaly(text) == "present"


@pytest.mark.parametrize(
    "text",
    [
        "Cardiac diameter 13.2 cm, thoracic diameter 30 cm.",
        "The cardiac silhouette is 47 percent of the chest.",
        "CTR 0.46.",
    ],
)
def test_a_heart_below_it_is_not(text: str) -> None:
    assert cardiomegaly(text) == "absent"


@pytest.mark.parametrize(
    "text",
    [
        "Nodule of 15 mm behind the heart, mass of 28 mm in the chest wall.",
        "The heart is displaced by 0.56 cm.",
        "Cardiac index raised, effusion takes 60 percent of the left chest.",
    ],
)
def test_other_numbers_tell_nothing_of_its_size(text: str) -> None:
    assert cardiomegaly(text) == ""
