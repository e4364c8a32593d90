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


@pytest.mark.parametrize(
    "text",
    [
        "PI-RADS 4 lesion of 11 mm in the left transition zone.",
        "Tooth 26 has a cyst of 1.6 cm.",
        "Left rib 7 broken.",
        "Right 4R node 11 mm.",
    ],
)
def test_names_and_grades_are_no_counts(text: str) -> None:
    assert [f.count for f in extract(text)] == [1]


def test_a_level_is_no_count() -> None:
    assert extract("L4/5 herniated disc but roots free.")[0].count is None


def test_the_ends_of_a_range_of_ribs_are_no_counts() -> None:
    assert extract("Ribs 6 to 8 on the left show healed fractures.")[0].count == 3


def test_a_number_between_commas_counts_the_noun_before_it() -> None:
    nodes = extract("Enlarged perigastric nodes, seven, the largest 13 mm.")
    assert nodes[0].count == 7
