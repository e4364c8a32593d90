import io
import json

import pyarrow.parquet as pq
import pytest

from radsearch.cohort import CohortError, SavedSearches, data_folder
from radsearch.cohort_export import FORMATS, cohort_rows, encode
from radsearch.lookup import read_hits


def test_searches_survive_and_can_be_replaced_and_forgotten(tmp_path):
    kept = SavedSearches(tmp_path / "new")
    assert kept.read() == {}
    kept.save(" mine ", {"q": ["mass"], "year": ["2023", "2024"]})
    kept.save("mine", {"q": ["nodule"]})
    kept.save("other", {})
    assert SavedSearches(tmp_path / "new").read() == {"mine": {"q": ["nodule"]}, "other": {}}
    kept.delete("mine")
    kept.delete("never there")
    assert list(kept.read()) == ["other"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_search_needs_a_name_of_sensible_length(tmp_path, name):
    with pytest.raises(CohortError, match="name"):
        SavedSearches(tmp_path).save(name, {})


@pytest.mark.parametrize("content", ["{", "[1]", '{"a": 3}'])
def test_a_damaged_file_is_named_not_overwritten(tmp_path, content):
    kept = SavedSearches(tmp_path)
    kept.file.write_text(content)
    with pytest.raises(CohortError, match="does not hold saved searches"):
        kept.save("a", {})
    assert kept.file.read_text() == content


def test_the_folder_can_be_set(monkeypatch, tmp_path):
    monkeypatch.setenv("RADSEARCH_DATA", str(tmp_path))
    assert data_folder() == tmp_path


@pytest.fixture
def hits(searcher):
    return read_hits(searcher, ["t-03", "t-01"])


def test_an_export_keeps_order_texts_tags_and_notes(hits):
    rows = cohort_rows(hits, ["first", ""], identified=True)
    assert [row["report_id"] for row in rows] == ["t-03", "t-01"]
    assert rows[0]["note"] == "first" and rows[1]["present"] == ["pneumothorax"]
    assert rows[1]["absent"] == ["pleural_effusion"]


def test_a_clean_export_has_neither_id_nor_date(hits):
    rows = cohort_rows(hits, ["seen by Dr. Roe", ""], identified=False)
    assert [row["number"] for row in rows] == [1, 2]
    assert not {"report_id", "study_date", "patient_id"} & set(rows[0])
    assert rows[0]["note"] == "seen by [NAME]" and rows[0]["year"] == 2024


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_reads_back(hits, form):
    rows = cohort_rows(hits, ["a\nb", ""], identified=True)
    data = encode(rows, form)
    if form == "parquet":
        back = pq.read_table(io.BytesIO(data)).to_pylist()
    elif form == "jsonl":
        back = [json.loads(line) for line in data.decode().splitlines()]
    else:
        import csv

        back = list(csv.DictReader(io.StringIO(data.decode(), newline="")))
    assert [row["report_id"] for row in back] == ["t-03", "t-01"]
    assert back[0]["note"] == "a\nb"
    assert back[0]["findings"] == hits[0].findings


def test_no_reports_is_an_empty_file_not_a_fault():
    assert encode([], "csv") == b"report_id\r\n"
    assert encode([], "jsonl") == b""
