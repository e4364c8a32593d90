import json

import pytest
from click.testing import CliRunner

from radsearch.commands import query as module
from tests.toy import ToyEncoder


@pytest.fixture
def run(index, monkeypatch):
    monkeypatch.setattr("radsearch.encoder.load_encoder", lambda *a, **k: ToyEncoder(128))

    def call(*args):
        return CliRunner().invoke(module.command, [*args, "-i", str(index)])

    return call


def test_a_table_shows_rank_id_texts_and_counts(run):
    result = run("small left pneumothorax", "-k", "2")
    assert result.exit_code == 0, result.output
    assert "t-01" in result.output and "Small left pneumothorax." in result.output
    assert "2 shown of" in result.output


def test_json_is_one_hit_a_line(run):
    result = run("small left pneumothorax", "-k", "3", "--json", "--explain")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert rows[0]["report_id"] == "t-01"
    assert rows[0]["matches"][0]["query"]["finding"] == "pneumothorax"
    assert {"dense", "lexical", "findings"} <= set(rows[0]["legs"])


def test_explanations_name_agreement_and_contradiction(run):
    result = run("pneumothorax", "--explain", "--where", "report_id in (t-01, t-02)")
    flat = " ".join(result.output.replace("│", " ").split())
    assert "contradicts: presence" in flat and "finding 1.00" in flat


def test_notes_tell_of_synonyms_and_short_lists(run):
    result = run("PTX", "--where", "age = 50")
    assert "also searched for 'pneumothorax' (PTX)" in result.output
    assert "1 reports match the filter" in result.output
    assert "also searched" not in run("PTX", "--no-expand").output


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["  "], "the query is empty"),
        (["effusion", "--where", "modalty = CT"], "did you mean modality"),
        (["effusion", "--section", "title"], "use one of findings, impression, report, sentence"),
        (["effusion AND ("], "cannot read the query"),
        (["effusion", "-k", "0"], "1 or more"),
    ],
)
def test_bad_input_is_one_line_and_exit_1(index, args, says, monkeypatch, capsys):
    from radsearch import cli

    monkeypatch.setattr("sys.argv", ["radsearch", "query", *args, "-i", str(index)])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    error = capsys.readouterr().err
    assert stopped.value.code == 1
    assert says in error and error.startswith("radsearch: ") and error.count("\n") == 1


def test_a_missing_index_says_how_to_make_one(monkeypatch, capsys, tmp_path):
    from radsearch import cli

    monkeypatch.setattr("sys.argv", ["radsearch", "query", "x", "-i", str(tmp_path / "none")])
    with pytest.raises(SystemExit):
        cli.main()
    assert "radsearch index" in capsys.readouterr().err
