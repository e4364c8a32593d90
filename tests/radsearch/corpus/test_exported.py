"""What radsearch writes, in any of its formats, is read again as the reports that it came from."""

import json
from datetime import date

import pytest

from indexer.build import Options, build_index
from radsearch.cohort_export import FORMATS, cohort_rows, encode
from radsearch.commands.query import as_record
from radsearch.corpus import read_corpus
from radsearch.corpus.exported import EXPORT_NOTE
from radsearch.lookup import read_hits
from radsearch.report import Report
from radsearch.rest.export import export_lines
from radsearch.searcher import Searcher
from tests.toy import ToyEncoder

REPORTS = [
    Report("001", findings='FINDINGS: "Left" effusion.\n\n- a &amp; b', impression="'Cold' mass.",
           modality="XR", body_part="chest", study_date=date(2024, 3, 31), sex="F", age=60,
           patient_id="007", extra={"ward": "=3B", "status": "final"}),
    Report("002", unlabelled="See report A1."),
    Report("003", combined="- Nodule of 8 mm.", indication="Cough.", comparison="None.", age=3),
    Report("004", impression="Normal.", technique="Helical.", addendum="No fracture; none either."),
]  # fmt: skip
NOTES = ["my note", "", "=note", ""]


@pytest.fixture(scope="module")
def searcher(tmp_path_factory):
    path = tmp_path_factory.mktemp("exported") / "index"
    build_index(REPORTS, path, encoder=ToyEncoder(), options=Options())
    return Searcher.open(path, encoder=ToyEncoder())


@pytest.fixture
def hits(searcher):
    return read_hits(searcher, [report.report_id for report in REPORTS])


def read(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    corpus = read_corpus(path)
    found = list(corpus)
    assert corpus.rejects == [] and dict(corpus.notes) == {EXPORT_NOTE: len(REPORTS)}
    return found


@pytest.mark.parametrize("form", FORMATS)
def test_a_cohort_holds_its_reports(hits, form, tmp_path):
    rows = cohort_rows(hits, NOTES, identified=True)
    assert read(tmp_path / f"cohort.{form}", encode(rows, form)) == REPORTS


@pytest.mark.parametrize("form", FORMATS)
def test_a_cohort_without_identity_is_numbered_and_keeps_the_year(hits, form, tmp_path):
    rows = cohort_rows(hits, NOTES, identified=False)
    found = read(tmp_path / f"cohort.{form}", encode(rows, form))
    assert [report.report_id for report in found] == ["1", "2", "3", "4"]
    assert found[0].extra == {"year": "2024"} and found[0].study_date is None
    assert [report.body for report in found] == [report.body for report in REPORTS]


def test_lines_of_the_rest_export_hold_their_reports(searcher, tmp_path):
    lines = "".join(export_lines(searcher, searcher.select(None), identified=True))
    assert read(tmp_path / "lines.jsonl", lines) == REPORTS


def test_lines_of_hits_hold_their_reports(hits, tmp_path):
    lines = "".join(json.dumps(as_record(hit), default=str) + "\n" for hit in hits)
    assert read(tmp_path / "hits.jsonl", lines) == REPORTS


def test_a_cohort_indexed_into_its_own_index_changes_nothing(searcher, hits, tmp_path):
    (tmp_path / "c.csv").write_bytes(encode(cohort_rows(hits, NOTES, identified=True), "csv"))
    corpus = read_corpus(tmp_path / "c.csv")
    path = searcher.store.path
    summary = build_index(corpus, path, encoder=ToyEncoder(), options=Options())
    assert (summary.unchanged, summary.changed, summary.added) == (4, 0, 0)


@pytest.mark.parametrize(
    "text",
    [
        "report_id,findings,impression,present\n1,Clear.,Normal.,yes\n",
        "report_id,findings,impression,present,absent,uncertain\n1,Clear.,Normal.,y,n,n\n",
    ],
)
def test_a_corpus_with_columns_of_like_names_is_no_export(tmp_path, text):
    (tmp_path / "own.csv").write_text(text)
    corpus = read_corpus(tmp_path / "own.csv")
    (report,) = corpus
    assert "present" in report.extra and not corpus.notes


def test_json_whose_status_columns_are_no_lists_is_no_export(tmp_path):
    row = {"report_id": "1", "findings": "Clear.", "impression": "", "present": "y",
           "absent": "n", "uncertain": "n"}  # fmt: skip
    (tmp_path / "own.jsonl").write_text(json.dumps(row))
    (report,) = read_corpus(tmp_path / "own.jsonl")
    assert report.extra == {"present": "y", "absent": "n", "uncertain": "n"}
