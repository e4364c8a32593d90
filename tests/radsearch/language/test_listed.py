import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Fractures of the left fourth to eighth ribs.", 5),
        ("Old fractures of the left 6th through 8th ribs with callus.", 3),
        ("Compression deformities of T7 and T9.", 2),
        ("Healed fracture of the right fifth rib.", 1),
        ("Healed fractures of left ribs six, seven and eight.", 3),
    ],
)
def test_fractures_are_as_many_as_the_bones_listed(text: str, count: int) -> None:
    assert [f.count for f in extract(text) if f.presence == "present"] == [count]


@pytest.mark.parametrize(
    "text",
    [
        "Severe three-vessel coronary calcification.",
        "A 14-French right pleural catheter is in place.",
        "Opacity in the right cardiophrenic angle, unchanged for several years.",
    ],
)
def test_other_numbers_are_no_counts(text: str) -> None:
    assert all(f.count is None for f in extract(text))


def test_a_number_between_commas_counts_the_noun_before_it() -> None:
    nodes = extract("Enlarged perigastric nodes, seven, the largest 13 mm.")
    assert nodes[0].count == 7
