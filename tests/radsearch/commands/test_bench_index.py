import json

from click.testing import CliRunner

from radsearch.commands.bench_index import command


def corpus(folder):
    rows = [
        {"report_id": f"r{i}", "findings": f"Nodule of {i} mm.", "impression": f"Nodule {i} mm."}
        for i in range(4)
    ]
    path = folder / "reports.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_several_runs_are_told_one_by_one_with_their_middle(tmp_path) -> None:
    result = CliRunner().invoke(command, [str(corpus(tmp_path)), "--runs", "2"])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["index", "index"]
    assert lines[2].startswith("the middle of 2 runs: ")


def test_a_missing_corpus_ends_the_runs_with_its_own_error(tmp_path, capfd) -> None:
    result = CliRunner().invoke(command, [str(tmp_path / "none.csv"), "--runs", "2"])
    assert result.exit_code != 0
    assert "none.csv" in capfd.readouterr().err
