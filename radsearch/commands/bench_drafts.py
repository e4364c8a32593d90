"""`radsearch bench drafts`: a report generator's drafts judged against their references."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.encoder import Encoder
    from radsearch.evaluation.drafts import DraftScores
    from radsearch.report import Report

_FILE = click.Path(exists=True, path_type=Path)


@click.command("drafts")
@click.option("--reference", type=_FILE, required=True, help="Corpus of what radiologists wrote.")
@click.option("--candidate", type=_FILE, required=True, help="Corpus of drafts with the same ids.")
@click.option(
    "--candidate2",
    type=_FILE,
    multiple=True,
    help="Drafts of another system, tested against the first; may be given again.",
)
@click.option("--worst", default=10, show_default=True, help="How many of the worst drafts.")
@click.option("--show-text", is_flag=True, help="Print the worst drafts' texts: patient data.")
@click.option("--no-encoder", is_flag=True, help="Findings only: no cosine, no alignment.")
@click.option("--encoder", "where", help="Folder or hub id; the shipped one if not given.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    reference: Path,
    candidate: Path,
    candidate2: tuple[Path, ...],
    worst: int,
    show_text: bool,
    no_encoder: bool,
    where: str | None,
    as_json: bool,
) -> None:
    """Score drafts with 95 % intervals, count errors by kind, list the worst, compare systems.

    The worst drafts are named by id; texts are printed only with --show-text.
    """
    from radsearch.evaluation.drafts import score_drafts

    references = _read(reference)
    encoder = _encoder(where, no_encoder)
    files = [candidate, *candidate2]
    drafts = [_read(path) for path in files]
    systems = [score_drafts(references, rows, encoder=encoder) for rows in drafts]
    if as_json:
        click.echo(
            json.dumps(
                [_record(p, s, systems[0], worst) for p, s in zip(files, systems, strict=True)]
            )
        )
        return
    for path, system in zip(files, systems, strict=True):
        _print(path, system, worst)
    for path, system in zip(files[1:], systems[1:], strict=True):
        _print_paired(candidate, path, systems[0], system)
    if show_text:
        _print_texts(references, drafts[0], systems[0], worst)


def _read(path: Path) -> "list[Report]":
    from radsearch.corpus import read_corpus

    return list(read_corpus(path))


def _encoder(where: str | None, none: bool) -> "Encoder | None":
    if none:
        return None
    from radsearch.encoder import load_encoder

    return load_encoder(where)


def _print(path: Path, system: "DraftScores", worst: int) -> None:
    click.echo(f"{path}: {len(system.ids)} reports, {len(system.missing)} without a draft\n")
    for metric in system.values:
        mean, low, high = system.mean(metric)
        click.echo(f"  {metric:<14}{mean:>8.3f}  [{low:.3f}, {high:.3f}]")
    click.echo("\n  errors by kind: " + ", ".join(f"{k} {n}" for k, n in system.by_kind.items()))
    click.echo(f"\n  {'worst':<32}{'actionable':>11}{'score':>8}")
    for report_id, errors, score in system.worst(worst):
        click.echo(f"  {report_id:<32}{errors:>11}{score:>8.3f}")
    click.echo()


def _print_paired(first: Path, other: Path, a: "DraftScores", b: "DraftScores") -> None:
    from radsearch.evaluation.drafts import paired

    click.echo(f"{first} less {other}, paired over {len(a.ids)} reports")
    for metric, (difference, p) in paired(a, b).items():
        click.echo(f"  {metric:<14}{difference:>+8.3f}  p = {p:.4f}")
    click.echo()


def _print_texts(
    references: "list[Report]", drafts: "list[Report]", system: "DraftScores", worst: int
) -> None:
    right = {report.report_id: report.body for report in references}
    written = {report.report_id: report.body for report in drafts}
    for report_id, _, _ in system.worst(worst):
        click.secho(report_id, bold=True)
        click.echo(f"REFERENCE\n{right[report_id]}\nDRAFT\n{written.get(report_id, '')}\n")


def _record(
    path: Path, system: "DraftScores", first: "DraftScores", worst: int
) -> dict[str, object]:
    from radsearch.evaluation.drafts import paired

    return {
        "candidate": str(path),
        "reports": len(system.ids),
        "without_draft": len(system.missing),
        "mean": {metric: system.mean(metric) for metric in system.values},
        "errors_by_kind": dict(system.by_kind),
        "worst": system.worst(worst),
        "against_first": {} if system is first else paired(first, system),
    }
