"""Filters against a naive evaluator, on a real Lance table."""

from datetime import date

import lancedb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from radsearch.errors import FilterError
from radsearch.filters import And, Not, Or, Tag, Test, parse
from radsearch.search.bind import bind
from radsearch.search.filter_sql import to_sql
from radsearch.search.predicate import evaluate

COLUMNS = {
    "modality": "text",
    "site": "text",
    "body_part": "text",
    "age": "number",
    "study_date": "date",
    "present": "tags",
}
FAMILY = {"nodule": ("pulmonary_nodule", "thyroid_nodule"), "effusion": ("pleural_effusion",)}
VALUES = {
    "laterality": {"left": "left", "both": "bilateral"},
    "location": {"rul": "upper_lobe", "kidney": "kidney"}
    | {f"segment_{number}": f"segment_{number}" for number in range(30)},
    "zone": {"apical": "apical"},
}
IDS = ("pulmonary_nodule", "thyroid_nodule", "pleural_effusion")


class Names:
    def resolve(self, name):
        return FAMILY.get(name, (name,) if name in IDS else ())

    def names(self):
        return [*FAMILY, *IDS]

    def values(self, attribute):
        return VALUES.get(attribute, {})


def _reports():
    rng = np.random.default_rng(0)
    days = [None, date(2023, 12, 31), date(2024, 1, 1), date(2024, 2, 29), date(2024, 3, 1)]
    sites = ["", "St. Mary's", "x'; DROP TABLE r; --", "ürö"]
    rows = []
    for number in range(120):
        status = rng.integers(0, 4, 3)
        rows.append(
            {
                "n": number,
                "modality": ["", "CT", "XR"][rng.integers(3)],
                "site": sites[rng.integers(4)],
                "body_part": ["", "chest", "lumbar_spine"][rng.integers(3)],
                "age": [None, 0, 17, 60, 61][rng.integers(5)],
                "study_date": days[rng.integers(5)],
                **{
                    name: [i for i, s in zip(IDS, status, strict=True) if s == code]
                    for code, name in enumerate(("present", "absent", "uncertain"))
                },
            }
        )
    return rows


ROWS = _reports()
SCHEMA = pa.schema(
    [
        ("n", pa.int64()),
        ("modality", pa.string()),
        ("site", pa.string()),
        ("body_part", pa.string()),
        ("age", pa.int32()),
        ("study_date", pa.date32()),
        *((name, pa.list_(pa.string())) for name in ("present", "absent", "uncertain")),
    ]
)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = lancedb.connect(tmp_path_factory.mktemp("filters"))
    return folder.create_table("r", pa.Table.from_pylist(ROWS, schema=SCHEMA))


def _run(table, sql):
    found = table.search().where(sql).select(["n"]).limit(1000).to_arrow()["n"].to_pylist()
    mask = np.zeros(len(ROWS), bool)
    mask[found] = True
    return mask


def _naive(node, row):
    if isinstance(node, Not):
        return not _naive(node.item, row)
    if isinstance(node, And):
        return all(_naive(item, row) for item in node.items)
    if isinstance(node, Or):
        return any(_naive(item, row) for item in node.items)
    if isinstance(node, Tag):
        ids = set(Names().resolve(node.name))
        stated = [s for s in ("present", "uncertain", "absent") if ids & set(row[s])]
        if node.status == "unmentioned":
            return not stated
        return node.status in stated and (node.status == "present" or "present" not in stated)
    have = row[node.field]
    if have is None:
        return False
    wanted = node.values
    if node.field == "study_date":
        have, wanted = str(have), tuple(wanted)
    if node.field == "age":
        wanted = tuple(float(value) for value in wanted)
    tests = {
        "=": lambda a, b: a == b,
        "in": lambda a, b: a == b,
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
    }
    return any(tests[node.op](have, value) for value in wanted)


_OPS = st.sampled_from(["=", "<", "<=", ">", ">="])
_LEAF = st.one_of(
    st.builds(
        Test,
        st.just("modality"),
        st.just("in"),
        st.lists(st.sampled_from(["CT", "XR", "MR"]), min_size=1, max_size=2).map(tuple),
    ),
    st.builds(
        Test,
        st.just("site"),
        st.just("="),
        st.tuples(st.sampled_from(["St. Mary's", "x'; DROP TABLE r; --", "ürö", "' OR 1=1 --"])),
    ),
    st.builds(Test, st.just("age"), _OPS, st.tuples(st.sampled_from(["0", "17", "60.5", "-1"]))),
    st.builds(
        Test,
        st.just("study_date"),
        _OPS,
        st.tuples(st.sampled_from(["2023-12-31", "2024-01-01", "2024-02-29"])),
    ),
    st.builds(
        Tag,
        st.sampled_from([*FAMILY, *IDS]),
        st.sampled_from(["present", "absent", "uncertain", "unmentioned"]),
    ),
)
_TREES = st.recursive(
    _LEAF,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(And, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(Or, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(_TREES)
def test_sql_selects_what_a_naive_evaluator_selects(table, tree):
    sql = to_sql(bind(tree, COLUMNS, Names()), COLUMNS)
    assert _run(table, sql).tolist() == [_naive(tree, row) for row in ROWS]


def test_a_filter_and_its_negation_share_out_all_reports(table):
    for text in ("age >= 18", "modality = CT", "nodule:absent", "study_date < 2024"):
        one, other = (
            _run(table, to_sql(bind(parse(t), COLUMNS, Names()), COLUMNS))
            for t in (text, f"not ({text})")
        )
        assert one.sum() + other.sum() == len(ROWS) and not (one & other).any() and one.any()


def test_a_month_or_a_year_stands_for_all_its_days(table):
    def count(text):
        return int(_run(table, to_sql(bind(parse(text), COLUMNS, Names()), COLUMNS)).sum())

    days = [str(row["study_date"]) for row in ROWS if row["study_date"]]
    assert count("study_date = 2024") == sum(day.startswith("2024") for day in days)
    assert count("study_date <= 2024-02") == sum(day < "2024-03" for day in days)
    assert count("study_date > 2024-02") == sum(day >= "2024-03" for day in days)


def test_codes_are_matched_whatever_their_case(table):
    sql = to_sql(
        bind(parse('modality = xr and Body_Part = "Lumbar spine"'), COLUMNS, Names()), COLUMNS
    )
    wanted = [r["modality"] == "XR" and r["body_part"] == "lumbar_spine" for r in ROWS]
    assert _run(table, sql).tolist() == wanted


def test_a_colon_after_a_field_compares_it(table):
    assert bind(parse("modality:ct"), COLUMNS, Names()) == Test("modality", "=", ("CT",))


def test_attribute_tests_are_answered_apart_and_joined_with_the_rest(table):
    tree = bind(parse("not nodule.size_mm >= 6 and modality = CT"), COLUMNS, Names())
    asked = []

    def attribute(test):
        asked.append(test)
        return np.arange(len(ROWS)) < 60

    got = evaluate(tree, COLUMNS, lambda sql: _run(table, sql), attribute)
    assert got.tolist() == [i >= 60 and r["modality"] == "CT" for i, r in enumerate(ROWS)]
    assert asked == [Test("nodule", ">=", ("6.0",), "size_mm", FAMILY["nodule"])]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("modalty = CT", "did you mean modality.*age, body_part, modality, site, study_date"),
        ("nodul:present", "no finding 'nodul'.*nodule"),
        ("nodule:there", "present, absent, uncertain, unmentioned"),
        ("nodule.sise = 6", "did you mean size_mm"),
        ("nodule.severity >= big", "trace < mild < moderate < severe"),
        ("nodule.laterality > left", "no order"),
        ("nodule.laterality = both", "did you mean bilateral.*one of left, bilateral"),
        ("nodule.laterality in (left, x)", "no laterality 'x': it is one of left"),
        (
            "nodule.location = RUL",
            "no location 'rul': did you mean upper_lobe.*radsearch values location.*all 32",
        ),
        ("nodule.location = kidny", "did you mean kidney"),
        ("nodule.location != apical", "write zone = apical"),
        ("nodule.size_mm >= six", "is a number"),
        ("age = old", "age is a number"),
        ("age = nan", "age is a number"),
        ("site < b", "site is text"),
        ("study_date = 2024-02-30", "is a date"),
        ("study_date = yesterday", "2024-03-31"),
        ("present = x", "finding:status"),
    ],
)
def test_a_wrong_name_or_value_lists_the_right_ones(text, says):
    with pytest.raises(FilterError, match=says):
        bind(parse(text), COLUMNS, Names())
