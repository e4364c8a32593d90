"""`radsearch bench cost`: seconds per 1,000 report pairs, by score."""

import json
from dataclasses import asdict
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.evaluation.discrepancy import Scorer


@click.command("cost")
@click.argument(
    "corpus",
    type=click.Path(exists=True, path_type=Path),
    default=Path("data/sample_reports.parquet"),
)
@click.option("--pairs", "n", default=500, show_default=True, help="How many pairs are timed.")
@click.option("--encoder", "where", multiple=True, help="Folder or hub id; may be given again.")
@click.option("--backbone", help="Encoder beside: its cosine and directional score.")
@click.option(
    "--bertscore",
    "tokens",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with weights for torch, for BERTScore on its tokens; may be given again.",
)
@click.option("--threads", type=click.IntRange(min=1), help="Cores to use.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def command(
    corpus: Path,
    n: int,
    where: tuple[str, ...],
    backbone: str | None,
    tokens: tuple[Path, ...],
    threads: int | None,
    as_json: bool,
) -> None:
    """Time the comparison of the reports in CORPUS, two and two, both read afresh.

    BERTScore runs on the shipped encoder's weights where torch is installed.
    """
    from radsearch.corpus import read_corpus
    from radsearch.encoder.cores import usable_cores
    from radsearch.evaluation.cost import conditions, measure_costs, neighbour_pairs

    warm = 20
    reports = list(islice(read_corpus(corpus), 2 * (n + warm)))
    pairs = neighbour_pairs(reports, n + warm)
    scorers = _scorers(where, backbone, tokens, threads)
    if as_json:
        costs = measure_costs(pairs, scorers, warm=warm)
        click.echo(json.dumps({name: asdict(cost) for name, cost in costs.items()}))
        return
    reports_per_pair = len({t for pair in pairs[warm:] for t in pair}) / (len(pairs) - warm)
    click.echo(f"{len(pairs) - warm} pairs of {corpus}, {reports_per_pair:.2f} new texts a pair")
    click.echo(f"{threads or usable_cores()} threads; {conditions()}")
    click.echo(f"{'score':<36}{'s per 1,000 pairs':>18}{'processor s':>13}")
    for name, scorer in scorers.items():  # each row as soon as it is known
        cost = measure_costs(pairs, {name: scorer}, warm=warm)[name]
        click.echo(f"{name:<36}{cost.seconds_per_1000:>18.2f}{cost.cpu_per_1000:>13.2f}")


def _scorers(
    where: tuple[str, ...], backbone: str | None, tokens: tuple[Path, ...], threads: int | None
) -> "dict[str, Scorer]":
    from radsearch.encoder import load_encoder
    from radsearch.encoder.load import DEFAULT_FOLDER
    from radsearch.evaluation.bertscore import bertscore
    from radsearch.evaluation.cost import tfidf_cosine
    from radsearch.evaluation.report_scorers import (
        by_findings,
        by_radsim,
        encoder_scorers,
        plain_scorers,
    )

    found: dict[str, Scorer] = {"findings (compare)": by_findings, "RadSim": by_radsim}
    if find_spec("sklearn"):
        found["TF-IDF cosine"] = tfidf_cosine
    for name in where or (None,):
        encoder = load_encoder(name, threads=threads)
        scorers = encoder_scorers(encoder, encoder.name)
        found.update({label: s for label, s in scorers.items() if "Align-F1" not in label})
    if backbone:
        encoder = load_encoder(backbone, threads=threads)
        found.update(plain_scorers(encoder, f"{encoder.name} (backbone)"))
    if find_spec("sentence_transformers"):
        for folder in tokens or (DEFAULT_FOLDER,):
            shown = "shipped" if folder.resolve() == DEFAULT_FOLDER else folder.name
            found[f"BERTScore, {shown} weights, fp32"] = bertscore(folder, threads=threads)
    return found
