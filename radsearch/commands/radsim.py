"""`radsearch radsim A B`: two texts, finding by finding."""

import json
from typing import Any

import click

from radsearch.commands.given import text_or_file
from radsearch.language.finding import Finding
from radsearch.language.radsim import Pair, Similarity


@click.command("radsim")
@click.argument("a")
@click.argument("b")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(a: str, b: str, as_json: bool) -> None:
    """Compare A and B, two texts or files, finding by finding, and show the score's parts."""
    from radsearch.language.extract import extract
    from radsearch.language.radsim import radsim

    first, second = extract(text_or_file(a)), extract(text_or_file(b))
    similarity = radsim(first, second)
    if as_json:
        click.echo(json.dumps(_record(similarity, first, second)))
        return
    click.echo(f"RadSim {similarity.score:.3f}")
    for pair in similarity.pairs:
        click.echo(f"\n  {_title(first[pair.first])}  ~  {_title(second[pair.second])}")
        click.echo(f"    {_formula(pair)}")
    for name, places, findings in (
        ("only in A", similarity.only_first, first),
        ("only in B", similarity.only_second, second),
    ):
        for place in places:
            click.echo(f"\n  {name}: {_title(findings[place])}")


def _title(finding: Finding) -> str:
    words: list[str] = [
        finding.status if finding.status != "present" else "",
        finding.temporal or "",
    ]
    words += [finding.severity or "", finding.laterality or "", finding.location or ""]
    words += [f"{finding.size_mm:g} mm" if finding.size_mm is not None else ""]
    return " ".join(filter(None, [*words, finding.finding]))


def _formula(pair: Pair) -> str:
    parts = pair.similarity.parts
    terms = " + ".join(f"{p.weight:g}x{p.agreement:.2f} {name}" for name, p in parts.items())
    total = sum(part.weight for part in parts.values())
    conflict = "".join(f"  CONTRADICTION: {x}" for x in pair.similarity.contradictions)
    return f"{pair.similarity.score:.3f} = ({terms}) / {total:.2f}{conflict}"


def _record(similarity: Similarity, a: list[Finding], b: list[Finding]) -> dict[str, Any]:
    return {
        "score": similarity.score,
        "pairs": [
            {
                "a": _title(a[pair.first]),
                "b": _title(b[pair.second]),
                "score": pair.similarity.score,
                "parts": {
                    name: {"weight": part.weight, "agreement": part.agreement}
                    for name, part in pair.similarity.parts.items()
                },
                "contradictions": list(pair.similarity.contradictions),
            }
            for pair in similarity.pairs
        ],
        "only_a": [_title(a[place]) for place in similarity.only_first],
        "only_b": [_title(b[place]) for place in similarity.only_second],
    }
