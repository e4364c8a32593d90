"""`radsearch index`: a file of reports becomes an index folder."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from radsearch._sibling import sibling
from radsearch.errors import CorpusError

if TYPE_CHECKING:
    from indexer.summary import Summary
    from radsearch.heads import Heads

LABELS = {
    "pairs": "with findings and impression",
    "findings_only": "findings only",
    "impression_only": "impression only",
    "combined": "findings and impression in one text",
    "unlabelled": "text without headings",
    "other": "addendum only",
}


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--encoder", default=None, help="Folder or hub id; the shipped one if not given.")
@click.option("--text-column", help="Column of whole reports, split by their headings.")
@click.option("--findings-column", help="Column of findings; guessed if not given.")
@click.option("--impression-column", help="Column of impressions; guessed if not given.")
@click.option("--id-column", help="Column of report ids; guessed if not given.")
@click.option(
    "--on-duplicate",
    type=click.Choice(["error", "first", "last"]),
    default="error",
    show_default=True,
    help="What to do with an id that comes again.",
)
@click.option("--delete-missing", is_flag=True, help="Remove reports that the corpus lacks.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
@click.option("--no-sentences", is_flag=True, help="Keep no sentence vectors: smaller, faster.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
@click.option("--json", "as_json", is_flag=True, help="The summary as one JSON object.")
def command(
    corpus: Path,
    out: Path,
    encoder: str | None,
    on_duplicate: Any,
    delete_missing: bool,
    threads: int | None,
    no_sentences: bool,
    quiet: bool,
    as_json: bool,
    **columns: str | None,
) -> None:
    """Build or refresh the index OUT from a file or folder of reports.

    Parquet, CSV, TSV, JSONL, a folder of text files, HL7 v2, FHIR, CDA, Open-I XML. Interrupted,
    the same command carries on; run again, it skips what did not change and replaces what did.
    """
    from radsearch.corpus import read_corpus
    from radsearch.encoder import load_encoder
    from radsearch.store.lance import hide_pandas

    hide_pandas()
    build = sibling("indexer.build")
    given = {
        "report_id" if name == "id_column" else name.removesuffix("_column"): value
        for name, value in columns.items()
        if value
    }
    reports = read_corpus(corpus, columns=given or None, on_duplicate=on_duplicate)
    n_rows = len(reports)
    loaded = load_encoder(encoder, threads=threads)
    options = build.Options(
        sentences=not no_sentences,
        delete_missing=delete_missing,
        source=str(Path(encoder).resolve())
        if encoder and Path(encoder).is_dir()
        else encoder or "",
        corpus=str(corpus),
        heads=find_fitting_heads(encoder, loaded.fingerprint),
    )
    with _progress(n_rows, show=not quiet) as tell:
        summary = build.build_index(reports, out, encoder=loaded, options=options, on_progress=tell)
    if as_json:
        click.echo(json.dumps(summary.as_dict() | {"notes": dict(reports.notes)}))
    else:
        for line in describe(summary):
            click.echo(line)
        for note, count in sorted(reports.notes.items()):
            click.echo(f"  {count:>8,}  note: {note}")
    if summary.rejected and not summary.reports:
        raise CorpusError(
            f"none of the {summary.rows:,} rows of {corpus} was read as a report, so the index is "
            f"empty: {summary.path}/rejects.parquet says why; --text-column and its like name "
            "columns that were not guessed"
        )


def find_fitting_heads(encoder: str | None, fingerprint: str) -> "Heads | None":
    """The encoder's heads; None, and why on stderr, where it has none that fit."""
    from radsearch.errors import EncoderError
    from radsearch.heads import find_heads, load_heads

    folder = find_heads(encoder)
    if folder is None:
        return None
    try:
        return load_heads(folder, fingerprint)
    except EncoderError as error:
        click.echo(f"tagged by rules alone: {error}", err=True)
        return None


@contextmanager
def _progress(total: int, *, show: bool) -> Iterator[Any]:
    """A bar on stderr: reports a second, time left; gives what to call with a summary."""
    if not show:
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("indexing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    with bar:
        task = bar.add_task("index", total=total, rate="")

        def tell(summary: "Summary") -> None:
            elapsed = bar.tasks[0].elapsed or 1e-9
            rate = f"{summary.done / elapsed:,.0f} reports/s"
            bar.update(task, completed=summary.done, rate=rate)

        yield tell


def describe(summary: "Summary") -> list[str]:
    """The summary as lines of text; its parts add up to the rows of the corpus."""
    lines = [
        f"{summary.path}: {summary.reports:,} reports, {summary.sentences:,} sentences, "
        f"version {summary.version}",
        f"{summary.rows:,} rows read:",
    ]
    for name in ("added", "changed", "unchanged"):
        lines.append(f"  {getattr(summary, name):>8,}  {name}")
    for reason, count in summary.rejected.most_common():
        lines.append(f"  {count:>8,}  rejected: {reason}")
    if summary.rejected:
        lines.append(f"            each with its row and reason: {summary.path}/rejects.parquet")
    if summary.deleted:
        lines.append(f"{summary.deleted:,} reports that the corpus lacks or withdraws were deleted")
    lines.append("reports of the corpus:")
    for name, label in LABELS.items():
        if summary.shapes[name]:
            lines.append(f"  {summary.shapes[name]:>8,}  {label}")
    if summary.windowed:
        lines.append(f"{summary.windowed:,} reports hold a text read in windows, being long")
    rate = summary.written / summary.seconds if summary.seconds else 0.0
    lines.append(
        f"{summary.seconds:.1f} s, {rate:,.0f} reports/s written; "
        f"{summary.texts:,} texts embedded in {summary.embed_seconds:.1f} s, "
        f"{summary.repeated:,} repeated"
    )
    return lines
