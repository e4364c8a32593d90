"""The benchmark book: which parts it has, what the paper says beside each, and how it is bound."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid #8884; padding: .2rem .7rem; text-align: left }
pre { overflow-x: auto; background: #8881; padding: .7rem } .meta { opacity: .7; font-size: 85% }
"""


@dataclass(frozen=True, slots=True)
class Part:
    """One benchmark of the book.

    Attributes:
        name: Short name, also of its cached result.
        title: Heading.
        paper: Table or figure of the paper that it re-makes.
        arguments: Of `radsearch bench`; a word in braces is the path of a data set.
        beside: The paper's number, and how its data differ from ours.
    """

    name: str
    title: str
    paper: str
    arguments: tuple[str, ...]
    beside: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """Data sets that the user must give.

        >>> Part("a", "A", "1", ("retrieval", "--openi", "{openi}")).needs
        ('openi',)
        """
        return tuple(word[1:-1] for word in self.arguments if word.startswith("{"))

    def command(self, paths: Mapping[str, str]) -> tuple[str, ...] | None:
        """The arguments with the paths filled in; None if a path is not given."""
        if any(name not in paths for name in self.needs):
            return None
        return tuple(paths[word[1:-1]] if word.startswith("{") else word for word in self.arguments)


PARTS = (
    Part(
        "sample",
        "Findings <-> impression, our sample corpus",
        "tables 1, 2",
        ("retrieval", "data/sample_reports.parquet"),
    ),
    Part(
        "openi",
        "Findings <-> impression, Open-I (external)",
        "table 2",
        ("retrieval", "--openi", "{openi}"),
        "Paper: R@1 10.5 / 11.2 % (QureRadEmbed-4B), 6.6 / 7.8 % (Qwen3-Embedding-4B), on its own "
        "Open-I pool of unstated size and tie rule; ours: all 3,331 pairs, expected over ties.",
    ),
    Part(
        "ct-rate",
        "Findings <-> impression, chest CT (external)",
        "table 1",
        ("retrieval", "--ct-rate", "{ct_rate}"),
        "Paper: R@1 42.9 / 45.6 % on another CT set; ours: 740 distinct pairs of CT-RATE's "
        "text-classifier reports, cut by a heuristic.",
    ),
    Part(
        "axes",
        "Attribute suites",
        "figure 5, tables 3, 8",
        ("encoder",),
        "Paper: ten-axis ordering 0.996, joint-attribute Spearman 0.976 on its own generated "
        "contrasts; ours are written by us and half of them are rewording traps.",
    ),
    Part(
        "heads",
        "Tags and attributes from frozen embeddings",
        "tables 3, 4, 10, 11; figure 10",
        ("heads",),
        "Paper: attribute heads Spearman 0.940, contradiction AUC 1.000, modularity 3.634; "
        "100-label probes 0.481 against 0.412. Hospital reports there, Open-I and CT-RATE here.",
    ),
    Part(
        "discrepancy",
        "A clinical error against a paraphrase and a condensation",
        "table 5",
        ("discrepancy",),
        "Paper, on its own Open-I pairs: .864 / .928 (directional), GREEN .825 / .538; ours: "
        "contrast families written by us.",
    ),
    Part(
        "agreement",
        "Agreement with readers",
        "table 6",
        ("agreement", "--radjudge", "{radjudge}"),
        "ReXVal, RadEval and RaTE-Eval are not ours to ship: give their files to the command.",
    ),
    Part(
        "cost",
        "Seconds per 1,000 report pairs",
        "table 7",
        ("cost",),
        "Paper: 8.8 s (4B) and 2,755 s (GREEN) on an L40S; ours on two CPU cores.",
    ),
    Part("language", "Extraction against gold", "none", ("language",)),
    Part("search", "Short queries, order by attribute", "none", ("search",)),
)


@dataclass(frozen=True, slots=True)
class Result:
    """What a part printed, and how it came about.

    Attributes:
        command: As typed.
        commit: Of the code.
        date: ISO day.
        seconds: It took.
        output: Standard output: Markdown or plain tables.
        failed: The reason, if it did not finish; "" if it did.
    """

    command: str
    commit: str
    date: str
    seconds: float
    output: str
    failed: str = ""


def markdown(parts: Sequence[tuple[Part, Result | None]]) -> str:
    """The book as Markdown; a part without a result says what it needs."""
    lines = [
        "# The benchmark book",
        "",
        "Each number is printed by the command above it. External sets are never trained or tuned "
        "on. No radiologist has signed our own annotations.",
    ]
    for part, result in parts:
        lines += ["", f"## {part.title}", "", f"Paper: {part.paper}. {part.beside}".strip(), ""]
        if result is None:
            wanted = ", ".join(f"--{name.replace('_', '-')} PATH" for name in part.needs)
            lines.append(f"*Not run: needs {wanted}.*")
            continue
        lines += [f"    {result.command}", ""]
        lines.append(f"commit {result.commit}, {result.date}, {result.seconds:.0f} s")
        lines += ["", f"**{result.failed}**" if result.failed else _shown(result.output)]
    return "\n".join(lines) + "\n"


def _shown(output: str) -> str:
    """Markdown as it is; text without a Markdown table as a code block."""
    text = output.strip("\n")
    return text if "|--" in text else f"```\n{text}\n```"


def html(source: str) -> str:
    """The Markdown book as one HTML page without any outside request."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    title = escape("The benchmark book")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><body>{body}</body></html>\n"
    )
