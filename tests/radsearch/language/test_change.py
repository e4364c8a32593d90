import pytest

from radsearch.language import Finding, extract


def _one(text: str, finding: str) -> Finding:
    return next(f for f in extract(text) if f.finding == finding)


def test_a_comparative_counts_as_change_only_against_an_earlier_study() -> None:
    assert _one("Cardiomegaly, more than two months earlier.", "cardiomegaly").temporal == (
        "increased"
    )
    assert _one(
        "Main pulmonary artery 33 mm, larger than the aorta.", "pulmonary_artery_enlargement"
    ).temporal is None  # fmt: skip


def test_what_persists_but_has_decreased_is_decreased() -> None:
    text = "Consolidation in the right lower lobe persists but has decreased in extent."
    assert _one(text, "consolidation").temporal == "decreased"


def test_a_sentence_that_says_only_unchanged_speaks_of_those_before_it() -> None:
    found = extract("Calcified granuloma, left upper lobe. Right apical scar. All unchanged.")
    assert {f.temporal for f in found if f.presence == "present"} == {"stable"}


def test_a_trailing_change_describes_the_noun_not_what_it_comes_with() -> None:
    text = "Lytic lesion of L2 with cortical break, 21 mm, new."
    lesion = _one(text, "lytic_lesion")
    assert (lesion.size_mm, lesion.temporal) == (21.0, "new")


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("Bilateral effusions, left larger.", None),
        ("Masses on both sides, the right larger, typical of elastofibroma.", None),
        ("Left effusion larger.", "increased"),
        ("The left effusion is larger.", "increased"),
    ],
)
def test_a_side_that_is_larger_is_no_change(text: str, change: str | None) -> None:
    """It is compared with the other side, not with an earlier study."""
    assert extract(text)[0].temporal == change


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Asymmetric effusions, right larger.", "bilateral"),
        ("Small effusions (left greater).", "bilateral"),
        ("Effusion on the left, larger.", "left"),
        ("Right effusion, larger.", "right"),
    ],
)
def test_one_of_several_that_is_larger_has_a_partner(text: str, side: str) -> None:
    """Only where the noun is in the plural and no side was named before."""
    assert extract(text)[0].laterality == side
