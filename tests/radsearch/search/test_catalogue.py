"""What the lists of findings and values hold is what a filter takes."""

import pytest

from radsearch.errors import FilterError
from radsearch.filters import parse
from radsearch.search.bind import ATTRIBUTES, bind
from radsearch.search.catalogue import find_findings, find_values
from radsearch.search.vocabulary import finding_names


def ids(*words, **options):
    return [found.id for found in find_findings(*words, **options)]


def test_every_listed_name_means_its_finding_alone():
    resolve = finding_names().resolve
    assert [f.id for f in find_findings() if resolve(f.alone) != (f.id,)] == []


def test_what_a_filter_means_by_the_words_comes_first():
    for words in ("effusion", "stones", "bone/fracture"):
        meant = finding_names().resolve(words)
        assert set(ids(words)[: len(meant)]) == set(meant)


def test_the_other_findings_of_that_name_follow_and_then_those_that_mention_it():
    found = ids("effusion")
    at = [found.index(name) for name in ("pleural_effusion", "pericardial_effusion")]
    assert at == sorted(at) and found.index("joint_effusion") < found.index("ascites")


def test_words_are_found_in_any_order_and_number():
    assert ids("fractures rib")[0] == "rib_fracture"


@pytest.mark.parametrize("family", ["pleura/fluid", "Pleura/Fluid"])
def test_a_family_holds_its_own_findings_alone(family):
    assert set(ids(family=family)) == {"pleural_effusion", "hemothorax", "empyema"}


def test_a_part_of_a_path_is_enough_and_words_look_inside_it():
    assert {"pleural_effusion", "joint_effusion"} <= set(ids(family="fluid"))
    assert ids("blood", family="pleura") == ["hemothorax"]


@pytest.mark.parametrize(
    ("words", "family", "near"),
    [("plural efusion", "", "pleural_effusion"), ("", "plura", "pleura"), ("zzzz", "", "fewer")],
)
def test_nothing_found_names_what_is_near(words, family, near):
    with pytest.raises(FilterError, match=near):
        find_findings(words, family)


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_a_filter_takes_every_listed_value(attribute):
    for found in find_values(attribute):
        bind(parse(f'mass.{attribute} = "{found.value}"'), {}, finding_names())


def test_only_numbers_have_no_values():
    numbers = [name for name, kind in ATTRIBUTES.items() if kind == "number"]
    assert [name for name in ATTRIBUTES if not find_values(name)] == numbers


def test_a_place_is_found_by_its_wording():
    assert [found.value for found in find_values("location", "RUL")] == ["upper_lobe"]


@pytest.mark.parametrize(
    ("attribute", "words", "near"),
    [("zones", "", "zone"), ("location", "spleeen", "spleen"), ("density", "wet", "lists all")],
)
def test_an_unknown_attribute_or_value_names_what_is_near(attribute, words, near):
    with pytest.raises(FilterError, match=near):
        find_values(attribute, words)
