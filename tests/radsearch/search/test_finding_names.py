"""What a filter's name of a finding covers."""

from pathlib import Path
from typing import get_args

import pytest

from radsearch.corpus import read_corpus
from radsearch.errors import FilterError
from radsearch.filters import parse
from radsearch.language import finding
from radsearch.language.extract import extract
from radsearch.language.lexicon import load_lexicon
from radsearch.search.bind import WORDED, bind
from radsearch.search.vocabulary import finding_names
from radsearch.webpage.ask import Ask

NAMES = finding_names()
FAMILY_OF = load_lexicon().families


def below(path):
    return {name for name, family in FAMILY_OF.items() if f"{family}/".startswith(f"{path}/")}


def test_a_path_covers_every_finding_below_it():
    paths = {*FAMILY_OF.values(), *(path.partition("/")[0] for path in FAMILY_OF.values())}
    assert [path for path in paths if not below(path) <= set(NAMES.resolve(path))] == []


@pytest.mark.parametrize("name", ["bone/fracture", "bone/fractures", "fracture", "Fractures"])
def test_a_family_named_like_a_finding_covers_both(name):
    assert {"fracture", "rib_fracture"} <= set(NAMES.resolve(name))


def test_a_family_takes_in_the_finding_of_its_name_that_stands_elsewhere():
    covered = NAMES.resolve("soft_tissue/calcification")
    assert set(covered) == {"myositis_ossificans", "soft_tissue_calcification"}


def test_all_families_that_end_alike_are_meant():
    assert set(NAMES.resolve("stones")) == below("biliary/stones") | below("urinary/stones")


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("lung nodule", "pulmonary_nodule"),
        ("Pleural effusions", "pleural_effusion"),
        ("biliary stones", "cholelithiasis"),
        ("edema", "pulmonary_edema"),
        ("bone/fracture/fracture", "fracture"),
    ],
)
def test_a_name_that_is_no_family_means_one_finding(name, finding):
    assert NAMES.resolve(name) == (finding,)


@pytest.mark.parametrize("name", ["", "/", "bone/", "no such thing"])
def test_an_unknown_name_covers_nothing(name):
    assert NAMES.resolve(name) == ()


def test_each_finding_has_a_name_of_its_own():
    assert [name for name in FAMILY_OF if NAMES.resolve(NAMES.alone(name)) != (name,)] == []


def test_a_finding_chosen_from_a_list_is_asked_for_alone():
    where = Ask(present=("fracture",), absent=("pneumothorax",)).filter_text()
    assert where == "bone/fracture/fracture:present and pneumothorax:absent"


@pytest.mark.parametrize("name", ["Laterality", "Density", "Temporal"])
def test_a_filter_takes_the_values_that_a_finding_declares(name):
    values = get_args(getattr(finding, name))
    assert set(NAMES.values(name.lower()).values()) == set(values)


def test_a_filter_takes_every_value_that_is_read_from_sample_reports():
    sample = list(read_corpus(Path(__file__).parents[3] / "data/sample_reports.parquet"))
    found = [f for report in sample[::8] for f in extract(report.body)]
    for attribute in WORDED:
        read = {getattr(each, attribute) for each in found} - {None}
        assert len(read) > 3
        for value in read:
            assert bind(parse(f"mass.{attribute} = {value}"), {}, NAMES).values == (value,)


def test_every_place_of_the_lexicon_is_a_value_as_it_is_written():
    for attribute in ("location", "zone"):
        for value in NAMES.values(attribute).values():
            assert bind(parse(f"mass.{attribute} = {value}"), {}, NAMES).values == (value,)


def test_a_place_that_no_finding_can_have_is_refused():
    with pytest.raises(
        FilterError, match="no location 'right_upper_lobe': did you mean upper_lobe"
    ):
        bind(parse("pulmonary_nodule.location = right_upper_lobe"), {}, NAMES)
