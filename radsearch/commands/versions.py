"""`radsearch versions -i INDEX`: the published versions that can still be read."""

import json
from pathlib import Path

import click


@click.command()
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--json", "as_json", is_flag=True, help="One version a line, as JSON.")
def command(index: Path, as_json: bool) -> None:
    """List the versions of an index that `rollback` and `export --as-of` take, oldest first.

    A version is kept until `compact` drops it, and while it is one of the newest twenty.
    """
    from radsearch.store.manifest import read_manifest

    manifest = read_manifest(index)
    for entry in [*manifest["history"], manifest]:
        row = {
            "version": entry["tables"]["reports"],
            "published": entry["published"],
            "reports": entry["counts"]["reports"],
            "sentences": entry["counts"]["sentences"],
            "current": entry is manifest,
        }
        if as_json:
            click.echo(json.dumps(row))
            continue
        mark = "  published now" if entry is manifest else ""
        click.echo(
            f"{row['version']:>7}  {row['published']}  {row['reports']:>11,} reports  "
            f"{row['sentences']:>11,} sentences{mark}"
        )
