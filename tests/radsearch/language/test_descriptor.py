"""Descriptors that their sentence explains."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Loculated right pleural collection, indicating empyema.", ["empyema"]),
        ("Right basal opacity, likely pneumonia.", ["airspace_opacity", "pneumonia"]),
        ("Left pleural collection, possibly empyema.", ["pleural_effusion", "empyema"]),
    ],
)
def test_only_an_explained_descriptor_goes(sentence: str, expected: list[str]) -> None:
    """A collection that is an empyema is one finding; a possible one stays."""
    assert [f.finding for f in extract(sentence)] == expected


def test_calcification_in_a_lesion_describes_it() -> None:
    """The calcification is no record of its own."""
    found = extract("Right thyroid nodule with rim calcification.")
    assert [(f.finding, f.density) for f in found] == [("thyroid_nodule", "calcified")]
