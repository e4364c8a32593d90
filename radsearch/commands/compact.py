"""`radsearch compact`: merge small files and drop old versions."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from radsearch._sibling import sibling


@click.command()
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option(
    "--days",
    type=click.FloatRange(min=0),
    default=7.0,
    show_default=True,
    help="Delete versions older than this; a reader may still be on a younger one.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(index: Path, days: float, as_json: bool) -> None:
    """Merge small files, drop old versions, take new rows into Lance's own indexes."""
    done = sibling("indexer.compact").compact(index, days=days)
    if as_json:
        click.echo(json.dumps(asdict(done)))
        return
    click.echo(
        f"{index}: {done.files_before:,} files of {done.bytes_before / 1e6:,.1f} MB became "
        f"{done.files_after:,} of {done.bytes_after / 1e6:,.1f} MB; version {done.version}"
    )
