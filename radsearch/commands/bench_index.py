"""`radsearch bench index`: indexing beside the bare encoder, and an unchanged corpus again."""

import json
import tempfile
from dataclasses import asdict
from pathlib import Path

import click

from radsearch._sibling import sibling


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--encoder", default=None, help="Folder or hub id; the shipped one if not given.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(corpus: Path, encoder: str | None, threads: int | None, as_json: bool) -> None:
    """Time `radsearch index` of CORPUS, its encoder alone on the same texts, and a second run."""
    from radsearch.corpus import read_corpus
    from radsearch.encoder import load_encoder

    reports = read_corpus(corpus, on_duplicate="last")
    loaded = load_encoder(encoder, threads=threads)
    with tempfile.TemporaryDirectory() as folder:
        found = sibling("indexer.throughput").measure(reports, Path(folder) / "index", loaded)
    if as_json:
        extra = {"share": found.share, "speedup": found.speedup}
        click.echo(json.dumps(asdict(found) | extra))
        return
    click.echo(f"{found.reports:,} reports, {found.texts:,} distinct texts, encoder {loaded.name}")
    for name, seconds in (("index", found.index_seconds), ("encoder alone", found.bare_seconds)):
        click.echo(f"{name:<16}{seconds:>10.1f} s{found.texts / seconds:>10,.0f} texts/s")
    click.echo(f"indexing runs at {found.share:.0%} of the bare encoder's speed")
    click.echo(f"unchanged again {found.again_seconds:>10.2f} s, {found.speedup:,.0f} times faster")
