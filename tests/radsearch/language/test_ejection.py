"""Ejection fractions: weak below one half, of the heart only."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("text", "presence"),
    [
        ("LVEF 30 %.", "present"),
        ("Ejection fraction 35-40%.", "present"),
        ("Left ventricular ejection fraction is 62%.", "absent"),
        ("The EF is estimated at 45 percent.", "present"),
        ("Reduced ejection fraction of 25%.", "present"),
    ],
)
def test_the_fraction_tells_how_the_ventricle_contracts(text: str, presence: str) -> None:
    """One record a sentence, denied from one half on."""
    found = [f.presence for f in extract(text) if f.finding == "ventricular_dysfunction"]
    assert found == [presence]


@pytest.mark.parametrize(
    "text", ["Gallbladder ejection fraction 20%.", "EF not measured, stenosis 30%."]
)
def test_another_fraction_says_nothing_of_the_heart(text: str) -> None:
    """Neither the gallbladder's nor a percentage of something else."""
    assert not [f for f in extract(text) if f.finding == "ventricular_dysfunction"]
