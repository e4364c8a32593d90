"""`radsearch bench discrepancy`: rewordings against errors, by score and by kind of error."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

if TYPE_CHECKING:
    from radsearch.evaluation.authored import Part
    from radsearch.evaluation.discrepancy import Case, Half, Scorer, WinRate

_FAMILIES = Path("data/corpus/contrast/families4.jsonl")


@click.command("discrepancy")
@click.option(
    "--families",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"A file of contrast families; {_FAMILIES} if nothing else is given.",
)
@click.option(
    "--cases",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Your own JSON lines: id, reference, paraphrase, condensation, error, kind.",
)
@click.option(
    "--authored",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the authored corpus: its rewrites against injected errors, and error kinds.",
)
@click.option(
    "--half",
    type=click.Choice(["development", "test", "all"]),
    help="By the hash of the ids; rules were written on the development half. If not given: of "
    "families the test half, of --cases all.",
)
@click.option("--part", type=click.Choice(["train", "validation", "test"]), default="test")
@click.option("--encoder", "where", multiple=True, help="Folder or hub id; may be given again.")
@click.option("--backbone", help="Encoder beside: its cosine and directional score.")
@click.option("--no-encoder", is_flag=True, help="Only the scores that need no encoder.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    families: Path | None,
    cases: Path | None,
    authored: Path | None,
    half: str | None,
    part: str,
    where: tuple[str, ...],
    backbone: str | None,
    no_encoder: bool,
    as_json: bool,
) -> None:
    """Measure how often a rewording scores better than a copy with one clinical error."""
    from radsearch.evaluation.discrepancy import kind_accuracy, win_rates

    wanted = _cases(families, cases, authored, half, part)
    scorers = _scorers(where, backbone, no_encoder)
    tables = {name: win_rates(wanted, scorer) for name, scorer in scorers.items()}
    kinds = kind_accuracy(wanted) if authored else {}
    if as_json:
        record = {
            "cases": len(wanted),
            "win_rates": {
                name: {row: {k: asdict(r) for k, r in kinds_.items()} for row, kinds_ in t.items()}
                for name, t in tables.items()
            },
            "kind_accuracy": {k: (row.right, row.total) for k, row in kinds.items()},
        }
        click.echo(json.dumps(record))
        return
    click.echo(f"cases: {len(wanted)}; win rate, ties count a half, 95 % interval over cases\n")
    for name, table in tables.items():
        _print(name, table)
    for kind, row in kinds.items():
        click.echo(f"error kind {kind:<14}{row.right / row.total:.3f}  ({row.total})")


def _cases(
    families: Path | None, cases: Path | None, authored: Path | None, half: str | None, part: str
) -> "list[Case]":
    from radsearch.evaluation import discrepancy as bench

    found = bench.read_cases(cases) if cases else []
    if half in ("development", "test"):
        found = [case for case in found if bench.half_of(case.case_id) == half]
    if authored:
        found += bench.authored_cases(authored, cast("Part", part))
    if families or not found:
        found += bench.read_families(families or _FAMILIES, cast("Half", half or "test"))
    return found


def _scorers(
    where: tuple[str, ...], backbone: str | None, no_encoder: bool
) -> "Mapping[str, Scorer]":
    from radsearch.evaluation import report_scorers as scorers

    found: dict[str, Scorer] = {
        "findings (compare)": scorers.by_findings,
        "actionable errors": scorers.by_count,
        "RadSim": scorers.by_radsim,
    }
    if no_encoder:
        return found
    from radsearch.encoder import load_encoder
    from radsearch.evaluation.remembered import Remembered

    for name in where or (None,):
        encoder = Remembered(load_encoder(name))
        found.update(scorers.encoder_scorers(encoder, encoder.name))
    if backbone:
        encoder = Remembered(load_encoder(backbone))
        found.update(scorers.plain_scorers(encoder, f"{encoder.name} (backbone)"))
    return found


def _print(name: str, table: "Mapping[str, Mapping[str, WinRate]]") -> None:
    click.echo(name)
    for row, kinds in table.items():
        if "all" not in kinds:
            continue
        whole = kinds["all"]
        click.echo(f"  {row:<14}{whole.rate:.3f}  [{whole.low:.3f}, {whole.high:.3f}]  n={whole.n}")
        parts = [f"{kind} {rate.rate:.2f}" for kind, rate in kinds.items() if kind != "all"]
        click.echo(f"    {', '.join(parts)}")
    click.echo()
