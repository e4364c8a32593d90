"""radsearch findings and radsearch values: what one can filter by."""

import json

import pytest
from click.testing import CliRunner

from radsearch.cli import group
from radsearch.errors import FilterError


def run(*argv):
    return CliRunner().invoke(group, argv, catch_exceptions=False)


def test_words_show_definition_other_names_and_what_a_filter_makes_of_them():
    shown = run("findings", "effusion").output
    assert "pleural_effusion" in shown and "Fluid in the pleural space." in shown
    assert "also: effusion, pleural fluid" in shown
    assert shown.endswith('in a filter, "effusion" means pleural_effusion\n')


def test_a_finding_that_shares_its_family_s_name_says_how_it_is_asked_for_alone():
    assert "alone: bone/fracture/fracture" in run("findings", "fracture").output


def test_json_has_a_finding_a_line_with_all_its_names():
    found = [json.loads(line) for line in run("findings", "--json").output.splitlines()]
    named = {each["id"]: each for each in found}
    assert len(named) == len(found) > 400
    assert "ptx" in named["pneumothorax"]["aliases"]
    assert named["pneumothorax"]["family"] == "pleura/air"


def test_values_lists_attributes_then_one_attribute_then_one_place():
    assert "severity    trace < mild < moderate < severe" in run("values").output
    assert run("values", "size_mm").output == "size_mm     a number\n"
    assert run("values", "Location", "rul").output.startswith("upper_lobe ")


def test_values_as_json_name_their_attribute():
    lines = run("values", "zone", "--json").output.splitlines()
    assert {json.loads(line)["attribute"] for line in lines} == {"zone"}
    assert "apical" in [json.loads(line)["value"] for line in lines]


@pytest.mark.parametrize("argv", [("findings", "qqqq"), ("values", "colour")])
def test_nothing_found_is_a_user_s_fault(argv):
    with pytest.raises(FilterError):
        run(*argv)
