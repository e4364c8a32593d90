"""`radsearch bench figures`: the figures of the book as PNG files, with the numbers behind them."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

    from radsearch.encoder.protocol import Encoder

FIGURES = ("stages", "axes", "joint", "location", "laterality", "map", "recall", "probes")
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("figures")
@click.option("--out", type=click.Path(path_type=Path), default=Path("book/figures"))
@click.option("--encoder", help="Folder or model id; the shipped one if not given.")
@click.option("--backbone", help="Encoder shown beside it: what it was trained from.")
@click.option("--data", type=FOLDER, default=Path("data"), show_default=True)
@click.option(
    "--log",
    "logs",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Log of `python -m train fit`: its stages go into data/benchmarks/stages.jsonl.",
)
@click.option("--parts", type=FOLDER, help="Results of `bench all`: recall and probes from there.")
@click.option("--figure", "wanted", multiple=True, type=click.Choice(FIGURES), default=FIGURES)
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoders.")
def command(
    out: Path,
    encoder: str | None,
    backbone: str | None,
    data: Path,
    logs: tuple[Path, ...],
    parts: Path | None,
    wanted: tuple[str, ...],
    threads: int | None,
) -> None:
    """Draw the figures; prints Markdown that shows each with the numbers behind it."""
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.figures import drawn

    if logs:
        drawn.store_checks(logs, data)
    encoders: dict[str, Encoder] = {}
    if set(wanted) & {"axes", "joint", "location", "laterality", "map"}:
        loaded = load_encoder(encoder, threads=threads)
        encoders[loaded.name] = loaded
        if backbone:
            other = load_encoder(backbone, threads=threads)
            encoders[f"{other.name} (backbone)"] = other
    for name in FIGURES:
        if name in wanted:
            click.echo(_shown(name, out, data, parts, encoders) + "\n")


def _shown(
    name: str, out: Path, data: Path, parts: Path | None, encoders: "Mapping[str, Encoder]"
) -> str:
    from radsearch.evaluation.figures import drawn

    if name == "stages":
        return drawn.stages(data, out)
    if name in ("recall", "probes"):
        return drawn.recall(parts, out) if name == "recall" else drawn.probes(parts, out)
    draw = {
        "axes": drawn.axes,
        "joint": drawn.joint,
        "location": drawn.location,
        "laterality": drawn.laterality,
        "map": drawn.sentence_map,
    }
    return draw[name](data, encoders, out)
