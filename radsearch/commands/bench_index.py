"""`radsearch bench index`: indexing beside the bare encoder, and an unchanged corpus again."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from statistics import median

import click

from radsearch._sibling import sibling
from radsearch.commands.index import find_fitting_heads


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--encoder", default=None, help="Folder or hub id; the shipped one if not given.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
@click.option("--runs", type=click.IntRange(min=1), default=1, show_default=True,
              help="Processes, one by one; the middle of their shares counts.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object a run.")
def command(
    corpus: Path, encoder: str | None, threads: int | None, runs: int, as_json: bool
) -> None:
    """Time `radsearch index` of CORPUS, its encoder alone on the same texts, and a second run.

    By the clock, and by processor time, which other programs on the machine do not lengthen. A
    shared machine's speed moves by a fifth from one minute to the next: take several runs there.
    """
    if runs > 1:
        _repeat(corpus, encoder, threads, runs, as_json)
        return
    from radsearch.corpus import read_corpus
    from radsearch.encoder import load_encoder
    from radsearch.store.lance import hide_pandas

    hide_pandas()  # as `radsearch index` does
    reports = read_corpus(corpus, on_duplicate="last")
    loaded = load_encoder(encoder, threads=threads)
    options = sibling("indexer.build").Options(
        heads=find_fitting_heads(encoder, loaded.fingerprint)
    )
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "index"
        found = sibling("indexer.throughput").measure(reports, out, loaded, options)
    if as_json:
        extra = {"share": found.share, "cpu_share": found.cpu_share, "speedup": found.speedup}
        click.echo(json.dumps(asdict(found) | extra))
        return
    click.echo(f"{found.reports:,} reports, {found.texts:,} distinct texts, encoder {loaded.name}")
    click.echo(f"{'':<16}{'clock':>11}{'processor':>13}")
    for name in ("index", "bare", "again"):
        taken = getattr(found, name)
        rate = "" if name == "again" else f"{found.texts / taken.wall:>10,.0f} texts/s"
        click.echo(f"{name:<16}{taken.wall:>9.2f} s{taken.cpu:>11.2f} s{rate}")
    click.echo(
        f"indexing runs at {found.share:.0%} of the bare encoder's speed, "
        f"{found.cpu_share:.0%} by processor time"
    )
    click.echo(f"unchanged again: {found.speedup:,.0f} times faster")
    click.echo(f"load of the machine {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores")


def _repeat(
    corpus: Path, encoder: str | None, threads: int | None, runs: int, as_json: bool
) -> None:
    """Each run is a process of its own: what one has read or cut before would spare the next."""
    options = [*(("--encoder", encoder) if encoder else ())]
    options += ["--threads", str(threads)] if threads else []
    found = []
    for _ in range(runs):
        line = [sys.executable, "-m", "radsearch", "bench", "index", str(corpus), *options]
        done = subprocess.run([*line, "--json"], stdout=subprocess.PIPE, check=False)
        if done.returncode:
            raise click.exceptions.Exit(done.returncode)  # it has told why
        found.append(json.loads(done.stdout))
        one = found[-1]
        click.echo(
            json.dumps(one)
            if as_json
            else f"index {one['index']['wall']:.2f} s, bare {one['bare']['wall']:.2f} s: "
            f"{one['share']:.0%}, {one['cpu_share']:.0%} by processor time"
        )
    if not as_json:
        share, by_cpu = (median(one[name] for one in found) for name in ("share", "cpu_share"))
        click.echo(
            f"the middle of {runs} runs: {share:.0%} of the bare encoder's speed, "
            f"{by_cpu:.0%} by processor time"
        )
