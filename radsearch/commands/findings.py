"""`radsearch findings [WORDS]`: the findings that a filter can name."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.search.catalogue import KnownFinding

SHOWN = 8
"""Aliases, and findings that a name covers, in the text; `--json` has all."""


@click.command()
@click.argument("words", nargs=-1)
@click.option("--family", default="", help="Only this family, such as pleura/fluid or fracture.")
@click.option("--json", "as_json", is_flag=True, help="One finding a line, as JSON.")
def command(words: tuple[str, ...], family: str, as_json: bool) -> None:
    """List the findings that a filter can name: id, family, definition, aliases.

    With WORDS, those that the words name or speak of, and what a filter takes the words for.
    Without, all of them.
    """
    from radsearch.search.catalogue import find_findings
    from radsearch.search.vocabulary import finding_names

    text = " ".join(words)
    found = find_findings(text, family)
    if as_json:
        for finding in found:
            click.echo(json.dumps(asdict(finding), ensure_ascii=False))
        return
    for finding in found:
        click.echo(f"{finding.id:<31}{finding.family:<26}{finding.definition}")
        if text:
            _more(finding)
    if text and (meant := finding_names().resolve(text)):
        click.echo(f'in a filter, "{text}" means {first_of(meant)}')


def _more(finding: "KnownFinding") -> None:
    plain = finding.id.replace("_", " ")
    if others := [alias for alias in finding.aliases if alias != plain]:
        click.echo(f"    also: {first_of(others)}")
    if finding.alone != finding.id:
        click.echo(f"    alone: {finding.alone}; {finding.id} means the family of that name too")


def first_of(names: Sequence[str], sign: str = ", ", most: int = SHOWN) -> str:
    """The first names, and how many more there are.

    >>> first_of(["a", "b"]), first_of([str(n) for n in range(10)])
    ('a, b', '0, 1, 2, 3, 4, 5, 6, 7 and 2 more')
    """
    more = len(names) - most
    return sign.join(names[:most]) + (f" and {more} more" if more > 0 else "")
