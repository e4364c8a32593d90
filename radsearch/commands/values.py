"""`radsearch values [ATTRIBUTE] [WORDS]`: what a filter can ask of a finding's attributes."""

import json
from dataclasses import asdict

import click

from radsearch.commands.findings import first_of

MOST = 12
"""Values in the list of all attributes: all but the locations."""


@click.command()
@click.argument("attribute", default="")
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One value a line, as JSON.")
def command(attribute: str, words: tuple[str, ...], as_json: bool) -> None:
    """List the values of an ATTRIBUTE of findings, such as location, and wordings of each.

    With WORDS, the values that they name. Without ATTRIBUTE, all attributes.
    """
    from radsearch.search.bind import ATTRIBUTES, ORDERED
    from radsearch.search.catalogue import find_values

    for name in [attribute.lower()] if attribute else ATTRIBUTES:
        found = find_values(name, " ".join(words))
        if as_json:
            for value in found:
                click.echo(json.dumps({"attribute": name, **asdict(value)}, ensure_ascii=False))
        elif not attribute or not found:
            sign = " < " if name in ORDERED else ", "
            listed = first_of([value.value for value in found], sign, MOST)
            click.echo(f"{name:<12}{listed or 'a number'}")
        else:
            for value in found:
                click.echo(f"{value.value:<24}{first_of(value.wordings)}".rstrip())
