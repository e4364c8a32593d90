"""radsearch query: search an index from the command line."""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.text import Text

    from radsearch.hit import Hit, Hits, Match, Span

STYLES = {"term": "bold yellow", "match": "bold green", "contradiction": "bold red"}
WIDTH = 320
"""Characters of a text that the table shows, from the first highlight on."""
SECTION_HELP = "What is searched: findings, impression, report or sentence."
KIND_HELP = "What TEXT is: query, findings or impression."


@click.command()
@click.argument("text")
@click.option("-i", "--index", "index", required=True, type=click.Path(), help="The index folder.")
@click.option("-k", default=10, show_default=True, help="How many reports.")
@click.option(
    "--section",
    default="report",
    show_default=True,
    help=SECTION_HELP,
)
@click.option(
    "--kind",
    default="query",
    show_default=True,
    help=KIND_HELP,
)
@click.option("--mode", default="hybrid", show_default=True, help="dense, lexical or hybrid.")
@click.option("--where", help='Filter, such as: modality = "XR" and pneumothorax:present')
@click.option("--explain", is_flag=True, help="Show which finding answers which, and how well.")
@click.option("--no-expand", is_flag=True, help="Search for the words as they are, no synonyms.")
@click.option("--no-rerank", is_flag=True, help="Do not compare sentence with sentence.")
@click.option("--json", "as_json", is_flag=True, help="One hit a line, as JSON.")
@click.option("--encoder", help="Folder or hub id of another copy of the index's encoder.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores to use.")
def command(
    text: str, index: str, k: int, section: str, kind: str, mode: str, where: str | None,
    explain: bool, no_expand: bool, no_rerank: bool, as_json: bool, encoder: str | None,
    threads: int | None,
) -> None:  # fmt: skip
    """Search an index for TEXT.

    TEXT may use AND OR NOT ( ) "phrase" NEAR/n and field:term; operators are in capitals.
    """
    from radsearch.encoder import load_encoder
    from radsearch.searcher import Searcher

    loaded = load_encoder(encoder, threads=threads) if encoder else None
    searcher = Searcher.open(index, encoder=loaded, threads=threads)
    hits = searcher.query(
        text, k, section=section, kind=kind, mode=mode, where=where,  # type: ignore[arg-type]
        explain=explain, expand=not no_expand, rerank=not no_rerank,
    )  # fmt: skip
    if as_json:
        for hit in hits:
            click.echo(json.dumps(as_record(hit), default=str, ensure_ascii=False))
        for note in hits.notes:
            click.echo(note, err=True)
        return
    show(hits, explain=explain)


def as_record(hit: "Hit") -> dict[str, Any]:
    """A hit as plain values; findings that were not stated are left out."""
    from radsearch.records import finding_record

    record = asdict(hit)
    for match, shown in zip(hit.matches, record["matches"], strict=True):
        shown["query"] = finding_record(match.query)
        shown["found"] = finding_record(match.found) if match.found else None
    return record


def show(hits: "Hits", *, explain: bool) -> None:
    """Print a table of hits with highlighted words, and the notes."""
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else 120)
    table = Table(show_lines=True, expand=True)
    for name, width in (("#", 3), ("report", 14), ("score", 7), ("study", 14)):
        table.add_column(name, width=width, overflow="fold")
    table.add_column("text", ratio=1)
    for hit in hits:
        table.add_row(
            str(hit.rank), hit.report_id, f"{hit.score:.3f}", _study(hit), _texts(hit, explain)
        )
    console.print(table)
    for note in hits.notes:
        console.print(f"note: {note}", markup=False)
    console.print(f"{len(hits)} shown of {hits.n_matching} reports that may be found")


def _study(hit: "Hit") -> str:
    names = ("modality", "body_part", "study_date", "age", "sex")
    return " ".join(str(hit.metadata[name]) for name in names if name in hit.metadata)


def _texts(hit: "Hit", explain: bool) -> "Text":
    from rich.text import Text

    out = Text()
    if hit.sentence:
        out.append(f"{hit.sentence}\n", "italic")
    for section in ("findings", "impression"):
        text = getattr(hit, section)
        if text:
            out.append(f"{section.upper()} ", "dim")
            out.append_text(_marked(text, [s for s in hit.spans if s.section == section]))
            out.append("\n")
    for match in hit.matches if explain else ():
        out.append_text(_reason(match))
    out.rstrip()
    return out


def _marked(text: str, spans: "list[Span]") -> "Text":
    from rich.text import Text

    start = max(0, min([span.start for span in spans], default=0) - WIDTH // 4)
    if len(text) - start < WIDTH:
        start = max(0, len(text) - WIDTH)
    shown = Text(("… " if start else "") + text[start : start + WIDTH])
    shift = start - (2 if start else 0)
    for span in spans:
        if span.end <= start + WIDTH:
            shown.stylize(STYLES[span.kind], span.start - shift, span.end - shift)
    if start + WIDTH < len(text):
        shown.append(" …")
    return shown


def _reason(match: "Match") -> "Text":
    from rich.text import Text

    asked = match.query.finding.replace("_", " ")
    if match.found is None:
        return Text(f"? {asked}: not mentioned\n", "dim")
    if match.contradictions:
        sign, style = "✗", STYLES["contradiction"]
    else:
        sign, style = "✓", STYLES["match"]
    parts = [f"{name} {value:.2f}" for name, value in match.agreement.items()]
    if match.contradictions:
        parts.insert(0, "contradicts: " + ", ".join(match.contradictions))
    said = f"{match.found.presence} {match.found.finding.replace('_', ' ')}"
    out = Text(f"{sign} {asked} ~ {said} ({match.score:.2f})", style)
    return out.append(f"  {'; '.join(parts)}\n", "not bold")
