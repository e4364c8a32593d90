"""`radsearch bench scale`: build and search a synthetic index of any size."""

import json
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from radsearch._sibling import sibling

if TYPE_CHECKING:
    from radsearch.evaluation.scale import Cost

DRAW = 250
"""Studies of one region in turn; each takes another of them as its partner in each round."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Built:
    """What building took: seconds by stage, most memory with and without mapped files."""

    seconds: dict[str, float]
    resident_mb: float
    own_mb: float


@click.command()
@click.option("--reports", default=50_000, show_default=True, help="Rows of the index.")
@click.option("--studies", default=12_500, show_default=True, help="Distinct ones, recombined.")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), required=True,
    help="The index folder; an index that is there is searched only.",
)  # fmt: skip
@click.option(
    "--phrases", type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("data/phrases"), show_default=True, help="Tables of the study generator.",
)  # fmt: skip
@click.option(
    "--queries", type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("data/corpus/queries"), show_default=True, help="Folder with the short queries.",
)  # fmt: skip
@click.option("-n", "n_queries", default=150, show_default=True, help="Queries of each kind.")
@click.option("--sentences/--no-sentences", default=True, help="Whether sentences are kept.")
@click.option("--encoder", help="Folder or hub id; the shipped one if not given.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    reports: int, studies: int, out: Path, phrases: Path, queries: Path, n_queries: int,
    sentences: bool, encoder: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Make an index of generated studies and measure it: build, disk, memory, latency, recall.

    Distinct studies are read and embedded once; every row joins two of them, with noise on their
    mean vector. From there on the rows go the way of `radsearch index`. Building and searching each
    have a process of their own; OMP_NUM_THREADS=1 holds both to one core.
    """
    from radsearch.evaluation.queries import read_queries
    from radsearch.evaluation.scale import disk_mb, measure_cost

    built = None
    if not (out / "manifest.json").is_file():
        built = _alone(_build, out, phrases, reports, studies, sentences, encoder)
        click.echo(json.dumps(asdict(built)), err=True)  # kept even if searching fails
    short = [query.text for query in read_queries(queries)][:n_queries]
    cost = _alone(measure_cost, out, short, encoder)
    disk = disk_mb(out)
    if as_json:
        record = {"built": asdict(built) if built else None, "disk_mb": disk} | asdict(cost)
        click.echo(json.dumps(record))
        return
    _show(built, disk, cost)


def _alone(work: Callable[..., Result], *arguments: object) -> Result:
    """Run it in a fresh process, so that its memory is its own."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=spawn) as pool:
        return pool.submit(work, *arguments).result()


def _build(
    out: Path, phrases: Path, n: int, studies: int, sentences: bool, encoder: str | None
) -> Built:
    from time import perf_counter

    import numpy as np

    from radsearch.encoder import load_encoder
    from radsearch.evaluation.resources import Peak

    scale = sibling("indexer.scale")
    with Peak() as peak:
        clock = perf_counter()
        rng = np.random.default_rng(0)
        source = sibling("train.signals.study").StudyPairs.read(phrases)
        pairs = [pair for _ in range(max(1, studies // DRAW)) for pair in source.draw(rng, DRAW)]
        loaded = load_encoder(encoder)
        texts = [(pair.left, pair.right) for pair in pairs]
        made = scale.read_studies(texts, DRAW, loaded)
        seconds = {"studies read and embedded": perf_counter() - clock}
        seconds |= scale.build_synthetic(made, n, out, loaded, sentences=sentences, on_rows=_tell)
    return Built(seconds, peak.resident_mb, peak.own_mb)


def _tell(rows: int) -> None:
    if not rows % 65_536:
        click.echo(f"{rows:,} rows written", err=True)


def _show(built: Built | None, disk: dict[str, float], cost: "Cost") -> None:
    if built is not None:
        click.echo(f"{'build, seconds':<42}")
        for stage, seconds in built.seconds.items():
            click.echo(f"  {stage:<40}{seconds:>9.1f}")
        click.echo(f"  {'all':<40}{sum(built.seconds.values()):>9.1f}")
        memory = f"{built.resident_mb:,.0f} MB, {built.own_mb:,.0f} without mapped files"
        click.echo(f"build peak memory {memory}")
    click.echo(f"{cost.reports:,} reports, engines {', '.join(sorted(set(cost.engines.values())))}")
    parts = ", ".join(f"{name} {size:,.0f}" for name, size in disk.items() if size >= 1)
    click.echo(f"disk {sum(disk.values()):,.0f} MB: {parts}")
    click.echo(f"opened and first query {cost.open_seconds:.1f} s")
    click.echo(
        f"search peak memory {cost.resident_mb:,.0f} MB, {cost.own_mb:,.0f} without mapped files"
    )
    stored = ", ".join(f"{name} {value:.4f}" for name, value in cost.stored_recall.items())
    click.echo(f"recall@10 of the queries {cost.recall:.4f}; of stored vectors: {stored}")
    click.echo(f"{'ms of a warm query':<42}{'n':>5}{'p50':>9}{'p95':>9}{'processor':>11}")
    for item in cost.latency:
        times = f"{item.p50:>9.1f}{item.p95:>9.1f}{item.cpu:>11.1f}"
        click.echo(f"{item.name:<42}{item.n:>5}{times}")
    click.echo(f"load of the machine {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores")
