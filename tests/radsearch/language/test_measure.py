import pytest

from radsearch.language import extract
from radsearch.language.measure import find_measures
from radsearch.language.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "values", "roles"),
    [
        ("1.2 x 0.8 cm nodule", [(12.0, 8.0)], ["size"]),
        ("1.2 by 3 cm nodule", [(12.0, 30.0)], ["size"]),
        ("nodules of 4-6 mm", [(6.0,)], ["size"]),
        ("0.5 inch foreign body", [(12.7,)], ["size"]),
        ("9 mm, previously 6 mm", [(9.0,), (6.0,)], ["size", "prior"]),
        ("slice thickness 5 mm", [(5.0,)], ["technique"]),
        ("tip 3 cm above the carina", [(30.0,)], ["distance"]),
        ("former node of 9 mm now measures 3 mm", [(9.0,), (3.0,)], ["prior", "size"]),
        ("segment 4 at L4", [], []),
    ],
)
def test_lengths_are_read_with_their_role(
    text: str, values: list[tuple[float, ...]], roles: list[str]
) -> None:
    measures = find_measures(tokenize(text))
    assert [measure.values for measure in measures] == values
    assert [measure.role for measure in measures] == roles


def test_a_range_keeps_its_lower_end_and_a_bound_its_sign() -> None:
    assert find_measures(tokenize("nodules of 4-6 mm"))[0].low == 4.0
    assert find_measures(tokenize("a <3 mm nodule"))[0].bound == "<"


def test_a_change_between_sizes_in_words_is_read() -> None:
    (found,) = extract("The left lung nodule has grown from eight to twelve millimeters.")
    assert (found.size_mm, found.prior_size_mm) == (12.0, 8.0)
