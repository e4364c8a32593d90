import time

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from radsearch.filters import Tag
from radsearch.search.tag_table import COLUMNS, build, from_arrays

NAMES = ("a", "b", "c")
status = st.sampled_from(["present", "absent", "uncertain", "none"])
reports = st.lists(st.fixed_dictionaries({name: status for name in NAMES}), max_size=20)


def _table(rows):
    return from_arrays(*build(_columns(rows)), len(rows))


def _columns(rows):
    """Per status a list of finding ids a report, as the index stores them."""
    told = {
        status: [[name for name, value in row.items() if value == status] for row in rows]
        for status in COLUMNS
    }
    return {status: pa.array(lists, pa.list_(pa.string())) for status, lists in told.items()}


@given(reports)
def test_ids_are_numbered_in_order_of_use(rows):
    names, arrays = build(_columns(rows))
    said = [
        name for row in rows for status in COLUMNS for name, value in row.items() if value == status
    ]
    assert names == list(dict.fromkeys(said))
    for status in COLUMNS:
        held = [
            (names.index(name), at)
            for at, row in enumerate(rows)
            for name, value in row.items()
            if value == status
        ]
        assert arrays[f"{status}.reports"].tolist() == [at for _, at in sorted(held)]
        assert len(arrays[f"{status}.pointers"]) == len(names) + 1


def test_a_null_or_a_missing_column_counts_as_empty():
    names, arrays = build({"absent": pa.array([None, ["a"]], pa.list_(pa.string()))})
    table = from_arrays(names, arrays, 2)
    assert table.mask(Tag("x", "absent", ("a",))).tolist() == [False, True]
    assert table.mask(Tag("x", "unmentioned", ("a",))).tolist() == [True, False]


@given(reports, st.sampled_from([("a",), ("a", "b"), ("c", "unknown")]))
def test_masks_are_those_of_a_plain_loop(rows, ids):
    table = _table(rows)
    for wanted in ("present", "absent", "uncertain", "unmentioned"):
        want = []
        for row in rows:
            values = {row.get(name, "none") for name in ids}
            if wanted == "unmentioned":
                want.append(values == {"none"})
            elif wanted == "present":
                want.append("present" in values)
            else:
                want.append(wanted in values and "present" not in values)
        assert table.mask(Tag("x", wanted, ids)).tolist() == want


def test_a_hundred_thousand_reports_are_filtered_in_under_20_ms():
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, 300, (100_000, 4)).tolist()
    present = pa.array([[f"f{n}" for n in set(row[:2])] for row in drawn])
    absent = pa.array([[f"f{row[3]}"] for row in drawn])
    table = from_arrays(*build({"present": present, "absent": absent}), 100_000)
    took = []
    for _ in range(5):
        begin = time.process_time()
        mask = table.mask(Tag("x", "absent", ("f3", "f4")))
        took.append(time.process_time() - begin)
    assert 0 < mask.sum() < 100_000
    assert min(took) < 0.02
