"""`radsearch bench index`: indexing beside the bare encoder, and an unchanged corpus again."""

import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path

import click

from radsearch._sibling import sibling
from radsearch.commands.index import find_fitting_heads


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--encoder", default=None, help="Folder or hub id; the shipped one if not given.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(corpus: Path, encoder: str | None, threads: int | None, as_json: bool) -> None:
    """Time `radsearch index` of CORPUS, its encoder alone on the same texts, and a second run.

    By the clock, and by processor time, which other programs on the machine do not lengthen.
    """
    from radsearch.corpus import read_corpus
    from radsearch.encoder import load_encoder
    from radsearch.store.lance import hide_pandas

    hide_pandas()  # as `radsearch index` does
    reports = read_corpus(corpus, on_duplicate="last")
    loaded = load_encoder(encoder, threads=threads)
    options = sibling("indexer.build").Options(
        heads=find_fitting_heads(encoder, loaded.fingerprint)
    )
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "index"
        found = sibling("indexer.throughput").measure(reports, out, loaded, options)
    if as_json:
        extra = {"share": found.share, "cpu_share": found.cpu_share, "speedup": found.speedup}
        click.echo(json.dumps(asdict(found) | extra))
        return
    click.echo(f"{found.reports:,} reports, {found.texts:,} distinct texts, encoder {loaded.name}")
    click.echo(f"{'':<16}{'clock':>11}{'processor':>13}")
    for name in ("index", "bare", "again"):
        taken = getattr(found, name)
        rate = "" if name == "again" else f"{found.texts / taken.wall:>10,.0f} texts/s"
        click.echo(f"{name:<16}{taken.wall:>9.2f} s{taken.cpu:>11.2f} s{rate}")
    click.echo(
        f"indexing runs at {found.share:.0%} of the bare encoder's speed, "
        f"{found.cpu_share:.0%} by processor time"
    )
    click.echo(f"unchanged again: {found.speedup:,.0f} times faster")
    click.echo(f"load of the machine {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores")
