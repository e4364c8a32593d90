import json
from pathlib import Path

from click.testing import CliRunner

from radsearch.commands.extract import command
from radsearch.errors import CorpusError


def test_json_lines_carry_the_records(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    report.write_text("Small left effusion. No pneumothorax.")
    result = CliRunner().invoke(command, [str(report), "--json"])
    rows = [json.loads(line) for line in result.output.splitlines()]
    assert [(row["finding"], row["presence"], row["laterality"]) for row in rows] == [
        ("pleural_effusion", "present", "left"),
        ("pneumothorax", "absent", None),
    ]


def test_the_table_shows_the_finding_s_own_words() -> None:
    result = CliRunner().invoke(command, ["-"], input="Moderate right effusion.")
    assert "pleural_effusion" in result.output
    assert "moderate" in result.output


def test_a_missing_file_is_a_user_s_fault_that_names_the_file() -> None:
    result = CliRunner().invoke(command, ["nowhere.txt"])
    assert isinstance(result.exception, CorpusError)
    assert "nowhere.txt" in str(result.exception)
