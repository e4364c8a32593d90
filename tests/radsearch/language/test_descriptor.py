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


def test_a_sign_of_a_collapse_or_necrosis_is_no_finding_beside_it() -> None:
    names = {f.finding for f in extract("Retrocardiac opacity consistent with lobar collapse.")}
    assert names == {"lobar_collapse"}
    names = {
        f.finding for f in extract("Sclerosis of the femoral head indicates avascular necrosis.")
    }
    assert names == {"avascular_necrosis"}


def test_a_sign_of_spread_or_infection_stays() -> None:
    names = {f.finding for f in extract("Sclerotic lesion of T9 suspicious for metastasis.")}
    assert "sclerotic_lesion" in names
    names = {f.finding for f in extract("Opacity in the left lung consistent with pneumonia.")}
    assert names == {"airspace_opacity", "pneumonia"}
