"""radsearch index from the command line, with the toy encoder."""

import json

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from radsearch.commands.index import command
from radsearch.errors import CorpusError
from radsearch.store import open_store
from tests.toy import ToyEncoder

ROWS = """report_id,findings,impression,modality
007,"Clear lungs. No effusion.",Normal.,XR
008,"6 mm nodule in the right upper lobe.",Nodule.,CT
009,,Stable.,CT
010,,,CT
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    made = []

    def load(where=None, *, threads=None):
        made.append(ToyEncoder())
        return made[-1]

    monkeypatch.setattr("radsearch.encoder.load_encoder", load)
    corpus = tmp_path / "corpus.csv"
    corpus.write_text(ROWS)

    def invoke(*flags, rows=ROWS):
        corpus.write_text(rows)
        argv = [str(corpus), "-o", str(tmp_path / "i"), *flags]
        return CliRunner().invoke(command, argv, catch_exceptions=False)

    invoke.path, invoke.made = tmp_path / "i", made
    return invoke


def test_the_summary_accounts_for_every_row(run):
    result = run("--json", "--quiet")
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert summary["rows"] == 4
    assert summary["added"] + sum(summary["rejected"].values()) == 4
    assert summary["shapes"] == {"pairs": 2, "impression_only": 1}
    rejects = pq.read_table(run.path / "rejects.parquet").to_pylist()
    assert [(item["row"], item["report_id"]) for item in rejects] == [(4, "010")]


def test_the_printed_summary_says_the_same(run):
    result = run()
    for line in ("3 reports", "4 rows read", "3  added", "1  rejected", "2  with findings and"):
        assert line in result.stdout
    assert "nodule" not in result.output  # no report text, whatever happens


def test_a_corpus_without_a_readable_report_fails_and_says_where_the_reasons_are(run):
    with pytest.raises(CorpusError, match=r"none of the 1 rows .*rejects\.parquet says why"):
        run("--quiet", rows="report_id,findings,impression,modality\n010,,,CT\n")
    assert pq.read_table(run.path / "rejects.parquet").num_rows == 1


def test_help_names_every_form_of_report_that_is_read():
    text = CliRunner().invoke(command, ["--help"]).output
    for form in ("Parquet", "CSV", "TSV", "JSONL", "text", "HL7", "FHIR", "CDA", "Open-I"):
        assert form in text, form


def test_findings_are_read_into_the_status_columns(run):
    run("--quiet")
    store = open_store(run.path)
    rows = store.rows([0, 1], ["report_id", "present", "absent", "extracted"])
    assert rows[0]["report_id"] == "007"
    assert "pleural_effusion" in rows[0]["absent"]
    assert rows[0]["present"] == []
    [nodule] = [f for f in rows[1]["extracted"] if f["section"] == "findings"]
    assert (nodule["size_mm"], nodule["laterality"]) == (6.0, "right")
    assert nodule["finding"] in rows[1]["present"]
    assert store.select(f"array_has(present, '{nodule['finding']}')").tolist() == [1]


def test_a_second_run_writes_only_what_changed_and_deletes_only_when_told(run):
    run("--quiet")
    changed = ROWS.replace("6 mm", "9 mm").replace("009,,Stable.,CT\n", "")
    again = json.loads(run("--quiet", "--json", rows=changed).stdout)
    assert (again["changed"], again["unchanged"], again["deleted"], again["reports"]) == (
        1,
        1,
        0,
        3,
    )
    last = json.loads(run("--quiet", "--json", "--delete-missing", rows=changed).stdout)
    assert (last["deleted"], last["reports"]) == (1, 2)


def test_columns_are_given_by_flags(run):
    rows = "key,a,b\nx,Clear lungs.,Normal.\n"
    flags = ("--id-column", "key", "--findings-column", "a", "--impression-column", "b")
    assert run("--quiet", *flags, rows=rows).exit_code == 0
    assert open_store(run.path).rows([0], ["report_id", "findings", "impression"]) == [
        {"report_id": "x", "findings": "Clear lungs.", "impression": "Normal."}
    ]
