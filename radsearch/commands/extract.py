"""`radsearch extract FILE|-`: the findings that a report states, as a table or JSON lines."""

import contextlib
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from radsearch.commands.given import file_text
from radsearch.errors import CorpusError
from radsearch.language import Finding, extract

_COLUMNS = (
    "presence", "finding", "certainty", "laterality", "location", "zone", "severity", "size_mm",
    "count", "density", "temporal",
)  # fmt: skip


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a finding, one a line.")
@click.option("--llm-endpoint", help="OpenAI-compatible URL (.../v1): the text is SENT there.")
@click.option("--llm-model", default="", help="Name of the model at the endpoint.")
@click.option("--llm-key-file", type=click.Path(exists=True, dir_okay=False), help="Its API key.")
@click.option("--llm-cache", type=click.Path(dir_okay=False), help="Keep answers in this file.")
def command(
    file: str,
    as_json: bool,
    llm_endpoint: str | None,
    llm_model: str,
    llm_key_file: str | None,
    llm_cache: str | None,
) -> None:
    """Print the findings that the report in FILE states; "-" reads standard input.

    The rules read it, here. With --llm-endpoint a language model does, checked by the rules.
    """
    text = _read(file)
    if llm_endpoint:
        findings = _ask(text, llm_endpoint, llm_model, llm_key_file, llm_cache)
    else:
        findings = extract(text)
    if as_json:
        for finding in findings:
            click.echo(json.dumps(asdict(finding), ensure_ascii=False))
        return
    _table(findings, text)


def _ask(
    text: str, endpoint: str, model: str, key_file: str | None, cache: str | None
) -> list[Finding]:
    from radsearch.llm import AnswerCache, ChatClient, LlmExtractor

    if not model:
        raise click.UsageError("--llm-endpoint needs --llm-model, the model's name there")
    key = Path(key_file).read_text(encoding="utf-8").strip() if key_file else ""
    client = ChatClient(endpoint, model, api_key=key)
    with contextlib.ExitStack() as stack:
        kept = stack.enter_context(AnswerCache(Path(cache))) if cache else None
        reader = LlmExtractor(client, kept, workers=1)
        (findings,) = reader.extract_many([text])
    for fault in reader.tally.faults:
        click.echo(f"the rules answered instead: {fault}", err=True)
    if reader.tally.fallen_back and not reader.tally.faults:
        click.echo("the rules answered instead: the model gave no usable record", err=True)
    return findings


def _read(file: str) -> str:
    if file == "-":
        return sys.stdin.read()
    path = Path(file)
    if not path.is_file():
        what = "a folder" if path.is_dir() else "nothing"
        raise CorpusError(
            f"found {what} at {file!r}, wanted a text file: give the path of one report, or - for "
            "standard input"
        )
    return file_text(path)


def _table(findings: Sequence[Finding], text: str) -> None:
    from rich.console import Console
    from rich.table import Table

    if not findings:
        click.echo("No findings stated.")
        return
    table = Table(box=None, pad_edge=False)
    for column in (*_COLUMNS, "words"):
        table.add_column(column)
    for finding in findings:
        cells = ["" if (v := getattr(finding, c)) is None else f"{v}" for c in _COLUMNS]
        table.add_row(*cells, " ".join(text[finding.start : finding.end].split()))
    Console(width=None if sys.stdout.isatty() else 200, markup=False).print(table)
