import pytest

from radsearch.errors import FilterError
from radsearch.filters import And, Not, Or, Tag, Test, parse


def test_and_binds_closer_than_or_and_not_closest():
    tree = parse("a = 1 or not b = 2 and c:present")
    assert tree == Or(
        (
            Test("a", "=", ("1",)),
            And((Not(Test("b", "=", ("2",))), Tag("c", "present"))),
        )
    )


def test_parentheses_override_precedence():
    assert parse("(a = 1 or b = 2) and c = 3") == And(
        (Or((Test("a", "=", ("1",)), Test("b", "=", ("2",)))), Test("c", "=", ("3",)))
    )


def test_quotes_hold_spaces_words_of_the_language_and_escaped_quotes():
    assert parse(r'''site = "St. Mary's and \"co\""''') == Test(
        "site", "=", ('St. Mary\'s and "co"',)
    )
    assert parse("'pleural effusion':absent") == Tag("pleural effusion", "absent")


def test_lists_dates_and_attributes_are_read():
    assert parse('modality in ("CT", MR)') == Test("modality", "in", ("CT", "MR"))
    assert parse("modality not in (CT)") == Not(Test("modality", "in", ("CT",)))
    assert parse("study_date >= 2024-03-31") == Test("study_date", ">=", ("2024-03-31",))
    assert parse("nodule.size_mm >= 6") == Test("nodule", ">=", ("6",), "size_mm")
    assert parse("a <> 1") == parse("a != 1") == parse("not a == 1")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("modality =", "ends where a value"),
        ("modality CT", "= != < <= > >="),
        ("(a = 1", "closing parenthesis"),
        ("a = 1 b = 2", "and, or, or the end"),
        ('a = "x', "quote is not closed"),
        ("a in 1", "list in parentheses"),
        ("a in (1, )", "wanted a value|not a value"),
        ("= 1", "a field"),
        ("and", "a field"),
        ("(" * 200, "100 opening"),
    ],
)
def test_a_filter_that_does_not_parse_says_what_was_expected(text, says):
    with pytest.raises(FilterError, match=says):
        parse(text)


def test_long_filters_do_not_exhaust_the_stack():
    assert isinstance(parse(" and ".join(["a = 1"] * 5000)), And)
    assert parse("not " * 5000 + "a = 1") == Test("a", "=", ("1",))
