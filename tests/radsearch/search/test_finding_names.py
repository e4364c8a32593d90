"""What a filter's name of a finding covers."""

import pytest

from radsearch.language.lexicon import load_lexicon
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
