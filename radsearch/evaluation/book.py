"""The benchmark book: which parts it has, what the paper says beside each, and how it is bound."""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid #8884; padding: .2rem .7rem; text-align: left }
pre { overflow-x: auto; background: #8881; padding: .7rem } img { max-width: 100% }
"""
_PICTURE = re.compile(r'src="(figures/[\w.-]+\.png)"')


@dataclass(frozen=True, slots=True)
class Part:
    """One benchmark of the book.

    Attributes:
        name: Short name, also of its cached result.
        title: Heading.
        paper: Table or figure of the paper that it re-makes.
        arguments: Of `radsearch bench`; a word in braces is the path of a data set.
        beside: The paper's number, and how its data differ from ours.
        data: What is measured on, which split of it, and how chance enters: seeds, intervals.
    """

    name: str
    title: str
    paper: str
    arguments: tuple[str, ...]
    beside: str = ""
    data: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """Paths that the user must give.

        >>> Part("a", "A", "1", ("retrieval", "--openi", "{openi}")).needs
        ('openi',)
        """
        return tuple(word[1:-1] for word in self.arguments if word.startswith("{"))

    def command(self, paths: Mapping[str, str]) -> tuple[str, ...] | None:
        """The arguments with the paths filled in; None if one that must be given is not.

        A word such as "--backbone={backbone?}" is left out where that path is not given.

        >>> Part("a", "A", "1", ("figures", "--backbone={backbone?}")).command({})
        ('figures',)
        """
        if any(name not in paths for name in self.needs):
            return None
        found: list[str] = []
        for word in self.arguments:
            if word.startswith("{"):
                found.append(paths[word[1:-1]])
            elif word.endswith("?}"):
                option, _, name = word[:-2].partition("={")
                found += [option, paths[name]] if name in paths else []
            else:
                found.append(word)
        return tuple(found)


INTERVAL = "95 % bootstrap interval, 1,000 draws, seed 0"
SUITES = "data/suites, written by us apart from the training text"
PARTS = (
    Part(
        "sample",
        "Findings <-> impression, our sample corpus",
        "tables 1, 2",
        ("retrieval", "data/sample_reports.parquet"),
        data=f"480 authored reports, training ones among them: shows the tool; {INTERVAL}.",
    ),
    Part(
        "openi",
        "Findings <-> impression, Open-I (external)",
        "table 2",
        ("retrieval", "--openi", "{openi}"),
        "Paper: R@1 10.5 / 11.2 % (QureRadEmbed-4B), 6.6 / 7.8 % (Qwen3-Embedding-4B), on its own "
        "Open-I pool of unstated size and tie rule; ours: all 3,331 pairs, expected over ties.",
        f"Open-I, all reports with both sections, nothing trained or tuned on it; {INTERVAL}.",
    ),
    Part(
        "openi-backbone",
        "The same with the backbone, untrained",
        "table 2",
        ("retrieval", "--openi", "{openi}", "--encoder", "{backbone}"),
        data=f"As above; {INTERVAL}.",
    ),
    Part(
        "ct-rate",
        "Findings <-> impression, chest CT (external)",
        "table 1",
        ("retrieval", "--ct-rate", "{ct_rate}"),
        "Paper: R@1 42.9 / 45.6 % on another CT set; ours: 740 distinct pairs of CT-RATE's "
        "text-classifier reports, cut by a heuristic.",
        f"CT-RATE text-classifier reports, nothing trained or tuned on them; {INTERVAL}.",
    ),
    Part(
        "axes",
        "Attribute suites",
        "figure 5, tables 3, 8",
        ("encoder",),
        "Paper: ten-axis ordering 0.996, joint-attribute Spearman 0.976 on its own generated "
        "contrasts; ours are written by us and half of them are rewording traps.",
        f"{SUITES}; report pairs: authored test part. Intervals: the figures.",
    ),
    Part(
        "axes-backbone",
        "The same with the backbone, untrained",
        "figure 5, tables 3, 8",
        ("encoder", "--encoder", "{backbone}"),
        data=f"{SUITES}.",
    ),
    Part(
        "heads",
        "Tags and attributes from frozen embeddings",
        "tables 3, 4, 10, 11; figure 10",
        ("heads", "--backbone={backbone?}"),
        "Paper: attribute heads Spearman 0.940, contradiction AUC 1.000, modularity 3.634; "
        "100-label probes 0.481 against 0.412. Hospital reports there, Open-I and CT-RATE here.",
        "External: Open-I NegBio labels, CT-RATE hand labels; own: authored test part, held-out "
        "families. Probes: half of the reports held out by text, five seeded draws.",
    ),
    Part(
        "discrepancy",
        "A clinical error against a paraphrase and a condensation",
        "table 5",
        ("discrepancy",),
        "Paper, on its own Open-I pairs: .864 / .928 (directional), GREEN .825 / .538; ours: "
        "contrast families written by us, all modalities.",
        f"data/corpus/contrast/families4.jsonl, test half by hash of the id; {INTERVAL}, over "
        "families.",
    ),
    Part(
        "discrepancy-chest",
        "The same on short chest reports",
        "table 5",
        ("discrepancy", "--cases", "data/corpus/discrepancy/chest.jsonl", "--half", "test"),
        "Paper: as above. Ours: outpatient chest films, every text written by us.",
        f"Test half by hash of the id; {INTERVAL}, over reports.",
    ),
    Part(
        "agreement",
        "Agreement with readers",
        "table 6",
        ("agreement", "--radjudge", "{radjudge}"),
        "ReXVal, RadEval and RaTE-Eval are not ours to ship: give their files to the command.",
        "RadJudge (MIT), 30 ranking tests; looked at while rules were written, not held out.",
    ),
    Part(
        "cost",
        "Seconds per 1,000 report pairs, Open-I",
        "table 7",
        ("cost", "{openi}", "--pairs", "200"),
        "Paper: 8.8 s (4B) and 2,755 s (GREEN) on an L40S; ours on CPU cores, their number and "
        "load in the output.",
        "Open-I, reports two and two, no text twice unless repeated there; no interval, one run.",
    ),
    Part(
        "speed",
        "Encoder speed, Open-I findings",
        "none",
        ("encoder", "--speed", "{openi}"),
        data="Distinct findings, blocks of 100; one run.",
    ),
    Part(
        "language",
        "Extraction against gold",
        "none",
        ("language",),
        data="Authored test part, annotated by developers.",
    ),
    Part(
        "search",
        "Short queries, order by attribute",
        "none",
        ("search",),
        data=f"data/corpus/queries over the authored reports; {INTERVAL}.",
    ),
    Part(
        "figures",
        "Figures",
        "figures 3 to 10",
        ("figures", "--out", "{figures}", "--parts", "{parts}", "--backbone={backbone?}"),
    ),
)
"""In the order of the book; the figures come last, for they show what the others found."""


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
        cpu: Seconds of processor time, all cores together.
    """

    command: str
    commit: str
    date: str
    seconds: float
    output: str
    failed: str = ""
    cpu: float = 0.0


def markdown(parts: Sequence[tuple[Part, Result | None]]) -> str:
    """The book as Markdown; a part without a result says what it needs."""
    lines = [
        "# The benchmark book",
        "",
        "Each number is printed by the command above it. External sets are never trained or tuned "
        "on. No radiologist has signed our own annotations.",
        "",
        _time(result for _, result in parts if result is not None),
    ]
    for part, result in parts:
        lines += ["", f"## {part.title}", "", f"Paper: {part.paper}. {part.beside}".strip(), ""]
        lines += [f"Data: {part.data}", ""] if part.data else []
        if result is None:
            wanted = ", ".join(f"--{name.replace('_', '-')} PATH" for name in part.needs)
            lines.append(f"*Not run: needs {wanted}.*")
            continue
        lines += [f"    {result.command}", ""]
        took = f"{result.seconds:.0f} s, {result.cpu:.0f} s of processor time"
        lines.append(f"commit {result.commit}, {result.date}, {took}")
        lines += ["", f"**{result.failed}**" if result.failed else _shown(result.output)]
    return "\n".join(lines) + "\n"


def _time(results: Iterable[Result]) -> str:
    """How long all parts took together.

    >>> _time([Result("c", "a", "d", 60.0, "", cpu=30.0)])
    '1 parts, 1.0 minutes, 0.5 minutes of processor time.'
    """
    ran = list(results)
    wall, cpu = sum(r.seconds for r in ran) / 60, sum(r.cpu for r in ran) / 60
    return f"{len(ran)} parts, {wall:.1f} minutes, {cpu:.1f} minutes of processor time."


def _shown(output: str) -> str:
    """Markdown as it is; text without a Markdown table as a code block."""
    text = output.strip("\n")
    return text if "|--" in text else f"```\n{text}\n```"


def html(source: str, folder: Path | None = None) -> str:
    """The Markdown book as one HTML page without any outside request.

    Args:
        source: Of `markdown`.
        folder: Where its pictures lie; they go into the page.

    Returns:
        The page.
    """
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    if folder is not None:
        body = _PICTURE.sub(lambda found: f'src="{_inline(folder, found[1])}"', body)
    title = escape("The benchmark book")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><body>{body}</body></html>\n"
    )


def _inline(folder: Path, name: str) -> str:
    """A picture as a data URL; its own name if the file is not there."""
    path = folder / name
    if not path.is_file():
        return name
    return "data:image/png;base64," + b64encode(path.read_bytes()).decode()
