"""`radsearch map -i INDEX`: computes the map that the web page shows."""

from pathlib import Path
from time import perf_counter

import click


@click.command("map")
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option(
    "--at-most", type=click.IntRange(1), default=20_000, show_default=True, help="Reports on it."
)
def command(index: Path, at_most: int) -> None:
    """Place the reports of an index on a map, similar ones together.

    t-SNE where openTSNE is installed, else the two main directions. Written to INDEX/map.parquet;
    run it again after the index has changed.
    """
    from radsearch.projection import MAP, write_map
    from radsearch.store import open_store

    started = perf_counter()
    count, method = write_map(open_store(index), index, at_most=at_most)
    seconds = perf_counter() - started
    click.echo(f"{index / MAP}: {count:,} reports by {method} in {seconds:.1f} s")
