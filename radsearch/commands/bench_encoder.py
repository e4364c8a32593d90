"""`radsearch bench encoder`: contrast suites and report pairs, without an index."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import click

from radsearch.evaluation.authored import read_authored
from radsearch.evaluation.contrasts import measure_contrasts

if TYPE_CHECKING:
    from radsearch.encoder.protocol import Encoder


@click.command("encoder")
@click.option("--encoder", help="Folder or model id; the shipped one if not given.")
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("data"),
    show_default=True,
    help="Folder that holds suites/ and corpus/authored/.",
)
@click.option(
    "--speed",
    type=click.Path(exists=True, path_type=Path),
    help="A corpus: only texts a second over its findings are measured.",
)
@click.option("--texts", default=1000, show_default=True, help="Texts timed with --speed.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    encoder: str | None,
    data: Path,
    speed: Path | None,
    texts: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Measure how an encoder follows single attributes, and how it pairs held-out reports."""
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.pair_recall import recall_both_ways

    loaded = load_encoder(encoder, threads=threads)
    if speed:
        _speed(loaded, speed, texts, as_json)
        return
    scores = measure_contrasts(loaded, data / "suites")
    rows = list(read_authored(data / "corpus" / "authored", "test"))
    pairs = recall_both_ways(
        loaded, [row["findings"] for row in rows], [row["impression"] for row in rows]
    )
    if as_json:
        click.echo(json.dumps({"encoder": loaded.name, **asdict(scores), "pairs": pairs}))
        return
    click.echo(f"encoder {loaded.name}")
    _table("ordering accuracy", scores.ordering)
    _table("rewording beats the near-copy", scores.rewording)
    _table("right side nearer, by changed attribute (cosine)", scores.laterality)
    click.echo(f"{'location distance, accuracy':<52}{scores.location:8.3f}")
    click.echo(f"{'joint attributes, Spearman':<52}{scores.joint:8.3f}")
    for name, value in pairs.items():
        click.echo(f"{f'{name}, {len(rows)} authored test reports':<52}{value:8.3f}")


def _speed(encoder: "Encoder", corpus: Path, texts: int, as_json: bool) -> None:
    from radsearch.corpus import read_corpus
    from radsearch.evaluation.cost import conditions
    from radsearch.evaluation.encoder_speed import measure_speed

    found = list(dict.fromkeys(r.findings for r in read_corpus(corpus) if r.findings))[:texts]
    speed = measure_speed(encoder, found)
    if as_json:
        click.echo(json.dumps({"encoder": encoder.name, **asdict(speed)}))
        return
    click.echo(f"encoder {encoder.name}, {getattr(encoder, 'runtime', 'runtime not stated')}")
    click.echo(
        f"{speed.texts} distinct findings of {corpus}, {speed.blocks} blocks; {conditions()}"
    )
    click.echo(f"all of them          {speed.mean:8.0f} texts/s")
    click.echo(f"fastest block        {speed.best:8.0f} texts/s")
    click.echo(f"a processor second   {speed.per_cpu_second:8.0f} texts")


def _table(title: str, values: Mapping[str, float]) -> None:
    click.echo(f"{title:<52}{fmean(values.values()):8.3f}")
    for name, value in values.items():
        click.echo(f"  {name:<50}{value:8.3f}")
