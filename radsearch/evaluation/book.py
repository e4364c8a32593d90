"""The benchmark book: what its parts found, bound as Markdown and as one HTML page."""

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from radsearch.evaluation.beside import beside
from radsearch.evaluation.book_part import Part

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid #8884; padding: .2rem .7rem; text-align: left }
td[style*="right"] { white-space: nowrap }
pre { overflow-x: auto; background: #8881; padding: .7rem } img { max-width: 100% }
"""
_HEADING = re.compile(r"^## ", re.MULTILINE)
_PICTURE = re.compile(r'src="(figures/[\w.-]+\.png)"')


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
        key: Digest of what it depends on: under the same key it need not run again.
    """

    command: str
    commit: str
    date: str
    seconds: float
    output: str
    failed: str = ""
    cpu: float = 0.0
    key: str = ""


def markdown(parts: Sequence[tuple[Part, Result | None]]) -> str:
    """The book as Markdown; a part without a result says what it needs."""
    lines = [
        "# The benchmark book",
        "",
        "Each number is printed by the command above it. No weights that are shipped were trained "
        "on an external set. No radiologist has signed our own annotations.",
        "",
        _time(result for _, result in parts if result is not None),
    ]
    lines += beside({part.name: result.output for part, result in parts if result is not None})
    for part, result in parts:
        place = "Not in the paper." if part.paper == "none" else f"In the paper: {part.paper}."
        lines += ["", f"## {part.title}", "", f"{place} {part.beside}".strip(), ""]
        lines += [f"Data: {part.data}", ""] if part.data else []
        if result is None:
            wanted = ", ".join(f"--{name.replace('_', '-')} PATH" for name in part.needs)
            lines.append(f"*Not run: needs {wanted}.*" if wanted else "*Not run.*")
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
    text = _HEADING.sub("### ", output.strip("\n"))  # below the part's own heading
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
