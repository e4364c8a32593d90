"""Words of count, change and side that stand inside names, in pairs, or behind a comma."""

import pytest

from radsearch.language import Finding, extract


def first(text: str) -> Finding:
    """The first finding of a text."""
    return extract(text)[0]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Left lung nodules, 5 and 7 mm.", 2),
        ("Liver cysts measuring 8 mm, 9 mm and 12 mm.", 3),
        ("Two or three nodules in the left lung.", "few"),
        ("Dozens of cysts in the liver.", "multiple"),
        ("Hundreds of nodules in both lungs.", "innumerable"),
        ("Fifteen nodules in both lungs.", 15),
    ],
)
def test_counts_are_read_from_sizes_and_round_numbers(text: str, count: int | str) -> None:
    assert first(text).count == count


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("Old granuloma at the right base.", "chronic"),
        ("Old healed rib fractures.", "chronic"),
        ("No residual pneumothorax.", "resolved"),
        ("Moderate effusion, larger than at discharge.", "increased"),
        ("Small bowel loops are less dilated.", "decreased"),
        ("The nodule has held steady.", "stable"),
        ("Consolidation, new since last year, aspiration-type.", "new"),
    ],
)
def test_change_is_read_inside_names_and_behind_commas(text: str, change: str) -> None:
    assert first(text).temporal == change


def test_both_that_takes_up_two_findings_is_no_side() -> None:
    found = extract("Right upper lobe nodule and a granuloma lateral to it, both unchanged.")
    assert [f.laterality for f in found] == ["right", "right"]
    assert {f.temporal for f in found} == {"stable"}
    assert first("Both kidneys contain cysts.").laterality == "bilateral"


def test_a_central_disc_and_the_isthmus_lie_in_the_midline() -> None:
    assert first("Large central disc protrusion at L4-L5.").laterality == "midline"
    assert first("Thyroid: 8 mm nodule in the isthmus.").laterality == "midline"
    assert first("Left central disc protrusion at L4-L5.").laterality == "left"


def test_an_exception_is_no_earlier_size() -> None:
    assert first("Normal apart from a 6 mm nodule in the right upper lobe.").size_mm == 6.0
    assert first("The nodule has grown from 6 mm to 8 mm.").size_mm == 8.0
