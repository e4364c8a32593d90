"""`radsearch bench language`: extraction against gold, on the parts not developed on."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import cast

import click

from radsearch.evaluation.authored import Part
from radsearch.evaluation.language import AXES, LanguageScore, measure_language
from radsearch.evaluation.language_cases import CaseScore, score_cases
from radsearch.evaluation.openi_labels import OpenIScore, macro_f1, measure_openi


@click.command("language")
@click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("data/corpus"),
    show_default=True,
    help="Folder that holds ontology.tsv and authored/.",
)
@click.option(
    "--part",
    "parts",
    type=click.Choice(["train", "validation", "test"]),
    multiple=True,
    default=("validation", "test"),
    show_default=True,
    help="Part of the corpus; may be given again. Rules were written on train.",
)
@click.option(
    "--cases",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A cases.jsonl with language cases.",
)
@click.option(
    "--openi",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the Open-I tables: external test, 14 gold labels and MeSH qualifiers.",
)
@click.option(
    "--phrases",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The CheXpert labeler's phrases, for the baseline on Open-I.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    corpus: Path,
    parts: tuple[str, ...],
    cases: Path | None,
    openi: Path | None,
    phrases: Path | None,
    as_json: bool,
) -> None:
    """Measure the extraction of findings: presence, attributes, speed."""
    score = measure_language(corpus, cast("tuple[Part, ...]", parts))
    case_score = score_cases(cases) if cases else None
    openi_score = measure_openi(openi, phrases) if openi else None
    if as_json:
        click.echo(json.dumps(_record(score, case_score, openi_score)))
        return
    _show(score, parts, case_score)
    if openi_score:
        _show_openi(openi_score)


def _show(score: LanguageScore, parts: tuple[str, ...], case_score: CaseScore | None) -> None:
    click.echo(f"reports: {score.reports} ({' + '.join(parts)})\n")
    click.echo(f"{'kind':<18}{'F1':>8}{'precision':>11}{'recall':>8}{'gold':>7}")
    for name, tally in score.tallies.items():
        row = f"{tally.f1:>8.3f}{tally.precision:>11.3f}{tally.recall:>8.3f}{tally.gold:>7}"
        click.echo(f"{name:<18}{row}")
    click.echo(f"\n{'attribute':<18}{'where stated':>16}{'all matched':>16}")
    for axis in AXES:
        stated, whole = score.stated.get(axis, (0, 0)), score.whole.get(axis, (0, 0))
        click.echo(f"{axis:<18}{_share(stated):>16}{_share(whole):>16}")
    click.echo(f"\nsentences/s: {score.sentences_per_second:.0f}")
    if case_score:
        click.echo(
            f"cases: {case_score.right}/{case_score.total} records right in polarity and side; "
            f"recorded baselines on 75 such records with the span given: ConText 62, negspacy 67; "
            f"failed: {' '.join(case_score.failed) or 'none'}"
        )


def _show_openi(score: OpenIScore) -> None:
    click.echo(
        f"\nOpen-I, {score.reports} reports, external\n{'label':<20}{'ours':>7}{'phrases':>9}"
    )
    for label, tally in score.ours.items():
        theirs = score.phrases.get(label)
        shown = f"{theirs.f1:.3f}" if theirs else "-"
        click.echo(f"{label:<20}{tally.f1:>7.3f}{shown:>9}")
    click.echo(f"macro F1 {macro_f1(score.ours):.3f}")
    if score.phrases:
        shared = {label: score.ours[label] for label in score.phrases}
        click.echo(
            f"on the {len(shared)} labels of the phrase baseline "
            f"{macro_f1(shared):.3f} against {macro_f1(score.phrases):.3f}"
        )
    for axis, counts in score.qualifiers.items():
        click.echo(f"agreement with MeSH qualifiers, {axis}: {_share(counts)}")


def _share(counts: tuple[int, int]) -> str:
    right, total = counts
    return f"{right / total:.3f} ({total})" if total else "-"


def _record(
    score: LanguageScore, cases: CaseScore | None, openi: OpenIScore | None
) -> dict[str, object]:
    labels = {name: round(tally.f1, 4) for name, tally in openi.ours.items()} if openi else {}
    return {
        "reports": score.reports,
        "f1": {name: round(tally.f1, 4) for name, tally in score.tallies.items()},
        "stated": {axis: right / total for axis, (right, total) in score.stated.items() if total},
        "all": {axis: right / total for axis, (right, total) in score.whole.items() if total},
        "sentences_per_second": round(score.sentences_per_second),
        "cases": asdict(cases) if cases else None,
        "openi": {"labels": labels, "macro_f1": macro_f1(openi.ours)} if openi else None,
    }
