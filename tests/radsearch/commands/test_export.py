"""radsearch export: an index as Parquet, whole or de-identified."""

from dataclasses import fields
from datetime import date

import numpy as np
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from indexer.build import Options, build_index
from radsearch.commands.export import command
from radsearch.corpus import read_corpus
from radsearch.corpus.exported import EXPORT_NOTE, MADE
from radsearch.report import Report
from radsearch.search.selection import filter_columns
from radsearch.store import open_store
from radsearch.store.schema import reports_schema
from tests.toy import ToyEncoder


@pytest.fixture
def index(tmp_path):
    reports = [
        Report("acc-1", findings="Seen by Dr. Roe on 3/4/2021. Left effusion.", modality="XR"),
        Report("acc-2", findings="Clear.", impression="Normal.", age=95, extra={"Ward": "3B, Roe"}),
    ]
    build_index(reports, tmp_path / "i", encoder=ToyEncoder(), options=Options())
    return tmp_path / "i"


def run(*argv):
    return CliRunner().invoke(command, [str(a) for a in argv], catch_exceptions=False)


def test_every_column_and_vector_of_the_index_is_in_the_file(index, tmp_path):
    assert run("-i", index, "-o", tmp_path / "all.parquet").exit_code == 0
    table, store = pq.read_table(tmp_path / "all.parquet"), open_store(index)
    assert table["report_id"].to_pylist() == ["acc-1", "acc-2"]
    assert table["present"].to_pylist()[0] == ["pleural_effusion"]
    stored = store.vectors("findings", np.arange(2))
    assert np.array_equal(np.stack(table["findings_vec"].to_numpy()), stored)


REPORTS = [
    Report("001", findings="FINDINGS: Left effusion.\n\n- a &amp; b", impression="Effusion.",
           modality="XR", body_part="chest", study_date=date(2024, 3, 31), sex="F", age=60,
           patient_id="007", extra={"ward": "3B", "status": "final", "year": "two"}),
    Report("002", unlabelled="See report A1."),
    Report("003", combined="Nodule of 8 mm.", indication="Cough.", comparison="None.", age=3),
    Report("004", impression="Normal.", technique="Helical.", addendum="No fracture either."),
]  # fmt: skip


@pytest.mark.parametrize("options", [[], ["--no-vectors"]])
def test_an_export_is_indexed_to_the_same_reports_and_columns(tmp_path, options):
    build_index(REPORTS, tmp_path / "one", encoder=ToyEncoder(), options=Options())
    run("-i", tmp_path / "one", "-o", tmp_path / "all.parquet", *options)
    corpus = read_corpus(tmp_path / "all.parquet")
    build_index(corpus, tmp_path / "two", encoder=ToyEncoder(), options=Options())
    one, two = open_store(tmp_path / "one"), open_store(tmp_path / "two")
    assert filter_columns(two) == filter_columns(one)
    names = [name for name in one.reports.column_names if name != "content_hash"]
    assert two.reports.select(names).to_pylist() == one.reports.select(names).to_pylist()
    assert corpus.rejects == [] and dict(corpus.notes) == {EXPORT_NOTE: 4}


def test_an_export_of_a_second_index_equals_that_of_the_first(tmp_path):
    build_index(REPORTS, tmp_path / "one", encoder=ToyEncoder(), options=Options())
    run("-i", tmp_path / "one", "-o", tmp_path / "one.parquet")
    again = list(read_corpus(tmp_path / "one.parquet"))
    summary = build_index(again, tmp_path / "two", encoder=ToyEncoder(), options=Options())
    run("-i", tmp_path / "two", "-o", tmp_path / "two.parquet")
    assert summary.added == 4
    assert list(read_corpus(tmp_path / "two.parquet")) == again
    assert again[1:] == REPORTS[1:]


def test_a_deidentified_export_is_indexed_with_its_year(tmp_path):
    build_index(REPORTS, tmp_path / "one", encoder=ToyEncoder(), options=Options())
    run("-i", tmp_path / "one", "-o", tmp_path / "clean.parquet", "--deidentified")
    first = next(iter(read_corpus(tmp_path / "clean.parquet")))
    assert (first.report_id, first.age, first.extra) == ("1", 60, {"year": "2024"})


def test_columns_that_indexing_makes_and_those_of_a_report_are_all_columns():
    own = {item.name for item in fields(Report)} - {"extra"}
    assert MADE | own == set(reports_schema(1).names) and not MADE & own


def test_a_deidentified_export_holds_no_id_name_date_or_unknown_column(index, tmp_path):
    run("-i", index, "-o", tmp_path / "clean.parquet", "--deidentified")
    table = pq.read_table(tmp_path / "clean.parquet")
    shown = str(table.to_pylist())
    assert "Left effusion." in shown
    assert not [w for w in ("acc-", "Roe", "2021", "3B", "95") if w in shown]
    assert not [name for name in table.column_names if name.endswith("_vec")]


def test_an_earlier_version_can_be_exported(index, tmp_path):
    first = open_store(index).manifest["tables"]["reports"]
    changed = [Report("acc-3", findings="Nodule.")]
    build_index(changed, index, encoder=ToyEncoder(), options=Options())
    run("-i", index, "-o", tmp_path / "old.parquet", "--as-of", first)
    assert pq.read_table(tmp_path / "old.parquet").num_rows == 2
