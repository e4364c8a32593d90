"""`radsearch compare REF CAND`: two reports, what agrees and what differs, with the places."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

import click

from radsearch.commands.given import text_or_file

if TYPE_CHECKING:
    from radsearch.comparison import Comparison
    from radsearch.encoder import Encoder
    from radsearch.language.finding import Finding
    from radsearch.matching.record import Discrepancy, FindingMatch, Span

LEAST_SHOWN = 0.05  # weight x confidence below which an error is shown with --all only
_COLOURS = {"correct": "green", "partial": "yellow"}  # every other grade is red


@click.command("compare")
@click.argument("reference")
@click.argument("candidate")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the two texts.")
@click.option("--all", "show_all", is_flag=True, help="Show the faintest differences too.")
@click.option("--no-encoder", is_flag=True, help="Findings only: no cosine, no alignment; faster.")
@click.option("--encoder", "where", help="Folder or hub id; the shipped one if not given.")
def command(
    reference: str,
    candidate: str,
    as_json: bool,
    show_all: bool,
    no_encoder: bool,
    where: str | None,
) -> None:
    """Judge CANDIDATE against REFERENCE, two files or texts.

    Green: found in both. Yellow: found in both, an attribute differs. Red: missing, added, or
    denied by the other.
    """
    from radsearch.comparison import compare

    texts = text_or_file(reference), text_or_file(candidate)
    comparison = compare(*texts, encoder=_encoder(where, no_encoder))
    if as_json:
        record = asdict(comparison)
        record["errors_by_kind"] = comparison.errors_by_kind
        click.echo(json.dumps(record))
        return
    _print(comparison, texts, 0.0 if show_all else LEAST_SHOWN)


def _encoder(where: str | None, none: bool) -> "Encoder | Literal['none'] | None":
    if none:
        return "none"
    if where is None:
        return None
    from radsearch.encoder import load_encoder

    return load_encoder(where)


def _print(comparison: "Comparison", texts: tuple[str, str], least: float) -> None:
    groups = comparison.findings
    every = [*groups.matched, *groups.partial, *groups.incorrect, *groups.missing, *groups.added]
    for name, text, side in (("REFERENCE", texts[0], 0), ("CANDIDATE", texts[1], 1)):
        click.secho(name, bold=True)
        marks = [(span, match.grade) for match in every for span in _spans(match)[side]]
        click.echo(_coloured(text, marks) + "\n")
    click.secho("FINDINGS", bold=True)
    for match in every:
        left, right = (_title(f) if f else "-" for f in (match.reference, match.candidate))
        line = f"  {match.grade:<10}{left}  ~  {right}"
        click.secho(line, fg=_COLOURS.get(match.grade, "red"))
    shown = [e for e in comparison.errors if e.weight * e.confidence >= least]
    click.secho(f"\nERRORS ({len(shown)} of {len(comparison.errors)} shown)", bold=True)
    for error in shown:
        click.echo(f"  {_line(error)}")
    click.echo(f"\nscore {comparison.score:.3f}   actionable errors {comparison.n_actionable}")
    directional = comparison.directional
    if comparison.cosine is not None and directional is not None:
        click.echo(
            f"cosine {comparison.cosine:.3f}   directional {directional.score:.3f} "
            f"(forward {directional.forward:.3f}, backward {directional.backward:.3f}, "
            f"worst {min(directional.worst_forward, directional.worst_backward):.3f})   "
            f"Align-F1 {comparison.align_f1:.3f}"
        )


def _spans(match: "FindingMatch") -> "tuple[tuple[Span, ...], tuple[Span, ...]]":
    return match.reference_spans, match.candidate_spans


def _coloured(text: str, marks: "Sequence[tuple[Span, str]]") -> str:
    parts, at = [], 0
    for span, grade in sorted(marks, key=lambda mark: (mark[0].start, mark[0].end)):
        if span.start < at:
            continue
        colour = _COLOURS.get(grade, "red")
        parts += [text[at : span.start], click.style(text[span.start : span.end], fg=colour)]
        at = span.end
    return "".join([*parts, text[at:]])


def _title(finding: "Finding") -> str:
    size = f"{finding.size_mm:g} mm" if finding.size_mm is not None else ""
    words = [
        finding.status if finding.status != "present" else "",
        finding.temporal or "",
        finding.severity or "",
        finding.laterality or "",
        finding.location or finding.zone or "",
        size,
        finding.finding,
    ]
    return " ".join(word.replace("_", " ") for word in words if word)


def _line(error: "Discrepancy") -> str:
    name = error.finding.replace("_", " ") or "(words)"
    values = f"{error.reference or '-'} > {error.candidate or '-'}"
    mark = "actionable" if error.actionable else "minor"
    return (
        f"{error.kind:<12}{name:<26}{values:<32}{mark:<11}"
        f"weight {error.weight:.2f}  confidence {error.confidence:.2f}"
    )
