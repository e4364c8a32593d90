"""Reads the tables in `radsearch/language/lexicon/`.

Each is UTF-8, tab separated, with a header line; a line that starts with "#" is a comment; a cell
of aliases parts them with "|". Plural, hyphen and British forms are not listed (see `tokens`),
irregular ones are.
"""

from collections.abc import Iterator
from importlib.resources import files


def read_table(name: str) -> Iterator[dict[str, str]]:
    """Rows of one lexicon table as column -> cell; a missing last cell is "".

    >>> next(read_table("findings"))["family"] != ""
    True
    """
    text = files("radsearch.language").joinpath(f"lexicon/{name}.tsv").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    header = lines[0].split("\t")
    for line in lines[1:]:
        cells = line.split("\t")
        cells += [""] * (len(header) - len(cells))
        yield {key: cell.strip() for key, cell in zip(header, cells, strict=False)}


def aliases(cell: str) -> list[str]:
    """The aliases in a cell.

    >>> aliases("ptx| pneumothorax |")
    ['ptx', 'pneumothorax']
    """
    return [part.strip() for part in cell.split("|") if part.strip()]
