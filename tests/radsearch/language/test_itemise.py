"""Lists of measured places under one noun."""

from radsearch.language import extract


def test_each_measured_station_is_a_record() -> None:
    """Stations keep their own sides and sizes."""
    found = extract("Slightly enlarged nodes at stations 4R (11 mm), 7 (12 mm) and 10R (10 mm).")
    assert [(f.laterality, f.size_mm) for f in found] == [
        ("right", 11.0),
        (None, 12.0),
        ("right", 10.0),
    ]


def test_places_before_the_noun_are_records_too() -> None:
    """The noun may close the list."""
    found = extract("Enlarged right paratracheal (11 mm) and left hilar (12 mm) nodes.")
    assert [(f.finding, f.laterality, f.size_mm) for f in found] == [
        ("lymphadenopathy", "right", 11.0),
        ("lymphadenopathy", "left", 12.0),
    ]


def test_dimensions_of_one_thing_stay_one_record() -> None:
    """A present and a former size of one nodule are not two nodules."""
    found = extract("Right upper lobe nodule of 9 mm, previously 7 mm.")
    assert [(f.size_mm, f.prior_size_mm) for f in found] == [(9.0, 7.0)]


def test_what_describes_one_item_is_not_of_the_others() -> None:
    text = (
        "Two nodules in the left lung: 6 mm in the upper lobe, calcified, and 4 mm in the lingula."
    )
    assert [(f.size_mm, f.density) for f in extract(text)] == [(6.0, "calcified"), (4.0, None)]


def test_what_closes_a_list_of_items_or_stands_with_their_noun_is_of_all() -> None:
    text = "Solid nodules, 6 mm in the right upper lobe and 4 mm in the left lower lobe, unchanged."
    assert [(f.density, f.temporal) for f in extract(text)] == [("solid", "stable")] * 2
