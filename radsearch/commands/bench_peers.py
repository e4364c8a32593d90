"""`radsearch bench peers`: side by side with other search engines, same texts and vectors."""

import json
import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.evaluation.peers import Peer
    from radsearch.report import Report

PATH = click.Path(exists=True, path_type=Path)


@click.command("peers")
@click.option("--corpus", type=PATH, default=Path("data/corpus"), show_default=True,
              help="Folder that holds authored/ and queries/.")  # fmt: skip
@click.option("--openi", type=PATH, help="Open-I: findings <-> impression on it; else on CORPUS.")
@click.option("--reports", type=click.IntRange(2), default=1_500, show_default=True,
              help="Reports of Open-I at most, drawn at random.")  # fmt: skip
@click.option("--asked", type=click.IntRange(1), default=150, show_default=True,
              help="Questions in each direction and of each attribute.")  # fmt: skip
@click.option("-i", "--index", type=PATH, help="An index of CORPUS/authored, not built again.")
@click.option("--openi-index", type=PATH, help="An index of Open-I, whole, not built again.")
@click.option("--peer", "only", multiple=True, help="Only this one, by name; may be repeated.")
@click.option("--encoder", default="", help="Folder or hub id; the shipped one if not given.")
@click.option("--out", type=click.Path(path_type=Path), help="New folder for indexes and logs.")
@click.option("--list", "listing", is_flag=True, help="Only say what is installed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(
    corpus: Path, openi: Path | None, reports: int, asked: int, index: Path | None,
    openi_index: Path | None, only: tuple[str, ...], encoder: str, out: Path | None,
    listing: bool, as_json: bool,
) -> None:  # fmt: skip
    """Compare with txtai, Chroma, Qdrant and LanceDB: quality, latency, build time, memory.

    Each installed engine gets our vectors and the same texts, and runs in a process of its own;
    all answer in turn. None of them uses the network.
    """
    from radsearch.evaluation import peer_table
    from radsearch.evaluation.peer_bench import Settings, compare

    chosen = _installed(only)
    if listing:
        return
    if out is not None and out.exists() and any(out.iterdir()):
        raise click.UsageError(f"'{out}' holds other things: give --out a new or empty folder")
    given = {name: path for name, path in (("authored", index), ("openi", openi_index)) if path}
    settings = Settings(corpus, asked=asked, encoder=encoder, given=given)
    if openi is not None or openi_index is not None:
        drawn = _drawn(openi, reports) if openi is not None and openi_index is None else None
        settings = replace(settings, pairs=drawn, name="openi")
    with tempfile.TemporaryDirectory(prefix="radsearch-peers-") as scratch:
        found = compare(settings, chosen, out or Path(scratch), lambda text: _say(text))
    if as_json:
        click.echo(json.dumps(asdict(found)))
        return
    click.echo(peer_table.markdown(found, {peer.name: peer.version for peer in chosen}))
    for peer in chosen:
        click.echo(f"- {peer.name} {peer.version}: {peer.settings}")
    for name, fault in found.faults.items():
        click.echo(f"- {name} FAILED: {fault} (--out DIR keeps its log)")
    for sentence in peer_table.behind(found.rows):
        click.echo(f"BEHIND: {sentence}")


def _say(text: str) -> None:
    click.echo(text, err=True)


def _installed(only: tuple[str, ...]) -> "list[Peer]":
    """Ours and the installed peers; says which, and how to install the others."""
    from radsearch.evaluation.peers import PEERS

    names = [peer.name for peer in PEERS]
    if unknown := set(only) - set(names):
        raise click.UsageError(f"no peer {', '.join(sorted(unknown))}: one of {', '.join(names)}")
    chosen = []
    for number, peer in enumerate(PEERS):
        if only and number and peer.name not in only:
            continue
        if peer.missing:
            _say(f"skipped {peer.name}: no module {', '.join(peer.missing)} here; {peer.pip}")
            continue
        _say(f"found {peer.name} {peer.version}")
        chosen.append(peer)
    return chosen


def _drawn(openi: Path, most: int) -> "list[Report]":
    import numpy as np

    from radsearch.evaluation.external import read_openi
    from radsearch.evaluation.peer_bench import paired

    reports = paired(read_openi(openi))
    chosen = np.sort(np.random.default_rng(0).permutation(len(reports))[:most])
    return [reports[row] for row in chosen]
