"""`radsearch bench heads`: tags, attributes, columns and probes on data not trained on."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from radsearch._sibling import sibling
from radsearch.errors import EncoderError

PARTS = ("external", "authored", "attributes", "budget", "speed")
BUDGETS = (100, 300, 1_000, 3_000, 0)
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


@click.command()
@click.option("--encoder", help="Folder or hub id; the shipped one if not given.")
@click.option("--heads", "folder", type=click.Path(path_type=Path), help="Folder of the heads.")
@click.option("--backbone", help="Encoder beside which the probes are shown.")
@click.option(
    "--shared",
    type=click.Path(path_type=Path),
    default=lambda: Path(os.environ.get("RADSEARCH_SHARED", "../shared")),
    help="Folder of the external data (data/openi, data/ct_rate_textclf); RADSEARCH_SHARED.",
)
@click.option("--corpus", type=click.Path(path_type=Path), default=Path("data/corpus"))
@click.option("--cache", type=click.Path(path_type=Path), default=Path("runs/heads"))
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, default=PARTS)
@click.option(
    "--budget",
    "budgets",
    type=click.IntRange(min=0),
    multiple=True,
    default=BUDGETS,
    show_default=True,
    help="Labelled reports of the probes; 0 = all.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=2),
    default=5,
    show_default=True,
    help="Draws of the labelled reports, for each number of them.",
)
@click.option("--plot", type=click.Path(path_type=Path), help="Folder for PNG files.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
def command(
    encoder: str | None,
    folder: Path | None,
    backbone: str | None,
    shared: Path,
    corpus: Path,
    cache: Path,
    parts: tuple[str, ...],
    budgets: tuple[int, ...],
    seeds: int,
    plot: Path | None,
    threads: int | None,
) -> None:
    """Measure the heads of an encoder; vectors of the texts are kept in --cache."""
    from radsearch.commands import bench_heads_parts as run
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.vector_cache import VectorCache
    from radsearch.heads import find_heads, load_heads

    loaded = load_encoder(encoder, threads=threads)
    folder = folder or find_heads(encoder)
    if folder is None:
        raise EncoderError(
            "this encoder has no heads: train them with "
            "`python -m train heads --encoder FOLDER --out FOLDER/heads`"
        )
    heads = load_heads(folder, loaded.fingerprint)
    held = VectorCache(cache, loaded)

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        return held.embed(texts, "sentence")

    click.echo(f"encoder {loaded.name}, heads for {len(heads.findings)} findings, {folder}\n")
    if "external" in parts:
        run.external(heads, embed, shared)
    if "authored" in parts:
        run.authored(heads, embed, corpus)
    if "attributes" in parts:
        texts = sibling("train.head_texts")
        families = sibling("train.signals.families")
        run.attributes(heads, embed, corpus, texts, families)
    if "budget" in parts:
        other = VectorCache(cache, load_encoder(backbone, threads=threads)) if backbone else None
        run.budget(held, other, shared, budgets, seeds=seeds, plot=plot)
    if "speed" in parts:
        run.speed(heads)
