import csv
import gzip
import json
from datetime import date

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from radsearch import read_corpus
from radsearch.corpus import Reject, write_rejects
from radsearch.errors import CorpusError


def _write(path, text, encoding="utf-8"):
    path.write_bytes(text.encode(encoding))
    return path


def test_a_column_of_whole_reports_is_split(tmp_path):
    path = _write(tmp_path / "a.csv", 'id,report\n7,"FINDINGS: Clear.\nIMPRESSION: Normal."\n')
    (report,) = read_corpus(path)
    assert (report.report_id, report.findings, report.impression) == ("7", "Clear.", "Normal.")


def test_columns_are_found_whatever_their_spelling(tmp_path):
    path = _write(tmp_path / "a.csv", "AccessionNumber;Findings_EN;CONCLUSION\n1;a b;c\n")
    corpus = read_corpus(path)
    assert [(r.findings, r.impression) for r in corpus] == [("a b", "c")]
    assert corpus.columns["report_id"] == "AccessionNumber"


def test_given_columns_overrule_guessed_ones(tmp_path):
    path = _write(tmp_path / "a.csv", "id,text,befund\n1,wrong,right\n")
    (report,) = read_corpus(path, columns={"text": "Befund"})
    assert report.unlabelled == "right"
    assert report.extra["text"] == "wrong"


def test_zeros_nones_and_line_ends_stay_as_written(tmp_path):
    text = 'accession,findings,impression\r\n00123,"a\r\n\r\nb",None\r\n00124,NA,Normal.\r\n'
    first, second = read_corpus(_write(tmp_path / "a.csv", text))
    assert (first.report_id, first.findings, first.impression) == ("00123", "a\n\nb", "None")
    assert second.findings == "NA"


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path):
    path = _write(tmp_path / "a.csv", "Report Text,id\nClear.,1\n", "utf-8-sig")
    corpus = read_corpus(path)
    assert [r.unlabelled for r in corpus] == ["Clear."]
    assert corpus.columns["text"] == "Report Text"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_text_is_read_right_in_the_usual_encodings(tmp_path, encoding):
    path = _write(tmp_path / "a.csv", "id,report\n1,Größe 5 ± 1 mm\n", encoding)
    corpus = read_corpus(path)
    assert [r.unlabelled for r in corpus] == ["Größe 5 ± 1 mm"]
    assert bool(corpus.notes) is (encoding == "cp1252")


def test_a_report_longer_than_the_csv_limit_is_read(tmp_path):
    body = "Clear lungs. " * 20_000
    path = _write(tmp_path / "a.csv", f"id,report\n1,{body}\n")
    assert len(next(iter(read_corpus(path))).unlabelled) > 131_072


def test_a_quote_that_is_never_closed_costs_one_row_only(tmp_path):
    text = 'id,report\n1,"FINDINGS: a.\nIMPRESSION: b."\n2,"open\n3,Clear.\n4,Stone.\n'
    corpus = read_corpus(_write(tmp_path / "a.csv", text))
    assert [report.report_id for report in corpus] == ["1", "3", "4"]
    assert [(r.row, r.reason) for r in corpus.rejects] == [
        (2, "unreadable: a quote that is not closed")
    ]


def test_an_inch_mark_is_no_quote(tmp_path):
    path = _write(tmp_path / "a.csv", 'id,report\n1,A 5" nail.\n2,Clear.\n')
    assert [r.unlabelled for r in read_corpus(path)] == ['A 5" nail.', "Clear."]


def test_an_endless_cell_costs_one_row_only(tmp_path):
    endless = "a long line of a report without an end\n" * 60_000
    path = _write(tmp_path / "a.csv", f'id,report\n1,"{endless}"\n')
    corpus = read_corpus(path)
    assert len(list(corpus)) + len(corpus.rejects) == len(corpus)
    assert corpus.rejects[0].reason.startswith("unreadable: field larger")


def test_line_ends_of_old_files_are_line_ends(tmp_path):
    corpus = read_corpus(_write(tmp_path / "a.csv", 'id,report\r1,"a\rb"\r2,c\r'))
    assert [report.unlabelled for report in corpus] == ["a\nb", "c"]


def test_a_single_column_without_a_header_is_all_data(tmp_path):
    path = _write(tmp_path / "a.csv", 'Heart size is normal.\n"1. Mass.\n\n2. Node."\n')
    corpus = read_corpus(path)
    assert [r.report_id for r in corpus] == ["row-1", "row-2"]
    assert len(corpus) == 2


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
@pytest.mark.parametrize(
    ("above", "delimiter"),
    [
        ("\n  \r\n", ";"),
        (";;\n", ";"),
        ("sep=;\n", ";"),
        ('"sep=;"\r\n\n', ";"),
        ("SEP=\t\r\n", "\t"),
        ("sep=^\n", "^"),
    ],
)
def test_what_stands_above_the_names_is_passed_over(tmp_path, name, above, delimiter):
    rows = "id;modality;report\n1;CT;Clear, no mass.\n\n2;CT;sep=;\n".replace(";", delimiter)
    corpus = read_corpus(_write(tmp_path / name, above + rows, "utf-8-sig"))
    reports = [(report.report_id, report.modality, report.unlabelled) for report in corpus]
    assert reports[0] == ("1", "CT", "Clear, no mass.")
    assert len(reports) == 2
    assert not corpus.rejects


def test_only_the_line_above_the_names_declares_a_delimiter(tmp_path):
    path = _write(tmp_path / "a.csv", "sep=,report\n1,Clear; dry.\n")
    (report,) = read_corpus(path)
    assert (report.unlabelled, report.extra) == ("Clear; dry.", {"sep=": "1"})
    path = _write(tmp_path / "b.csv", "report\nsep=;\nClear; dry.\n")
    assert [report.unlabelled for report in read_corpus(path)] == ["sep=;", "Clear; dry."]


def test_the_header_can_be_denied(tmp_path):
    path = _write(tmp_path / "a.csv", "r1,Clear.\nr2,Mass.\n")
    corpus = read_corpus(path, header=False, columns={"report_id": "column_1", "text": "column_2"})
    assert [(r.report_id, r.unlabelled) for r in corpus] == [("r1", "Clear."), ("r2", "Mass.")]


def test_no_row_is_lost_and_each_reject_has_its_reason(tmp_path):
    rows = [
        {"id": "1", "report": "FINDINGS: Clear."},
        {"id": "2", "report": "  "},
        {"id": "3", "report": "N/A"},
        {"id": "4", "report": "Report not available."},
        {"id": "5", "report": "See report A1."},
        {"id": "6", "report": "Clear.", "status": "entered-in-error"},
        {"id": "7", "report": "WET READ: No fracture."},
        {"id": "8", "report": "Clear.", "status": "final"},
        {"id": "9", "other": "x"},
    ]
    lines = [json.dumps(row) for row in rows] + ["{broken", "[1]"]
    corpus = read_corpus(_write(tmp_path / "a.jsonl", "\n".join(lines)))
    kept = [report.report_id for report in corpus]
    assert kept == ["1", "8"]
    assert len(corpus) == len(kept) + len(corpus.rejects) == 11
    assert [reject.reason for reject in corpus.rejects] == [
        "empty",
        "placeholder",
        "placeholder",
        "placeholder",
        "withdrawn",
        "no text of a finished report",
        "no text column",
        "unreadable: not JSON",
        "unreadable: not a JSON object",
    ]


def test_rejects_hold_no_text(tmp_path):
    path = _write(tmp_path / "a.csv", "id,report\n1,a,secret words\n2,Clear.\n")
    corpus = read_corpus(path)
    assert len(list(corpus)) == 1
    assert write_rejects(corpus.rejects, tmp_path / "rejects.parquet") == 1
    table = pq.read_table(tmp_path / "rejects.parquet").to_pylist()
    assert table == [{"row": 1, "report_id": "1", "reason": "unreadable: 3 cells under 2 columns"}]


def test_an_empty_list_of_rejects_is_a_file_too(tmp_path):
    assert write_rejects([], tmp_path / "r.parquet") == 0
    assert pq.read_table(tmp_path / "r.parquet").num_rows == 0


@pytest.mark.parametrize(("keep", "text"), [("first", "a"), ("last", "c")])
def test_of_double_ids_the_wanted_row_stays(tmp_path, keep, text):
    path = _write(tmp_path / "a.csv", "id,report\n1,a\n2,x\n1,b\n1,c\n1,\n")
    corpus = read_corpus(path, on_duplicate=keep)
    assert {r.report_id: r.unlabelled for r in corpus} == {"1": text, "2": "x"}
    assert [r.reason for r in corpus.rejects].count("duplicate id") == 2
    assert len(corpus) == 5


def test_double_ids_stop_a_run_before_its_first_report(tmp_path):
    path = _write(tmp_path / "a.csv", "id,report\n1,a\n2,b\n1,c\n")
    with pytest.raises(CorpusError, match="rows 1 and 3"):
        next(iter(read_corpus(path)))


def test_values_are_normalised_and_what_is_not_understood_is_kept(tmp_path):
    header = "id,report,Modality,Body Part,StudyDate,PatientSex,Age,ward\n"
    rows = "1,Clear.,cr,Lumbar Spine,20250102,female,045Y,7\n2,Clear.,,,03/04/2025,,adult,\n"
    corpus = read_corpus(_write(tmp_path / "a.csv", header + rows))
    first, second = corpus
    assert (first.modality, first.body_part, first.sex) == ("XR", "lumbar_spine", "F")
    assert (first.study_date, first.age, first.extra) == (date(2025, 1, 2), 45, {"ward": "7"})
    assert (second.study_date, second.age) == (None, None)
    assert second.extra == {"study_date": "03/04/2025", "age": "adult"}
    assert sum(corpus.notes.values()) == 2


def test_a_study_name_gives_the_modality(tmp_path):
    path = _write(tmp_path / "a.csv", 'id,report\n1,"EXAM: CT CHEST\nFINDINGS: Clear."\n')
    (report,) = read_corpus(path)
    assert (report.modality, report.extra) == ("CT", {"exam": "CT CHEST"})


def test_a_findings_column_with_headings_inside_is_split(tmp_path):
    path = _write(
        tmp_path / "a.csv",
        'id,findings,impression\n1,"FINDINGS: Clear.\nIMPRESSION: Normal.",\n'
        '2,"Lungs: Clear.\nHeart: Normal.",OPINION: Normal.\n',
    )
    first, second = read_corpus(path)
    assert (first.findings, first.impression) == ("Clear.", "Normal.")
    assert (second.findings, second.impression) == ("Lungs: Clear.\nHeart: Normal.", "Normal.")


def test_rtf_and_html_become_text(tmp_path):
    rtf = r"{\rtf1\b FINDINGS:\b0\par 5 \'b1 1 cm, \strike left\strike0  right.\par}"
    rows = [{"id": 1, "report": rtf}, {"id": 2, "report": "<p>FINDINGS:</p><p>a &lt; 4</p>"}]
    path = _write(tmp_path / "a.jsonl", "\n".join(map(json.dumps, rows)))
    assert [r.findings for r in read_corpus(path)] == ["5 ± 1 cm, right.", "a < 4"]


def test_parquet_columns_of_any_type_are_read_as_text(tmp_path):
    table = pa.table(
        {
            "id": pa.array([1, 2, 3], pa.int64()),
            "findings": pa.array([b"5 \xb1 1 mm", None, b"Clear."], pa.binary()),
            "impression": pa.array([["a.", "b."], ["Normal."], None], pa.list_(pa.string())),
            "modality": pa.array(["CT", None, "CT"]).dictionary_encode(),
            "study_date": pa.array([date(2025, 1, 2), None, None], pa.date32()),
            "age": pa.array([45.0, None, 30.0], pa.float64()),
            "empty": pa.nulls(3),
        }
    )
    pq.write_table(table, tmp_path / "a.parquet")
    first, second, third = read_corpus(tmp_path / "a.parquet")
    assert (first.report_id, first.findings, first.impression) == ("1", "5 ± 1 mm", "a.\nb.")
    assert (first.study_date, first.age, first.modality) == (date(2025, 1, 2), 45, "CT")
    assert (second.findings, second.impression) == ("", "Normal.")
    assert (third.findings, third.impression) == ("Clear.", "")


def test_a_folder_of_text_files_is_a_corpus(tmp_path):
    _write(tmp_path / "r2.txt", "FINDINGS: Clear.")
    _write(tmp_path / "r1.txt", "Normal.")
    _write(tmp_path / "README.txt", "not a report")
    assert [r.report_id for r in read_corpus(tmp_path)] == ["r1", "r2"]


def test_open_i_xml_is_read_and_entities_are_refused(tmp_path):
    good = (
        '<eCitation><uId id="CXR9"/><MeSH><major>Opacity/lung/left</major></MeSH><Abstract>'
        '<AbstractText Label="FINDINGS">Clear.</AbstractText></Abstract></eCitation>'
    )
    _write(tmp_path / "1.xml", good)
    _write(tmp_path / "2.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    _write(tmp_path / "3.xml", "<a>")
    corpus = read_corpus(tmp_path)
    (report,) = corpus
    assert (report.report_id, report.findings) == ("CXR9", "Clear.")
    assert report.extra == {"MeSH": "Opacity/lung/left", "Problems": "Opacity"}
    assert [reject.row for reject in corpus.rejects] == [2, 3]


def test_gzipped_tables_are_opened(tmp_path):
    with gzip.open(tmp_path / "a.csv.gz", "wt", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", "report"], ["1", "Clear."]])
    assert len(list(read_corpus(tmp_path / "a.csv.gz"))) == 1


def test_a_gzipped_table_is_opened_whatever_the_case_of_its_name(tmp_path):
    (tmp_path / "A.CSV.GZ").write_bytes(gzip.compress(b"id,findings\n1,Small effusion.\n"))
    assert [report.report_id for report in read_corpus(tmp_path / "A.CSV.GZ")] == ["1"]


@pytest.mark.parametrize("damage", [lambda data: data[:-12], lambda data: data[:-8] + b"12345678"])
def test_a_damaged_gzip_is_named(tmp_path, damage):
    whole = gzip.compress(b"id,findings\n" + b"1,Small effusion.\n")
    (tmp_path / "a.csv.gz").write_bytes(damage(whole))
    with pytest.raises(CorpusError, match=r"a\.csv\.gz: damaged, cut short or not gzip"):
        list(read_corpus(tmp_path / "a.csv.gz"))


def test_a_number_without_end_costs_one_line(tmp_path):
    lines = '{"id": ' + "9" * 5_000 + ', "findings": "a"}\n{"id": "B", "findings": "Effusion."}\n'
    corpus = read_corpus(_write(tmp_path / "a.jsonl", lines))
    assert [report.report_id for report in corpus] == ["B"]
    assert [reject.reason for reject in corpus.rejects] == ["unreadable: not JSON"]


_TWO = [{"id": "1", "report": "Clear."}, {"id": "2", "report": "Mass."}]
_PRIORS = [{"id": "0", "report": "No mass."}, {"id": "00", "report": "No nodule."}]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(_TWO),
        json.dumps(_TWO, indent=2),
        json.dumps({"reports": _TWO}),
        json.dumps({"summary": "an export", "pages": [1, 2], "reports": _TWO}, indent=2),
        json.dumps({"count": 2, "rows": _TWO}, indent=2),
        '{"reports": [\n' + ",\n".join(map(json.dumps, _TWO)) + "\n]}",
        "\n".join(map(json.dumps, _TWO)),
    ],
)
def test_a_json_value_gives_its_list_of_reports(tmp_path, text):
    corpus = read_corpus(_write(tmp_path / "a.json", text))
    assert [(r.report_id, r.unlabelled) for r in corpus] == [("1", "Clear."), ("2", "Mass.")]
    assert not corpus.rejects


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", ["report", "befund"])
def test_a_json_report_with_a_list_of_others_is_one_report(tmp_path, indent, name):
    row = {"id": "1", name: "Clear.", "priors": _PRIORS}
    path = _write(tmp_path / "a.json", json.dumps(row, indent=indent))
    corpus = read_corpus(path, columns={"text": name})
    assert [(r.report_id, r.unlabelled) for r in corpus] == [("1", "Clear.")]


def test_a_broken_first_line_of_json_lines_costs_one_line(tmp_path):
    path = _write(tmp_path / "a.json", '{"id": "1",\n{"id": "2", "report": "Mass."}\n')
    corpus = read_corpus(path)
    assert [report.report_id for report in corpus] == ["2"]
    assert [reject.reason for reject in corpus.rejects] == ["unreadable: not JSON"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (["Clear.", "Mass."], "array of 2 items, none of them an object"),
        ({"a": _TWO, "Mass.": _PRIORS}, "object with 2 lists of objects"),
        ({"A1": _TWO[0], "Mass.": _TWO[1]}, "object with 2 objects under names"),
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_json_that_does_not_say_its_reports_is_named(tmp_path, value, found, indent):
    path = _write(tmp_path / "a.json", json.dumps(value, indent=indent))
    with pytest.raises(CorpusError, match=f"{found}: one object a line, an array") as caught:
        len(read_corpus(path))
    assert "ass." not in str(caught.value)


def test_half_a_surrogate_pair_becomes_a_question_mark(tmp_path):
    lines = '{"id": "A\\uD83D", "findings": "Effusion \\ud800 \\ud83d\\ude00."}\n'
    (report,) = read_corpus(_write(tmp_path / "a.jsonl", lines))
    assert (report.report_id, report.findings) == ("A?", "Effusion ? \U0001f600.")


def test_hidden_folders_are_no_part_of_a_corpus(tmp_path):
    _write(tmp_path / "a.csv", "id,findings\n1,Small effusion.\n")
    (tmp_path / ".snapshot").mkdir()
    _write(tmp_path / ".snapshot" / "a.csv", "id,findings\n1,Small effusion.\n")
    assert [report.report_id for report in read_corpus(tmp_path)] == ["1"]


def test_a_dtd_in_utf_16_is_refused_too(tmp_path):
    text = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>'
    corpus = read_corpus(_write(tmp_path / "a.xml", text, "utf-16"))
    assert not list(corpus)
    assert corpus.rejects[0].reason == "unreadable: XML with a DTD is refused"


def test_a_corpus_can_be_read_twice(tmp_path):
    corpus = read_corpus(_write(tmp_path / "a.csv", "id,report\n1,\n2,b\n"))
    assert list(corpus) == list(corpus)
    assert corpus.rejects == [Reject(1, "1", "empty")]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "id,wert\n1,2\n", "Columns found: id, wert.*report_text"),
        ("a.xlsx", "x", "unknown kind of file"),
        ("a.parquet", "PAR1 no", "not a readable Parquet file"),
        ("a.csv", "id,report,id\n1,a,2\n", "same name: id"),
        ("a.json", "[1, 2", "not JSON"),
        ("a.json", "[" * 100_000, "not JSON: one object a line"),
        ("a.json", "[" + "9" * 5_000 + "]", "not JSON: one object a line"),
        ("a.csv", "", "no row of data in it"),
        ("a.csv", "id,findings\n", "no row of data in it"),
        ("a.json", "[]", "no row of data in it"),
        ("a.csv.gz", "id,report\n1,a\n", "not gzip, though its name ends in .gz"),
    ],
)
def test_a_file_that_is_no_corpus_says_why(tmp_path, name, text, message):
    with pytest.raises(CorpusError, match=message):
        list(read_corpus(_write(tmp_path / name, text)))


@pytest.mark.parametrize("columns", [None, {"text": "body"}])
def test_a_table_without_names_does_not_put_its_text_into_the_error(tmp_path, columns):
    first = "A1,There is a small left pleural effusion.,Small left effusion today seen.\n"
    path = _write(tmp_path / "a.csv", first * 2)
    with pytest.raises(CorpusError, match="3 cells of text, no names") as caught:
        len(read_corpus(path, columns=columns))
    assert "effusion" not in str(caught.value)
    twice = _write(tmp_path / "b.csv", "A1,No acute disease is seen.,No acute disease is seen.\n")
    with pytest.raises(CorpusError, match="same name") as caught:
        len(read_corpus(twice))
    assert "disease" not in str(caught.value)


@pytest.mark.parametrize("columns", [None, {"text": "body"}])
def test_a_table_without_names_does_not_put_short_cells_into_the_error(tmp_path, columns):
    (tmp_path / "one").mkdir()
    path = _write(tmp_path / "one" / "a.csv", "Rossi,Clear.,Mass.\n" * 2)
    with pytest.raises(CorpusError, match="3 cells, none of a known name") as caught:
        len(read_corpus(path, columns=columns))
    assert not any(cell in str(caught.value) for cell in ("Rossi", "Clear", "Mass"))
    _write(tmp_path / "one" / "b.csv", "id,wert\n1,2\n")
    with pytest.raises(CorpusError, match="olumns found: id, wert") as caught:
        len(read_corpus(tmp_path / "one", columns=columns))
    assert "Rossi" not in str(caught.value)
    twice = _write(tmp_path / "b.csv", "Rossi,Clear.,Clear.\n")
    with pytest.raises(CorpusError, match="same name: 1 of 3 cells, none a known name") as caught:
        len(read_corpus(twice, columns=columns))
    assert "Clear" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "header"),
    [
        ("a.csv", "nummer,befund\n1,Clear.\n", True),
        ("a.csv", "1,Clear.\n", False),
        ("a.jsonl", '{"nummer": 1, "befund": "Clear."}\n', None),
    ],
)
def test_names_that_are_names_for_sure_are_shown(tmp_path, name, text, header):
    shown = "column_1, column_2" if header is False else "nummer, befund"
    with pytest.raises(CorpusError, match=f"Columns found: {shown}"):
        len(read_corpus(_write(tmp_path / name, text), header=header))


def test_wrong_arguments_are_named(tmp_path):
    path = _write(tmp_path / "a.csv", "id,report\n1,a\n")
    with pytest.raises(CorpusError, match="no such file"):
        read_corpus(tmp_path / "none.csv")
    with pytest.raises(CorpusError, match="folder without reports"):
        (tmp_path / "empty").mkdir()
        read_corpus(tmp_path / "empty")
    with pytest.raises(CorpusError, match="no such field: 'txt'"):
        read_corpus(path, columns={"txt": "report"})
    with pytest.raises(CorpusError, match="columns found: id, report"):
        len(read_corpus(path, columns={"text": "body"}))
    with pytest.raises(CorpusError, match="'error', 'last' or 'first'"):
        read_corpus(path, on_duplicate="merge")
    _write(tmp_path / "b.jsonl", "{}")
    with pytest.raises(CorpusError, match="several kinds"):
        read_corpus(tmp_path)
