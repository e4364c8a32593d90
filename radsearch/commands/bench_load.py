"""`radsearch bench load -i INDEX`: many people searching at once."""

import json
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radsearch.evaluation.load import Load, Target


@click.command("load")
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--users", type=click.IntRange(1), default=50, show_default=True)
@click.option("--seconds", type=click.FloatRange(1), default=60.0, show_default=True)
@click.option(
    "--think", type=click.FloatRange(0), default=1.0, show_default=True,
    help="Mean seconds a user waits after an answer; 0 = none.",
)  # fmt: skip
@click.option("--rest", is_flag=True, help="Over HTTP from a server of its own, not in process.")
@click.option("--processes", type=click.IntRange(1), default=1, help="With --rest: of the server.")
@click.option("--page", is_flag=True, help="One user of the web page: whole answers, one by one.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    index: Path, users: int, seconds: float, think: float, rest: bool, processes: int, page: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Search from many threads at once: latency, CPU, faults, memory. Exit status 1 on any fault.

    Over a thousand different queries are asked, so that a cache of answers would not help.
    """
    from radsearch.errors import StoreError
    from radsearch.evaluation.load import measure_load

    if page:
        users, think = 1, 0.0
    with _target(index, rest=rest, processes=processes, page=page) as target:
        found = measure_load(target, users=users, seconds=seconds, think=think)
    click.echo(json.dumps(asdict(found)) if as_json else described(found, think))
    if found.faults:
        raise StoreError(f"searches failed: {found.faults}")


def _target(
    index: Path, *, rest: bool, processes: int, page: bool
) -> "AbstractContextManager[Target]":
    if rest:
        from radsearch.evaluation.load_rest import rest_server

        return rest_server(index, processes)
    if page:
        from radsearch.evaluation.load_page import Page

        return nullcontext(Page(index))
    from radsearch.evaluation.load import InProcess
    from radsearch.searcher import Searcher
    from radsearch.warm import warm

    searcher = Searcher.open(index, threads=1)
    warm(searcher)
    return nullcontext(InProcess(searcher))


def described(found: "Load", think: float) -> str:
    """A measurement in one line."""
    memory = " -> ".join(f"{value:.0f}" for value in found.memory_mb) or "unknown"
    return (
        f"{found.users} users, {think:g} s between searches, {found.seconds:.0f} s: "
        f"{found.searches:,} searches ({found.searches / found.seconds:.1f}/s), "
        f"p50 {found.p50_ms:.0f} ms, p95 {found.p95_ms:.0f} ms, {found.cpu_ms:.1f} ms of CPU each, "
        f"{sum(found.faults.values())} faults, memory {memory} MB"
    )
