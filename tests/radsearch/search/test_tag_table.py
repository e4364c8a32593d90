import time

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from radsearch.filters import Tag
from radsearch.search.tag_table import TagTableBuilder, from_arrays

NAMES = ("a", "b", "c")
status = st.sampled_from(["present", "absent", "uncertain", "none"])
reports = st.lists(st.fixed_dictionaries({name: status for name in NAMES}), max_size=20)


def _table(rows):
    builder = TagTableBuilder()
    for number, row in enumerate(rows):
        columns = {}
        for name, value in row.items():
            columns.setdefault(value, []).append(name)
        builder.add(number, columns)
    return from_arrays(list(builder.codes), builder.arrays(), len(rows))


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
    builder = TagTableBuilder()
    for number, row in enumerate(rng.integers(0, 300, (100_000, 4))):
        builder.add(number, {"present": {f"f{n}" for n in row[:2]}, "absent": {f"f{row[3]}"}})
    table = from_arrays(list(builder.codes), builder.arrays(), 100_000)
    took = []
    for _ in range(5):
        begin = time.process_time()
        mask = table.mask(Tag("x", "absent", ("f3", "f4")))
        took.append(time.process_time() - begin)
    assert 0 < mask.sum() < 100_000
    assert min(took) < 0.02
