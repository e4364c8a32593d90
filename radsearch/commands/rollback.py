"""`radsearch rollback VERSION -i INDEX`: an earlier version becomes the published one again."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from radsearch._sibling import sibling


@click.command()
@click.argument("version", type=int)
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(version: int, index: Path, as_json: bool) -> None:
    """Bring an index back to VERSION, one that `radsearch versions` lists.

    Its reports are published as a new version, so you can go back to the present one as well.
    Readers keep what they opened.
    """
    done = sibling("indexer.rollback").rollback(index, version)
    if as_json:
        click.echo(json.dumps(asdict(done)))
        return
    click.echo(
        f"{index}: {done.reports:,} reports of version {version} are published as version "
        f"{done.version}; to undo this: radsearch rollback {done.before} -i {index}"
    )
