"""radsearch export: an index as Parquet, whole or de-identified."""

import numpy as np
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from indexer.build import Options, build_index
from radsearch.commands.export import command
from radsearch.corpus import read_corpus
from radsearch.report import Report
from radsearch.store import open_store
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


def test_an_export_can_be_indexed_again(index, tmp_path):
    run("-i", index, "-o", tmp_path / "all.parquet", "--no-vectors")
    again = {report.report_id: report for report in read_corpus(tmp_path / "all.parquet")}
    assert again["acc-2"].impression == "Normal."
    assert again["acc-1"].modality == "XR"


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
