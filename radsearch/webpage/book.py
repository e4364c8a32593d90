"""The benchmark book as pieces that a page can show: headings, text, figures. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

FILE = "book.md"
_FIGURE = re.compile(r"!\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Piece:
    """Text as Markdown, or a figure; one of the two is empty."""

    text: str = ""
    figure: str = ""


def find_book(index: Path) -> Path | None:
    """The folder with the book: beside the index's own files, or where one works."""
    folders = (index / "book", Path("book"))
    return next((folder for folder in folders if (folder / FILE).is_file()), None)


def parts(source: str) -> list[tuple[str, list[Piece]]]:
    r"""The book's parts with their headings; what stands before the first has the heading "".

    Args:
        source: Markdown.

    Returns:
        Pieces in order; a picture from anywhere but the book's own folder stays out.

    >>> parts("# Book\nIntro.\n## One\n![Curve](figures/a.svg) ![x](https://x.org/b.png)")
    [('', [Piece(text='Intro.', figure='')]), ('One', [Piece(text='', figure='figures/a.svg')])]
    """
    out = []
    for number, block in enumerate(re.split(r"^## ", source, flags=re.MULTILINE)):
        heading, _, body = block.partition("\n")
        if number == 0:
            heading, body = "", re.sub(r"^# .*\n?", "", block)
        out.append((heading.strip(), list(_pieces(body))))
    return [(heading, pieces) for heading, pieces in out if heading or pieces]


def _pieces(body: str) -> Iterator[Piece]:
    at = 0
    for found in _FIGURE.finditer(body):
        if text := body[at : found.start()].strip():
            yield Piece(text=text)
        if _inside(found["target"]):
            yield Piece(figure=found["target"])
        at = found.end()
    if text := body[at:].strip():
        yield Piece(text=text)


def _inside(target: str) -> bool:
    """Whether a picture lies in the book's folder.

    >>> [_inside(t) for t in ("figures/a.svg", "../a.svg", "/a.svg", "https://x.org/a.svg")]
    [True, False, False, False]
    """
    path = PurePosixPath(target)
    return not (path.is_absolute() or ".." in path.parts or ":" in target)
