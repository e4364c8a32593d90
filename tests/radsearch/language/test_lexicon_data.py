"""The lexicon's tables are complete, unambiguous and consistent with each other."""

import re
from pathlib import Path
from typing import get_args

import pytest

from radsearch.language.finding import CountWord, Density, Laterality, Severity, Temporal
from radsearch.language.lexicon_file import aliases, read_table
from radsearch.language.tokens import tokenize
from radsearch.language.variants import standard

CORPUS = Path(__file__).parents[3] / "data" / "corpus"
ZONES = {
    "apical",
    "upper",
    "mid",
    "lower",
    "basal",
    "perihilar",
    "central",
    "peripheral",
    "diffuse",
    "retrocardiac",
    "dependent",
}
VALUES = {
    "severity": set(get_args(Severity)),
    "density": set(get_args(Density)),
    "temporal": set(get_args(Temporal)),
    "certainty": {"probable", "possible"},
    "count": set(get_args(CountWord)),
    "laterality": set(get_args(Laterality)),
    "zone": ZONES,
    "none": {""},
}
CUE_KINDS = {
    "negation",
    "pseudo_negation",
    "pseudo_finding",
    "uncertainty",
    "history",
    "comparison",
    "resolved",
    "terminator",
}


def words(alias: str) -> str:
    """The alias as the engine sees it: canonical words."""
    return " ".join(standard([token.word for token in tokenize(alias)]))


def finding_ids() -> set[str]:
    """Ids of all findings."""
    return {row["id"] for row in read_table("findings")}


@pytest.mark.parametrize(
    "table",
    ["findings", "normals", "anatomy", "modifiers", "cues", "combine", "combine_more", "sites"],
)
def test_every_row_has_the_columns_of_its_header(table: str) -> None:
    folder = Path(__file__).parents[3] / "radsearch" / "language" / "lexicon"
    lines = (folder / f"{table}.tsv").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    width = kept[0].count("\t")
    assert [line for line in kept if line.count("\t") > width] == []


def test_at_least_three_hundred_findings_each_once() -> None:
    ids = [row["id"] for row in read_table("findings")]
    assert len(ids) >= 300
    assert len(ids) == len(set(ids))


def test_every_finding_has_a_family_aliases_and_a_definition_sentence() -> None:
    for row in read_table("findings"):
        assert re.fullmatch(r"[a-z0-9_]+", row["id"]), row["id"]
        assert re.fullmatch(r"[a-z_]+(/[a-z_]+)?", row["family"]), row["id"]
        assert aliases(row["aliases"]), row["id"]
        assert re.fullmatch(r"[A-Z][^.]*\.", row["definition"].replace("1.5", "")), row["id"]


def test_no_alias_belongs_to_two_findings() -> None:
    owners: dict[str, set[str]] = {}
    for row in read_table("findings"):
        for alias in aliases(row["aliases"]):
            owners.setdefault(words(alias), set()).add(row["id"])
    assert {alias: ids for alias, ids in owners.items() if len(ids) > 1} == {}


def test_aliases_are_lower_case_and_not_empty_for_the_engine() -> None:
    for table in ("findings", "anatomy", "modifiers", "cues"):
        for row in read_table(table):
            for alias in aliases(row["aliases"]):
                assert alias == alias.lower(), alias
                assert words(alias), alias


def test_every_finding_of_the_corpus_is_there_with_its_family() -> None:
    families = {row["id"]: row["family"] for row in read_table("findings")}
    lines = (CORPUS / "ontology.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for line in lines:
        finding, family = line.split("\t")
        assert families.get(finding) == family


def test_normal_statements_deny_findings_that_exist() -> None:
    known = finding_ids()
    subjects = 0
    for row in read_table("normals"):
        if row["subject"][0] in "*=":
            assert aliases(row["predicates"])
            continue
        subjects += 1
        denied = aliases(row["denied"])
        assert set(denied) <= known, row
    assert subjects > 50


def test_general_words_resolve_to_findings_and_places_that_exist() -> None:
    known = finding_ids() | {"none"}
    groups = {row["group"] for row in read_table("sites")}
    for row in (*read_table("combine"), *read_table("combine_more")):
        assert row["finding"] in known, row
        assert set(aliases(row["sites"])) <= groups, row


def test_relations_between_findings_name_findings_that_exist() -> None:
    known = finding_ids()
    folder = Path(__file__).parents[3] / "radsearch" / "language" / "lexicon"
    for table, columns in (("kin", 2), ("significance", 1)):
        lines = (folder / f"{table}.tsv").read_text(encoding="utf-8").splitlines()[1:]
        for line in lines:
            if line.strip() and not line.startswith("#"):
                assert set(line.split("\t")[:columns]) <= known, line


def test_modifiers_hold_only_values_that_a_finding_can_take() -> None:
    seen: dict[str, set[str]] = {}
    for row in read_table("modifiers"):
        assert row["value"] in VALUES[row["axis"]], row["value"]
        seen.setdefault(row["axis"], set()).add(row["value"])
    assert seen == VALUES


def test_a_modifier_has_one_value_on_its_axis() -> None:
    owners: dict[tuple[str, str], set[str]] = {}
    for row in read_table("modifiers"):
        for alias in aliases(row["aliases"]):
            owners.setdefault((row["axis"], words(alias)), set()).add(row["value"])
    assert {key: values for key, values in owners.items() if len(values) > 1} == {}


def test_cues_have_a_known_kind_and_direction() -> None:
    for row in read_table("cues"):
        assert row["kind"] in CUE_KINDS
        assert row["direction"] in {"forward", "backward", ""}
        assert row["value"] in {"definite", "probable", "possible", ""}


def test_anatomy_has_known_sides_and_parents() -> None:
    rows = list(read_table("anatomy"))
    known = {row["id"] for row in rows}
    roots = {"body", "bones", "leg", "arm", "head", "foot", "hand"}
    for row in rows:
        assert row["side"] in {"", *get_args(Laterality)}, row
        assert row["parent"] in known | roots, row
        assert aliases(row["aliases"]), row


def test_anatomy_covers_all_vertebral_levels_and_discs() -> None:
    known = {row["id"] for row in read_table("anatomy")}
    assert {f"c{i}" for i in range(1, 8)} <= known
    assert {f"t{i}" for i in range(1, 13)} <= known
    assert {"l1", "l5", "s1", "l4_l5", "l5_s1", "c5_c6", "t12_l1", "c7_t1"} <= known


def test_tags_are_enough_unique_and_made_of_findings_and_families_that_exist() -> None:
    rows = list(read_table("tags"))
    known = finding_ids()
    families = {row["family"] + "/" for row in read_table("findings")}
    for group, least in (("XR", 130), ("CT", 200)):
        names = [row["tag"] for row in rows if row["group"] == group]
        assert len(names) == len(set(names)) >= least
    for row in rows:
        members = aliases(row["members"])
        assert members, row
        for member in members:
            prefix = member.endswith("/") and any(name.startswith(member) for name in families)
            assert member in known or prefix, row
