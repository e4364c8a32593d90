import json
from dataclasses import asdict

import pytest
from click.testing import CliRunner

from radsearch.commands import bench_all
from radsearch.commands.bench import BENCHMARKS
from radsearch.evaluation.book import PARTS, Result, html, markdown

DONE = Result("radsearch bench language", "abc", "2026-01-01", 3.0, "| a |\n|---|\n| 1 |\n")


def _part(name):
    return next(part for part in PARTS if part.name == name)


def test_a_path_that_may_be_missing_leaves_its_option_out():
    part = _part("heads")
    assert part.command({}) == ("heads",)
    assert part.command({"backbone": "old"}) == ("heads", "--backbone", "old")
    assert _part("axes-backbone").command({}) is None


def test_every_part_says_what_its_data_are():
    assert [part.name for part in PARTS if not part.data] == ["figures"]


def test_pictures_go_into_the_page(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "a.png").write_bytes(b"png")
    page = html("![a](figures/a.png) ![b](figures/b.png)", tmp_path)
    assert 'src="data:image/png;base64,cG5n"' in page and 'src="figures/b.png"' in page


def test_figures_are_drawn_again_once_another_part_has_run(tmp_path, monkeypatch):
    runs = []

    class Run:
        returncode, stdout = 0, "fine"

    def fake(argv, **_):
        if argv[0] == "git":
            return type("Git", (), {"stdout": "abc\n"})
        runs.append(argv[4])
        return Run

    monkeypatch.setattr(bench_all.subprocess, "run", fake)
    argv = ["--out", str(tmp_path), "--only", "language", "--only", "figures"]
    CliRunner().invoke(bench_all.command, argv)
    CliRunner().invoke(bench_all.command, argv)
    assert runs == ["language", "figures"]
    (tmp_path / "parts" / "language.json").unlink()
    CliRunner().invoke(bench_all.command, argv)
    assert runs == ["language", "figures", "language", "figures"]


def test_every_part_is_a_benchmark_that_exists():
    missing = [part.name for part in PARTS if part.arguments[0] not in BENCHMARKS]
    assert missing == []


def test_the_book_holds_command_commit_and_paper_beside_each_table():
    text = markdown([(_part("openi"), None), (_part("language"), DONE)])
    assert "needs --openi PATH" in text
    assert "10.5 / 11.2" in text
    assert (
        "    radsearch bench language" in text
        and "commit abc, 2026-01-01, 3 s, 0 s of processor time" in text
    )
    page = html(text)
    assert "<td>1</td>" in page and "http" not in page


def test_markup_in_an_output_stays_text():
    evil = Result("c", "abc", "2026-01-01", 1.0, "<script>alert(1)</script>")
    assert "<script>" not in html(markdown([(PARTS[0], evil)]))


def test_a_part_that_ran_at_this_commit_is_kept_and_a_failed_one_runs_again(tmp_path, monkeypatch):
    runs = []

    class Run:
        returncode, stdout = 1, "no"

    def fake(argv, **_):
        if argv[0] == "git":
            return type("Git", (), {"stdout": "abc\n"})
        runs.append(argv)
        return Run

    monkeypatch.setattr(bench_all.subprocess, "run", fake)
    argv = ["--out", str(tmp_path), "--only", "language"]
    assert CliRunner().invoke(bench_all.command, argv).exit_code == 0
    assert CliRunner().invoke(bench_all.command, argv).exit_code == 0
    assert len(runs) == 2
    assert "Failed with status 1" in (tmp_path / "book.md").read_text()
    (tmp_path / "parts" / "language.json").write_text(json.dumps(asdict(DONE)))
    CliRunner().invoke(bench_all.command, argv)
    assert len(runs) == 2
    assert "| 1 |" in (tmp_path / "book.md").read_text()


def test_an_unknown_part_is_named(tmp_path):
    result = CliRunner().invoke(bench_all.command, ["--out", str(tmp_path), "--only", "poems"])
    assert result.exit_code == 2
    assert "poems" in result.output and "openi" in result.output


@pytest.mark.parametrize("part", PARTS)
def test_a_part_asks_only_for_data_that_the_command_can_be_given(part):
    assert set(part.needs) <= {"openi", "ct_rate", "radjudge", "backbone", "figures", "parts"}
