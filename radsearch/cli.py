"""The radsearch command: finds the subcommand, prints a user's fault in one line."""

from difflib import get_close_matches
from importlib import import_module

import click

from radsearch.errors import RadsearchError

COMMANDS = {
    "index": "Build or refresh an index folder from a file of reports.",
    "query": "Search an index.",
    "findings": "List the findings that a filter can name, or look for one by words.",
    "values": "List the values of a finding's attributes, such as its locations.",
    "eval": "Measure findings <-> impression retrieval on an index.",
    "extract": "Print the findings that a report states, attribute by attribute.",
    "radsim": "Compare two texts finding by finding and show the score's parts.",
    "tags": "Say of one report of an index each tag's status, its source and its probability.",
    "timeline": "Print all studies of a report's patient in time order.",
    "compare": "Judge a candidate report against a reference.",
    "embed": "Write the vectors of texts.",
    "info": "Say what is active: encoder, runtime, FAISS, versions.",
    "verify": "Measure the live index's recall against exact search.",
    "compact": "Merge small files and drop old versions of an index.",
    "versions": "List the published versions of an index.",
    "rollback": "Bring an index back to an earlier version.",
    "retag": "Write the tag columns again without embedding again.",
    "export": "Write an index as Parquet, with or without identifying text.",
    "bench": "Run a benchmark.",
    "map": "Place the reports of an index on a map for the web page.",
    "app": "Open the web page.",
    "serve": "Serve the REST interface.",
}
"""Each stands in `radsearch/commands/NAME.py` as `command`; imported when asked for."""

LONGEST_NAME = 256


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        if name not in COMMANDS:
            near = get_close_matches(name, COMMANDS, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            ctx.fail(f"no command {name!r}: {hint}`radsearch --help` lists all")
        module = import_module(f"radsearch.commands.{name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="radsearch")
def group() -> None:
    """Search radiology reports: findings <-> impression, negation-safe, explained."""


def main() -> None:
    """Run the command line; a user's fault is one line on stderr and exit status 1."""
    try:
        group()
    except RadsearchError as error:
        click.echo(f"radsearch: {error}", err=True)
        raise SystemExit(1) from None
    except OSError as error:
        if error.errno is None:  # of a library, not of the system: a bug shows its traceback
            raise
        name = str(error.filename or "")
        where = f" '{name}'" if 0 < len(name) < LONGEST_NAME else ""  # longer: a text, not a name
        click.echo(
            f"radsearch: {error.strerror}:{where} cannot be read or written: "
            f"check the path, its permissions and the space on the disk",
            err=True,
        )
        raise SystemExit(1) from None
