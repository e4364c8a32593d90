"""What a user gets wrong is answered by one line that says what to do, never by a traceback."""

import errno
import sys

import click
import pytest
from click.testing import CliRunner

from radsearch import cli
from radsearch.commands.given import text_or_file
from radsearch.corpus import read_corpus
from radsearch.errors import CorpusError, StoreError


def said(*argv):
    result = CliRunner().invoke(cli.group, [str(arg) for arg in argv])
    assert isinstance(result.exception, SystemExit) and result.exit_code == 2
    return result.output


@pytest.mark.parametrize("name", ["report.txt", "./report", "/no/report", "~/r", "a/b/report.md"])
def test_a_file_that_is_not_there_is_not_taken_for_a_text(name):
    with pytest.raises(CorpusError, match="no file at"):
        text_or_file(name)


@pytest.mark.parametrize("text", ["Normal.", "8 mm nodule", "pneumonia/atelectasis", "L4.", ""])
def test_a_text_is_itself(text):
    assert text_or_file(text) == text
    assert text_or_file("Long text. " * 400) == "Long text. " * 400


def test_a_file_that_is_not_utf_8_is_named(tmp_path):
    (tmp_path / "old.txt").write_bytes(b"5 \xb1 1 mm")
    with pytest.raises(CorpusError, match=r"old\.txt' is not UTF-8"):
        text_or_file(str(tmp_path / "old.txt"))


def test_a_mistyped_command_names_the_nearest():
    assert "no command 'qeury': did you mean query?" in said("qeury", "x")
    assert "`radsearch --help` lists all" in said("zzzz")


@pytest.mark.parametrize("command", [("query", "x"), ("serve",)])
def test_no_cores_are_refused(command):
    assert "--threads" in said(*command, "-i", "idx", "--threads", "0")


def test_an_export_is_written_as_parquet_alone(tmp_path):
    for out in (tmp_path / "x.csv", tmp_path):
        assert "ends in .parquet" in said("export", "-i", "idx", "-o", out)


def test_an_index_is_no_corpus(tmp_path):
    (tmp_path / "idx" / "reports.lance").mkdir(parents=True)
    with pytest.raises(CorpusError, match=r"an index, not a corpus.*radsearch export"):
        read_corpus(tmp_path / "idx")


def test_an_index_needs_a_folder(tmp_path):
    from indexer.build import build_index
    from tests.toy import ToyEncoder

    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="is a file"):
        build_index([], tmp_path / "file", encoder=ToyEncoder())


@pytest.mark.parametrize(
    ("filename", "shown"),
    [("x.npy", "No space left on device: 'x.npy'"), ("text " * 99, "device:")],
)
def test_a_fault_of_the_system_is_one_line_without_a_text(monkeypatch, capsys, filename, shown):
    def full():
        raise OSError(errno.ENOSPC, "No space left on device", filename)

    monkeypatch.setattr(cli, "group", click.command()(full))
    monkeypatch.setattr(sys, "argv", ["radsearch"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    error = capsys.readouterr().err
    assert end.value.code == 1 and shown in error and error.count("\n") == 1
    assert "text text" not in error
