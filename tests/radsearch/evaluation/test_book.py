import pytest
from click.testing import CliRunner

from radsearch.commands import bench_all
from radsearch.commands.bench import BENCHMARKS
from radsearch.evaluation.beside import NUMBERS
from radsearch.evaluation.book import Result, html, markdown
from radsearch.evaluation.book_key import code_key, part_key
from radsearch.evaluation.book_parts import LAYOUT, PARTS

DONE = Result("radsearch bench language", "abc", "2026-01-01", 3.0, "| a |\n|---|\n| 1 |\n")
NOWHERE = ["--shared", "/nonexistent"]


def _part(name):
    return next(part for part in PARTS if part.name == name)


def test_a_path_that_may_be_missing_leaves_its_option_out():
    part = _part("discrepancy")
    assert part.command({}) == ("discrepancy",)
    assert part.command({"backbone": "old"}) == ("discrepancy", "--backbone", "old")
    assert _part("axes-backbone").command({}) is None


def test_every_part_says_what_its_data_are():
    assert [part.name for part in PARTS if not part.data] == ["figures"]


def test_pictures_go_into_the_page(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "a.png").write_bytes(b"png")
    page = html("![a](figures/a.png) ![b](figures/b.png)", tmp_path)
    assert 'src="data:image/png;base64,cG5n"' in page and 'src="figures/b.png"' in page


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


def test_the_cosine_beside_the_paper_is_that_of_the_encoder():
    rows = [
        ("TF-IDF cosine", 0.16),
        ("radsearch-minilm cosine", 6.5),
        ("mini (backbone) cosine", 7),
    ]
    table = "\n".join(f"{name:<36}{value:>18.2f}{1:>13.2f}" for name, value in rows)
    text = markdown([(_part("cost"), Result("c", "abc", "2026-01-01", 1.0, table))])
    assert "| 7 | s per 1,000 pairs, cosine | 6.50 | 7.00 |" in text


def test_headings_of_an_output_stay_below_its_part():
    text = markdown([(_part("openi"), Result("c", "abc", "2026-01-01", 1.0, "## Open-I\n|--|"))])
    assert "### Open-I" in text and "\n## Open-I" not in text


def test_markup_in_an_output_stays_text():
    evil = Result("c", "abc", "2026-01-01", 1.0, "<script>alert(1)</script>")
    assert "<script>" not in html(markdown([(PARTS[0], evil)]))


@pytest.fixture
def runs(monkeypatch):
    """Names of the parts that were run; what each printed and returned can be changed."""

    class Run:
        returncode, stdout, stderr = 0, "| 1 |", ""

    def fake(argv, **_):
        if argv[0] == "git":
            return type("Git", (), {"stdout": "abc+\n"})
        Run.parts.append(argv[4])
        return Run

    Run.parts = []
    monkeypatch.setattr(bench_all.subprocess, "run", fake)
    monkeypatch.setattr("radsearch.evaluation.book_key.code_key", lambda *_: "code")
    return Run


def _book(folder, *more):
    argv = ["--out", str(folder), *NOWHERE, *more]
    return CliRunner().invoke(bench_all.command, argv)


def test_a_failed_part_runs_again_and_the_reason_is_in_the_book(tmp_path, runs):
    runs.returncode, runs.stderr = 1, "Traceback\nError: give --data a folder\n"
    found = _book(tmp_path, "--only", "language")
    assert found.exit_code == 1 and "language" in found.output
    assert "Failed with status 1. give --data a folder" in (tmp_path / "book.md").read_text()
    runs.returncode = 0
    assert _book(tmp_path, "--only", "language").exit_code == 0
    assert _book(tmp_path, "--only", "language").exit_code == 0
    assert runs.parts == ["language", "language"]
    assert "| 1 |" in (tmp_path / "book.md").read_text()


def test_a_change_that_is_not_committed_runs_a_part_again(tmp_path, runs, monkeypatch):
    _book(tmp_path, "--only", "language")
    _book(tmp_path, "--only", "language")
    assert len(runs.parts) == 1
    monkeypatch.setattr("radsearch.evaluation.book_key.code_key", lambda *_: "changed")
    _book(tmp_path, "--only", "language")
    assert len(runs.parts) == 2


def test_figures_are_drawn_again_once_another_part_has_run(tmp_path, runs):
    argv = ["--only", "language", "--only", "figures"]
    _book(tmp_path, *argv)
    _book(tmp_path, *argv)
    assert runs.parts == ["language", "figures"]
    (tmp_path / "parts" / "language.json").unlink()
    _book(tmp_path, *argv)
    assert runs.parts == ["language", "figures", "language", "figures"]


def test_one_part_alone_leaves_the_others_in_the_book(tmp_path, runs):
    _book(tmp_path, "--only", "language")
    runs.stdout = "| 2 |"
    _book(tmp_path, "--only", "search")
    text = (tmp_path / "book.md").read_text()
    assert "| 1 |" in text and "| 2 |" in text


def test_the_key_follows_code_corpora_and_files_given(tmp_path):
    code, data, given = tmp_path / "home", tmp_path / "data", tmp_path / "reports.csv"
    for path in (code / "radsearch" / "a.py", code / "radsearch" / "a.md", data / "suites" / "s"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one")
    given.write_text("one")
    before = code_key(code, data)
    (code / "radsearch" / "a.md").write_text("two")
    assert code_key(code, data) == before
    (code / "radsearch" / "a.py").write_text("two")
    assert code_key(code, data) != before
    key = part_key("code", ("language",), [str(given)], [])
    given.write_text("three")
    assert part_key("code", ("language",), [str(given)], []) != key


def test_numbers_beside_the_paper_are_of_parts_that_exist():
    assert {number.part for number in NUMBERS} <= {part.name for part in PARTS}
    direction = "**findings -> impression**\n\n| system | recall@1 | R@1 95 % |\n"
    table = direction + "| hybrid | 16.44 | 15.2-17.7 |\n| dense | 13.49 | 12.3-14.7 |\n"
    lines = markdown([(_part("openi"), Result("c", "abc", "2026-01-01", 1.0, table))])
    assert "findings -> impression, dense | 13.49 [12.3-14.7] | - | 10.5 |" in lines
    assert "impression -> findings, dense" not in lines


def test_an_unknown_part_is_named(tmp_path):
    result = CliRunner().invoke(bench_all.command, ["--out", str(tmp_path), "--only", "poems"])
    assert result.exit_code == 2
    assert "poems" in result.output and "openi" in result.output


@pytest.mark.parametrize("part", PARTS)
def test_a_part_asks_only_for_data_that_the_command_can_be_given(part):
    assert part.uses <= {*LAYOUT, "backbone", *bench_all.OWN}
