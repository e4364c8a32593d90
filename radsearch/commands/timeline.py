"""radsearch timeline: all studies of a patient, in time order."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.timeline import Study

SHOWN = 300
"""Characters of the impression."""


@click.command("timeline")
@click.argument("report_id")
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--earlier", is_flag=True, help="Only studies before this one, the latest first.")
@click.option("--json", "as_json", is_flag=True, help="One study a line, as JSON.")
def command(report_id: str, index: Path, earlier: bool, as_json: bool) -> None:
    """Print all studies of the patient of REPORT_ID, and which findings came and went.

    Studies belong together by the corpus' patient_id. A finding is gone where a later study of the
    same body part denies it; one that is not mentioned stays open.
    """
    from radsearch.searcher import Searcher
    from radsearch.timeline import study_record, timeline

    studies = timeline(Searcher.open(index), report_id)
    if earlier:
        studies = [study for study in reversed(studies) if study.relation == "earlier"]
    for study in studies:
        if as_json:
            click.echo(json.dumps(study_record(study), ensure_ascii=False))
        else:
            click.echo(described(study))
    if not as_json and not any(study.hit.metadata.get("patient_id") for study in studies):
        click.echo("the report states no patient, or has no study before it", err=True)


def described(study: "Study") -> str:
    """A study in a few lines of plain text."""
    get = study.hit.metadata.get
    kind = " ".join(str(value) for name in ("modality", "body_part") if (value := get(name)))
    day = study.when.isoformat() if study.when else "no date"
    lines = [f"{day}  {study.hit.report_id}  {kind}  ({study.relation})"]
    for sign, names in (("+", study.appeared), ("-", study.gone)):
        if names:
            lines.append(f"  {sign} {', '.join(names)}  (since {study.since})")
    text = " ".join((study.hit.impression or study.hit.findings).split())
    if text:
        lines.append(f"  {text[:SHOWN]}{' ...' if len(text) > SHOWN else ''}")
    return "\n".join(lines)
