"""`radsearch bench latency`: milliseconds of a warm query, by the way of asking."""

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from radsearch._sibling import sibling

if TYPE_CHECKING:
    from radsearch.evaluation.latency import Latency
    from radsearch.evaluation.search_speed import Speed

PATH = click.Path(exists=True, path_type=Path)


@click.command()
@click.option("-i", "--index", type=PATH, help="An index.")
@click.option("--openi", type=PATH, help="Open-I, indexed first: NLM's XML folder or the CSV.")
@click.option(
    "--queries",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("data/corpus/queries"),
    show_default=True,
    help="Folder with the short queries.",
)
@click.option("-n", "n_queries", default=150, show_default=True, help="Queries of each kind.")
@click.option("--vectors", default=0, help="Also dense search of so many random vectors.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    index: Path | None, openi: Path | None, queries: Path, n_queries: int, vectors: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Time single queries on an index: short ones in every mode, and dictated findings.

    With --vectors also `Searcher.query` beside the encoder and a bare FAISS search.
    """
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.search_speed import measure_speed

    if index is None and openi is None and not vectors:
        raise click.UsageError("give an --index, --openi or --vectors")
    found: list[Latency] = []
    with tempfile.TemporaryDirectory(prefix="radsearch-") as scratch:
        if index is None and openi is not None:
            index = _index_openi(openi, Path(scratch) / "index")
        if index is not None:
            found = _measure(index, queries, n_queries)
    speed = measure_speed(load_encoder(), vectors) if vectors else None
    if as_json:
        record = {"latency": [asdict(item) for item in found]}
        click.echo(json.dumps(record | {"speed": asdict(speed) if speed else None}))
        return
    _show(found, speed)


def _index_openi(path: Path, out: Path) -> Path:
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.external import read_openi

    click.echo("indexing Open-I ...", err=True)
    sibling("indexer.build").build_index(read_openi(path), out, encoder=load_encoder())
    return out


def _measure(index: Path, queries: Path, n: int) -> "list[Latency]":
    from radsearch.evaluation.latency import measure_latency, some_findings
    from radsearch.evaluation.queries import read_queries
    from radsearch.searcher import Searcher

    searcher = Searcher.open(index)
    short = [query.text for query in read_queries(queries)][:n]
    return measure_latency(searcher, short, some_findings(searcher, n))


def _show(found: "list[Latency]", speed: "Speed | None") -> None:
    if found:
        click.echo(f"{'ms of a warm query':<42}{'n':>5}{'p50':>9}{'p95':>9}{'processor':>11}")
    for item in found:
        times = f"{item.p50:>9.1f}{item.p95:>9.1f}{item.cpu:>11.1f}"
        click.echo(f"{item.name:<42}{item.n:>5}{times}")
    if speed is not None:
        click.echo(
            f"{speed.n:,} vectors: query p50 {speed.query_ms:.2f} ms, encode + raw search "
            f"{speed.raw_ms:.2f} ms, ratio {speed.ratio:.2f}"
        )
