import csv
import json

import pytest
from click.testing import CliRunner

from radsearch.errors import RadsearchError
from radsearch.evaluation.authored import read_authored
from tests.train.reword.toy_answers import GOOD, REPORT, answer
from train.__main__ import group, main
from train.signals.pairs import read_studies


@pytest.fixture
def corpus(tmp_path):
    shared = {"impression": REPORT.impression, "modality": "XR", "body_part": "chest"}
    rows = [
        {"report_id": "a", "findings": REPORT.findings, **shared},
        {"report_id": "b", "findings": REPORT.findings, **shared},
        {"report_id": "c", "findings": f"{REPORT.findings} Clear.", **shared},
        {"report_id": "d", "findings": "", **shared},
    ]
    path = tmp_path / "reports.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def run(corpus, out, *arguments):
    result = CliRunner().invoke(group, ["reword", str(corpus), "--out", str(out), *arguments])
    if isinstance(result.exception, RadsearchError):
        raise result.exception
    return result


def test_rows_come_out_in_the_form_that_fit_reads(corpus, server, tmp_path):
    out = tmp_path / "own" / "rows.jsonl"
    result = run(corpus, out, "--endpoint", server.url, "--model", "toy", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "2 rows in" in result.output and "2 requests" in result.output
    rows = list(read_authored(out.parent))
    assert [row["id"] for row in rows] == ["a", "c"]
    assert rows[0]["findings_rewrite"] == GOOD["findings_rewrite"]
    assert rows[0]["thought"] == {k: GOOD[k] for k in ("evidence", "pattern", "reasoning")}
    assert rows[0]["writer"].startswith("toy, ")
    (study, _) = read_studies(tmp_path / "no corpus of ours", [out.parent])
    assert study.stratum == "XR chest" and len(study.views) == 8


def test_what_is_left_out_is_counted_and_explained_without_text(corpus, server, tmp_path):
    server.usual = answer(findings_rewrite="Large right effusion.", pattern="")
    out = tmp_path / "rows.jsonl"
    result = run(corpus, out, "--endpoint", server.url, "--model", "toy")
    with (tmp_path / "rows.jsonl.rejects.tsv").open(encoding="utf-8") as file:
        refused = list(csv.DictReader(file, delimiter="\t"))
    told = {(row["report_id"], row["part"], row["code"]) for row in refused}
    assert {("b", "report", "repeated"), ("d", "report", "no_pair")} <= told
    assert {("a", "findings_rewrite", "laterality"), ("a", "pattern", "schema")} <= told
    assert "2  findings_rewrite: laterality" in result.output
    assert "nodule in the" not in result.output
    assert "findings_rewrite" not in json.loads(out.read_text().splitlines()[0])


def test_the_same_command_goes_on_where_it_was(corpus, server, tmp_path):
    arguments = ("--endpoint", server.url, "--model", "toy", "--workers", "1")
    out = tmp_path / "rows.jsonl"
    run(corpus, out, *arguments, "--limit", "1")
    assert len(out.read_text().splitlines()) == len(server.requests) == 1
    run(corpus, out, *arguments)
    assert len(out.read_text().splitlines()) == len(server.requests) == 2


def test_a_dry_run_counts_what_is_not_answered_yet_and_sends_nothing(corpus, server, tmp_path):
    out = tmp_path / "rows.jsonl"
    first = run(corpus, out, "--dry-run").output
    assert "2 to be written" in first and "requests: 2" in first and "nothing was sent" in first
    assert not out.exists() and not out.with_name("rows.jsonl.answers").exists()
    run(corpus, out, "--endpoint", server.url, "--model", "toy", "--limit", "1")
    sent = len(server.requests)
    assert "requests: 1" in run(corpus, out, "--dry-run", "--model", "toy").output
    assert len(server.requests) == sent


def test_without_an_endpoint_nothing_happens(corpus, tmp_path):
    result = run(corpus, tmp_path / "rows.jsonl")
    assert result.exit_code == 2 and "--dry-run" in result.output
    assert not (tmp_path / "rows.jsonl").exists()


def test_names_and_dates_go_out_before_texts_are_sent(server, tmp_path):
    corpus = tmp_path / "reports.jsonl"
    row = {"report_id": "a", "findings": f"{REPORT.findings} MRN: 12345.", "impression": "Effusion"}
    corpus.write_text(json.dumps(row), encoding="utf-8")
    out = tmp_path / "rows.jsonl"
    run(corpus, out, "--endpoint", server.url, "--model", "toy", "--deidentify")
    assert "12345" not in json.dumps([body for *_, body in server.requests]) + out.read_text()


def test_a_failed_run_leaves_the_last_file_as_it_was(corpus, server, tmp_path):
    out = tmp_path / "rows.jsonl"
    out.write_text("before\n")
    row = json.loads(corpus.read_text().splitlines()[0])
    rows = [row | {"report_id": f"x{i}", "findings": f"Nodule {i}."} for i in range(9)]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    server.usual = (404, {})
    with pytest.raises(RadsearchError, match="HTTP 404"):
        run(corpus, out, "--endpoint", server.url, "--model", "toy")
    assert out.read_text() == "before\n"
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".tmp")]


def test_a_folder_without_rows_is_one_line_on_stderr(tmp_path, monkeypatch, capsys):
    arguments = ["--only", "small-1", "--model", "none", "--out", str(tmp_path / "run")]
    monkeypatch.setattr("sys.argv", ["train", "fit", *arguments, "--reports", str(tmp_path)])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 1
    assert "found no rows" in capsys.readouterr().err
