"""Sides of places, of extents and of what a sentence calls its own; calcified as an adjective."""

import pytest

from radsearch.language.extract import extract


def side(text: str, finding: str) -> str | None:
    return next(f.laterality for f in extract(text) if f.finding == finding)


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        ("Left retrocardiac opacity persists.", "airspace_opacity", "left"),
        ("Mass in the right kidney extending into the left renal vein.", "renal_mass", "right"),
        (
            "Multiple bullet fragments, largest 9 mm, lie in the right thigh.",
            "foreign_body",
            "right",
        ),
        ("Multiple lung nodules, the largest on the left.", "pulmonary_nodule", None),
        ("Left gastric node of 14 mm.", "lymphadenopathy", None),
        ("Right axillary node of 14 mm.", "lymphadenopathy", "right"),
        ("Both kidneys without stones.", "nephrolithiasis", None),
        ("No stone in either kidney.", "nephrolithiasis", "bilateral"),
        ("Left knee. Bones osteopenic. Meniscus torn.", "osteopenia", None),
        ("Left knee. Bones osteopenic. Meniscus torn.", "meniscal_tear", "left"),
    ],
)
def test_side(text: str, finding: str, wanted: str | None) -> None:
    assert side(text, finding) == wanted


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Left basal pleural thickening with calcification.", {"pleural_thickening"}),
        ("Calcified pleural thickening.", {"pleural_thickening"}),
        ("Calcified tortuous aorta.", {"aortic_atherosclerosis", "aortic_tortuosity"}),
    ],
)
def test_calcified_describes_a_noun(text: str, names: set[str]) -> None:
    found = {f.finding: f.density for f in extract(text)}
    assert set(found) == names and "calcified" in found.values()


def test_an_adjective_belongs_to_the_noun_behind_it() -> None:
    found = {
        f.finding: f.count for f in extract("Sigmoid thickening centered on multiple diverticula.")
    }
    assert found["diverticulosis"] == "multiple"
