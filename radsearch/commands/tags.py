"""`radsearch tags REPORT_ID -i INDEX`: each tag's status, its source and its probability."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.heads import Heads
    from radsearch.searcher import Searcher
    from radsearch.tell_tags import TagTold


@click.command()
@click.argument("report_id")
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--tag", "wanted", multiple=True, help="Only this tag; may be given several times.")
@click.option("--all", "every", is_flag=True, help="Unmentioned tags too, however unlikely.")
@click.option(
    "--least",
    type=click.FloatRange(0, 1),
    default=0.2,
    show_default=True,
    help="Probability from which a tag without a status is shown.",
)
@click.option(
    "--heads",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the heads; those of the index's encoder if not given.",
)
@click.option("--json", "as_json", is_flag=True, help="One tag a line, as JSON.")
def command(
    report_id: str,
    index: Path,
    wanted: tuple[str, ...],
    every: bool,
    least: float,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Say what the index holds of REPORT_ID's tags, and how likely the heads find each.

    Status: as the index keeps it. Source: the rules, or the heads where they filled it in.
    Probabilities: rules and heads joined, and the heads alone; worked out from the sentence vectors
    that the index keeps. A status that the heads contradict is marked "disputed".
    """
    from radsearch.lookup import position
    from radsearch.searcher import Searcher
    from radsearch.tell_tags import tell_tags

    searcher = Searcher.open(index)
    told = tell_tags(searcher.store, position(searcher, report_id), _heads(searcher, folder))
    if wanted:
        told = _only(told, wanted)
    elif not every:
        told = [t for t in told if t.status != "unmentioned" or (t.present or 0.0) >= least]
    if as_json:
        for tag in told:
            click.echo(json.dumps(asdict(tag)))
        return
    if searcher.store.manifest["tables"]["sentences"] is None:
        click.echo("the index keeps no sentences, so there are no probabilities", err=True)
    _table(told)


def _heads(searcher: "Searcher", folder: Path | None) -> "Heads | None":
    from radsearch.heads import find_heads, load_heads

    encoder = searcher.store.manifest["encoder"]
    folder = folder or find_heads(encoder.get("source"))
    return load_heads(folder, encoder["fingerprint"]) if folder else None


def _only(told: "list[TagTold]", wanted: tuple[str, ...]) -> "list[TagTold]":
    from radsearch.errors import QueryError

    known = {tag.tag for tag in told}
    for name in wanted:
        if name not in known:
            raise QueryError(
                f"there is no tag {name!r}: `radsearch tags ... --all` lists the {len(known)} tags"
            )
    return [tag for tag in told if tag.tag in wanted]


def _table(told: "list[TagTold]") -> None:
    click.echo(f"{'tag':<34}{'status':<13}{'source':<8}{'present':>9}{'absent':>9}   heads alone")
    for tag in told:
        joint = f"{_chance(tag.present):>9}{_chance(tag.absent):>9}"
        alone = f"{_chance(tag.heads_present):>8}{_chance(tag.heads_absent):>9}"
        mark = "  disputed" if tag.disputed else ""
        click.echo(f"{tag.tag:<34}{tag.status:<13}{tag.source:<8}{joint}{alone}{mark}")


def _chance(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
