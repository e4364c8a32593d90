"""`radsearch bench load -i INDEX`: many people searching at once."""

import json
from dataclasses import asdict
from pathlib import Path

import click


@click.command("load")
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--users", type=click.IntRange(1), default=50, show_default=True)
@click.option("--seconds", type=click.FloatRange(1), default=60.0, show_default=True)
@click.option(
    "--think", type=click.FloatRange(0), default=1.0, show_default=True,
    help="Mean seconds a user waits after an answer; 0 = none.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(index: Path, users: int, seconds: float, think: float, as_json: bool) -> None:
    """Search from many threads at once: latency, faults, memory. Exit status 1 on any fault."""
    from radsearch.errors import StoreError
    from radsearch.evaluation.load import measure_load
    from radsearch.searcher import Searcher
    from radsearch.warm import warm

    searcher = Searcher.open(index, threads=1)
    warm(searcher)
    found = measure_load(searcher, users=users, seconds=seconds, think=think)
    if as_json:
        click.echo(json.dumps(asdict(found)))
    else:
        memory = " -> ".join(f"{value:.0f}" for value in found.memory_mb) or "unknown"
        click.echo(
            f"{users} users, {think:g} s between searches, {found.seconds:.0f} s: "
            f"{found.searches:,} searches ({found.searches / found.seconds:.1f}/s), "
            f"p50 {found.p50_ms:.0f} ms, p95 {found.p95_ms:.0f} ms, "
            f"{sum(found.faults.values())} faults, memory {memory} MB"
        )
    if found.faults:
        raise StoreError(f"searches failed: {found.faults}")
