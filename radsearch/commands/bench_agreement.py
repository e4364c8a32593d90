"""`radsearch bench agreement`: report scores beside readers, on files that the user supplies."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.evaluation.agreement import Rated
    from radsearch.evaluation.discrepancy import Scorer

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("agreement")
@click.option("--radjudge", type=_FILE, help="RadJudge's candidates (CRIMSON, MIT).")
@click.option(
    "--rexval",
    type=_FILE,
    nargs=2,
    help="ReXVal's 50_samples_gt_and_candidates.csv and a table of reader errors (PhysioNet).",
)
@click.option(
    "--rated",
    type=_FILE,
    multiple=True,
    help="RadEval's expert set, RaTE-Eval, or any table with reference, candidate and rating.",
)
@click.option("--encoder", "where", help="Folder or hub id: its cosine and alignment too.")
@click.option("--no-encoder", is_flag=True, help="Only the scores that need no encoder.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    radjudge: Path | None,
    rexval: tuple[Path, Path] | None,
    rated: tuple[Path, ...],
    where: str | None,
    no_encoder: bool,
    as_json: bool,
) -> None:
    """Measure the agreement of report scores with readers: Kendall tau, ranking tests passed.

    No reader data comes with radsearch. RadJudge lies in the public CRIMSON repository; ReXVal
    asks for a PhysioNet account; the rating files of RadEval and RaTE-Eval come from their authors.
    """
    from radsearch.evaluation.agreement_files import read_rated, read_rexval

    if not (radjudge or rexval or rated):
        raise click.UsageError("no file: give --radjudge, --rexval or --rated")
    record: dict[str, object] = {}
    if radjudge:
        record["radjudge"] = _radjudge(radjudge, as_json)
    sets = {str(path): read_rated(path) for path in rated}
    if rexval:
        sets["ReXVal"] = read_rexval(*rexval)
    if sets:
        scorers = _scorers(where, no_encoder)
        record["tau"] = {name: _taus(name, rows, scorers, as_json) for name, rows in sets.items()}
    if as_json:
        click.echo(json.dumps(record))


def _radjudge(path: Path, quiet: bool) -> dict[str, object]:
    from radsearch.evaluation import agreement as bench
    from radsearch.evaluation.agreement_files import read_radjudge

    tests = read_radjudge(path)
    record: dict[str, object] = {"tests": len(tests), "equal": bench.EQUAL}
    for name, scores in (("compare", bench.radjudge_scores), ("RadSim", bench.radsim_scores)):
        failed = [test.test_id for test in tests if not bench.passes(test, scores(test))]
        record[name] = {"passed": len(tests) - len(failed), "failed": failed}
        if not quiet:
            click.echo(
                f"RadJudge {name:<10}{len(tests) - len(failed)} of {len(tests)}"
                f"   failed: {' '.join(failed) or 'none'}"
            )
    return record


def _scorers(where: str | None, no_encoder: bool) -> "dict[str, Scorer]":
    from radsearch.evaluation import report_scorers as scorers

    found: dict[str, Scorer] = {
        "findings (compare)": scorers.by_findings,
        "actionable errors": scorers.by_count,
        "RadSim": scorers.by_radsim,
    }
    if no_encoder:
        return found
    from radsearch.encoder import load_encoder

    encoder = load_encoder(where)
    return {**found, **scorers.encoder_scorers(encoder, encoder.name)}


def _taus(
    name: str, rows: "list[Rated]", scorers: "dict[str, Scorer]", quiet: bool
) -> dict[str, object]:
    from radsearch.evaluation.agreement import agreement

    record: dict[str, object] = {}
    if not quiet:
        click.echo(
            f"\n{name}: {len(rows)} candidates\n{'score':<28}{'tau within':>12}{'overall':>10}"
        )
    for label, scorer in scorers.items():
        found = agreement(rows, scorer)
        record[label] = asdict(found)
        if not quiet:
            interval = f"[{found.low:.3f}, {found.high:.3f}] over {found.studies} studies"
            click.echo(f"{label:<28}{found.within:>12.3f}{found.overall:>10.3f}   {interval}")
    return record
