"""Rows of CSV and TSV files, as spreadsheets and databases export them."""

import csv
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from radsearch.corpus.columns import known
from radsearch.corpus.decoding import read_lines
from radsearch.corpus.row import Notes, Row
from radsearch.errors import CorpusError

DELIMITERS = ",;\t|"
MAX_CELL = 2_000_000  # characters; a longer cell is an unclosed quote, not a report


def read_delimited(
    path: Path, notes: Notes, header: bool | None = None, named: frozenset[str] = frozenset()
) -> Iterator[Row]:
    """Rows of a CSV or TSV file.

    Args:
        path: The file, which may be gzipped.
        notes: Counts the lines that are not UTF-8.
        header: Whether the first row holds names; None = look whether it does.
        named: Names of columns that the user gave.

    Yields:
        Its rows; one with too many cells, or a cell without end, carries its fault.
    """
    csv.field_size_limit(MAX_CELL)  # the module's own limit, 131,072, is shorter than some reports
    lines = read_lines(path, notes)
    first_line = next(lines, "")
    delimiter = _delimiter(path, first_line)
    rows = csv.reader(chain([first_line], lines), delimiter=delimiter)
    first = next(rows, [])
    names, is_data = _header(path, first, header, named)
    if is_data and first:
        yield _row(names, first)
    while True:
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield Row(fault=f"unreadable: {error}")
            continue
        if cells:
            yield _row(names, cells)


def _row(names: list[str], cells: list[str]) -> Row:
    cells_of = dict(zip(names, cells, strict=False))
    if any(cell.strip() for cell in cells[len(names) :]):
        return Row(cells_of, f"unreadable: {len(cells)} cells under {len(names)} columns")
    return Row(cells_of)


def _delimiter(path: Path, line: str) -> str:
    """The delimiter under which the first line has most known names, then most cells."""

    def merit(delimiter: str) -> tuple[int, int]:
        names = next(csv.reader([line], delimiter=delimiter), [])
        return sum(known(name) is not None for name in names), len(names)

    order = "\t,;|" if ".tsv" in path.suffixes else DELIMITERS
    best = max(order, key=merit)
    if merit(best)[0] == 0 and len(line.split()) > 3 * merit(best)[1]:
        return order[0]  # prose without a header: its commas part no columns
    return best


def _header(
    path: Path, first: list[str], header: bool | None, named: frozenset[str]
) -> tuple[list[str], bool]:
    """The names of the columns, and whether the first row is data.

    A first row without any known name is data only if it is a single cell of prose.
    """
    names = [name.strip() for name in first]
    if header is None:
        known_name = any(known(name) or name in named for name in names)
        header = known_name or not (len(names) == 1 and len(names[0].split()) > 3)
    if not header:
        return (["text"] if len(first) == 1 else _numbered(len(first))), True
    numbered = _numbered(len(names))
    unique = [name or spare for name, spare in zip(names, numbered, strict=True)]
    if twice := sorted({name for name in unique if unique.count(name) > 1}):
        raise CorpusError(f"{path}: columns of the same name: {', '.join(twice)}: rename one")
    return unique, False


def _numbered(count: int) -> list[str]:
    return [f"column_{place}" for place in range(1, count + 1)]
