"""What the README shows runs, and names every command that there is."""

import re
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from radsearch.cli import COMMANDS
from radsearch.commands.bench import BENCHMARKS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_every_subcommand_is_in_the_readme():
    for name in COMMANDS:
        assert re.search(rf"`(radsearch )?{name}\b", README), name


def test_every_subcommand_that_the_readme_shows_exists():
    for name in re.findall(r"radsearch ([a-z]+)\b", "\n".join(re.findall(r"`([^`\n]+)`", README))):
        assert name in COMMANDS, name


def test_every_benchmark_that_the_readme_shows_exists():
    for name in re.findall(r"radsearch bench ([a-z]+)\b", README):
        assert name in BENCHMARKS, name


@pytest.mark.slow
def test_the_python_in_the_readme_runs(tmp_path, monkeypatch, capsys):
    from indexer.build import build_index
    from radsearch import load_encoder, read_corpus

    sample = pq.read_table(ROOT / "data" / "sample_reports.parquet")
    radiographs = sample.filter(pc.equal(sample["modality"], "XR")).slice(0, 60)
    pq.write_table(radiographs, tmp_path / "reports.parquet")
    corpus = read_corpus(tmp_path / "reports.parquet")
    build_index(corpus, tmp_path / "my_index", encoder=load_encoder(threads=1))
    monkeypatch.chdir(tmp_path)
    (code,) = blocks("python")
    exec(compile(code, "README.md", "exec"), {})
    assert "pleural_effusion" in capsys.readouterr().out
