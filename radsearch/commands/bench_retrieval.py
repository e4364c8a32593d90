"""`radsearch bench retrieval`: index a corpus and measure both directions, from a cold start."""

import json
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from radsearch._sibling import sibling

if TYPE_CHECKING:
    from radsearch.evaluation.retrieval import Retrieval
    from radsearch.report import Report

PATH = click.Path(exists=True, path_type=Path)
ALL = ("hybrid", "hybrid, no sentences", "dense", "index", "whitened", "cosine", "tfidf", "bm25")


@click.command()
@click.argument("corpus", type=PATH, required=False)
@click.option("--openi", type=PATH, help="Open-I: NLM's XML folder or the CSV.")
@click.option("--ct-rate", type=PATH, help="CT-RATE text-classifier reports, CSV.")
@click.option("--encoder", default=None, help="Folder or hub id; the shipped one if not given.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
@click.option("--system", "wanted", multiple=True, type=click.Choice(ALL), default=ALL,
              help="Only this row of the tables; may be given again.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), help="Keep the index and the files here.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a system and direction.")
def command(
    corpus: Path | None,
    openi: Path | None,
    ct_rate: Path | None,
    encoder: str | None,
    threads: int | None,
    wanted: tuple[str, ...],
    out: Path | None,
    as_json: bool,
) -> None:
    """Index CORPUS or a public set and measure findings <-> impression retrieval on the index."""
    from radsearch.corpus import read_corpus
    from radsearch.evaluation.external import read_ct_rate, read_openi
    from radsearch.evaluation.index_retrieval import write_artefacts

    chosen: dict[str, Iterable[Report]] = {}
    if corpus:
        chosen[corpus.stem] = read_corpus(corpus, on_duplicate="last")
    if openi:
        chosen["Open-I"] = read_openi(openi)
    if ct_rate:
        chosen["CT-RATE"] = read_ct_rate(ct_rate)
    if not chosen:
        raise click.UsageError("give a CORPUS, --openi or --ct-rate")
    with tempfile.TemporaryDirectory() as folder:
        for name, reports in chosen.items():
            index = (out or Path(folder)) / f"{name.lower()}.index"
            result = _measure(name, reports, encoder, threads, wanted, index, as_json)
            if out is not None:
                write_artefacts(index, result, out / f"{name.lower()}.eval")


def _measure(
    name: str,
    reports: Any,
    encoder: str | None,
    threads: int | None,
    wanted: Sequence[str],
    index: Path,
    as_json: bool,
) -> "Retrieval":
    from radsearch.encoder import load_encoder
    from radsearch.evaluation import retrieval_table
    from radsearch.evaluation.index_retrieval import evaluate_index

    start = time.perf_counter()
    loaded = load_encoder(encoder, threads=threads)
    build = sibling("indexer.build")
    options = build.Options(source=encoder or "", sentences="hybrid" in wanted)
    summary = build.build_index(reports, index, encoder=loaded, options=options)
    indexed = time.perf_counter()
    result = evaluate_index(index, wanted)
    done = time.perf_counter()
    if as_json:
        for record in retrieval_table.records(result):
            click.echo(json.dumps({"corpus": name, "encoder": loaded.name} | record))
        return result
    click.echo(f"\n## {name}, encoder {loaded.name}\n")
    click.echo(
        f"{summary.reports:,} reports indexed in {indexed - start:.0f} s, measured in "
        f"{done - indexed:.0f} s: {done - start:.0f} s in all.\n"
    )
    click.echo(retrieval_table.markdown(result))
    click.echo("\n" + retrieval_table.slices(result, wanted[0]))
    return result
