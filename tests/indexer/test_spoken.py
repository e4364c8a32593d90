"""The searchable form made ahead is the one that the published tables would give."""

import numpy as np
import pyarrow as pa
import pytest

from indexer import build, pieces
from indexer.build import Options, build_index
from indexer.describe import Description, describe
from indexer.rows import findings_array, text_columns
from indexer.spoken import Spoken
from radsearch.report import Report
from radsearch.search import corpus_cache
from radsearch.store import open_store
from radsearch.store.schema import FINDING
from tests.toy import ToyEncoder

REPORTS = [
    Report("c", findings="Clear lungs. Small left effusion, 12 mm nodule.", impression="Effusion."),
    Report("a", findings="-", impression="No pneumothorax.\n\nTwo ribs fractured.", modality="XR"),
    Report("é", impression="Two ribs fractured."),
    Report("b", addendum="Large right effusion.", modality="CT", body_part="chest"),
]


def _columns(reports):
    return text_columns(reports, [describe(report) for report in reports])


def _assert_same(form, other, tags=True):
    left, right = (
        {key: values for key, values in each.names.items() if tags or key != "tags"}
        for each in (form, other)
    )
    assert left == right
    names = [name for name in other.arrays if tags or not name.startswith("tags.")]
    assert set(form.arrays) == set(names)
    for name in names:
        assert form.arrays[name].dtype == other.arrays[name].dtype
        np.testing.assert_array_equal(form.arrays[name], other.arrays[name])


def test_made_ahead_or_from_the_tables_the_form_is_the_same(tmp_path):
    build_index(REPORTS, tmp_path / "i", encoder=ToyEncoder())
    spoken = Spoken()
    for part in (REPORTS[:1], REPORTS[1:]):
        spoken.add(_columns(part))
    _assert_same(spoken.form(), corpus_cache.build(open_store(tmp_path / "i")), tags=False)


@pytest.mark.parametrize("held", [0, 100])
@pytest.mark.parametrize("first", [0, 2])
def test_an_index_has_the_form_of_its_tables(tmp_path, monkeypatch, held, first):
    monkeypatch.setattr(build, "Spoken", lambda: Spoken(held))
    monkeypatch.setattr(pieces, "PIECE", 1)
    path, options = tmp_path / "i", Options(shard=2)
    if first:
        build_index(REPORTS[:first], path, encoder=ToyEncoder(), options=options)
    build_index(REPORTS, path, encoder=ToyEncoder(), options=options)
    store = open_store(path)
    ready = store.folder / "search" / f"v{corpus_cache.VERSION}"
    assert (ready / corpus_cache.NAMES).is_file()
    cache, form = corpus_cache.open_cache(store, store.folder / "search"), corpus_cache.build(store)
    assert list(cache.stream.vocabulary) == form.names["stream"]
    for name, values in form.arrays.items():
        np.testing.assert_array_equal(np.load(ready / f"{name}.npy"), values)


def test_of_too_many_reports_no_form_is_made():
    spoken = Spoken(held=3)
    spoken.add(_columns(REPORTS[:3]))
    spoken.add(_columns(REPORTS[3:]))
    assert spoken.form() is None
    assert Spoken().form() is None


def test_findings_are_the_records_that_were_described():
    told = [describe(report) for report in REPORTS] + [Description([], [], [], [])]
    wanted = pa.array([item.extracted for item in told], pa.list_(FINDING))
    assert findings_array(told).equals(wanted)
    assert findings_array([]).type == pa.list_(FINDING)
