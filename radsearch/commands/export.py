"""`radsearch export -i INDEX -o FILE`: an index as one Parquet file."""

from pathlib import Path

import click


@click.command("export")
@click.option("-i", "--index", required=True, type=click.Path(path_type=Path), help="Index folder.")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="Parquet file.")
@click.option("--no-vectors", is_flag=True, help="Leave the section vectors out.")
@click.option(
    "--deidentified",
    is_flag=True,
    help="Number the reports, clean the texts by rules (no guarantee: read before you publish), "
    "and leave out every column that is not known to be harmless, vectors included.",
)
@click.option("--as-of", type=int, metavar="VERSION", help="A published version; default newest.")
def command(
    index: Path, out: Path, no_vectors: bool, deidentified: bool, as_of: int | None
) -> None:
    """Write an index as Parquet: texts, metadata, tags, findings, vectors."""
    from radsearch.deidentify import deidentified as cleaned
    from radsearch.store import open_store
    from radsearch.store.export import write_parquet

    if out.suffix not in (".parquet", ".pq") or out.is_dir():
        raise click.BadParameter(f"{out}: wanted a file that ends in .parquet", param_hint="--out")
    store = open_store(index, as_of)
    clean = cleaned if deidentified else None
    n = write_parquet(store, out, vectors=not (no_vectors or deidentified), clean=clean)
    click.echo(f"{n:,} reports of version {store.manifest['tables']['reports']} written to {out}")
