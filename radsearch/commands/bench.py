"""`radsearch bench NAME`: the table of benchmarks; each is a click command in its own file."""

from importlib import import_module

import click

BENCHMARKS = {
    "all": "Every benchmark, bound as one Markdown and one HTML file.",
    "retrieval": "Findings <-> impression on a corpus, Open-I or CT-RATE, from a cold start.",
    "rewritten": "Authored reports asked by sections that are not in their index.",
    "index": "Indexing beside the bare encoder, and an unchanged corpus again.",
    "encoder": "Contrast suites and report pairs of an encoder, without an index.",
    "figures": "The figures of the book as PNG files.",
    "search": "Short queries with graded relevance, order by attribute, latency.",
    "discrepancy": "Rewordings of a report against copies of it with one clinical error.",
    "agreement": "Kendall tau of report scores with readers, on files that you supply.",
    "mteb": "Our retrieval tasks, run by mteb on our engine or on any model.",
    "cost": "Seconds per 1,000 report pairs, by score.",
    "peers": "Side by side with txtai, Chroma, Qdrant and LanceDB on the same texts and vectors.",
    "drafts": "A report generator's drafts against their references.",
    "heads": "Tag and attribute heads, status columns, probes by number of labels.",
    "language": "Extraction of findings against the authored gold, and its speed.",
    "latency": "Milliseconds of a warm query, by the way of asking.",
    "scale": "Build and search of a synthetic index of any size: time, memory, disk, recall.",
    "load": "Many people searching at once: latency, faults, memory.",
}
"""Name -> what it measures; `radsearch/commands/bench_NAME.py` holds it as `command`."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(BENCHMARKS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in BENCHMARKS:
            return None
        command: click.Command = import_module(f"radsearch.commands.bench_{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Benchmarks"):
            formatter.write_dl(list(BENCHMARKS.items()))


@click.group(cls=_Lazy)
def command() -> None:
    """Run a benchmark."""
