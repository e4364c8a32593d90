"""`radsearch retag`: the tag columns again, without embedding again."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from radsearch._sibling import sibling


@click.command()
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option(
    "--heads",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the heads; those of the index's encoder if not given.",
)
@click.option("--no-heads", is_flag=True, help="Rules alone.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(index: Path, folder: Path | None, no_heads: bool, as_json: bool) -> None:
    """Read the findings of an index again and write its tag columns.

    For a new version of the lexicon, the rules or the heads. No text is embedded again; readers
    see the new columns when all are written.
    """
    from radsearch.heads import find_heads, load_heads
    from radsearch.store.manifest import read_manifest

    encoder = read_manifest(index)["encoder"]
    folder = folder or find_heads(encoder.get("source"))
    heads = load_heads(folder, encoder["fingerprint"]) if folder and not no_heads else None
    done = sibling("indexer.retag").retag(index, heads)
    if as_json:
        click.echo(json.dumps(asdict(done)))
        return
    by = f"rules and heads for {len(heads.findings)} findings" if heads else "rules alone"
    click.echo(
        f"{index}: {done.reports:,} reports tagged by {by}; {done.changed:,} changed, "
        f"{done.filled:,} findings filled in, {done.disputed:,} disputed; version {done.version}"
    )
    if done.recut:
        click.echo(
            f"{done.recut:,} reports were cut into other sentences when they were indexed; "
            f"heads filled nothing into them: index them again to change that"
        )
