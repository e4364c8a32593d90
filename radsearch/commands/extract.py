"""`radsearch extract FILE|-`: the findings that a report states, as a table or JSON lines."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from radsearch.errors import CorpusError
from radsearch.language import Finding, extract

_COLUMNS = (
    "presence", "finding", "certainty", "laterality", "location", "zone", "severity", "size_mm",
    "count", "density", "temporal",
)  # fmt: skip


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a finding, one a line.")
def command(file: str, as_json: bool) -> None:
    """Print the findings that the report in FILE states; "-" reads standard input."""
    text = _read(file)
    findings = extract(text)
    if as_json:
        for finding in findings:
            click.echo(json.dumps(asdict(finding), ensure_ascii=False))
        return
    _table(findings, text)


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
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CorpusError(
            f"{file!r} is not UTF-8 text: convert it, or index its corpus with `radsearch index`"
        ) from None


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
