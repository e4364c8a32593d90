"""Rows of CSV and TSV files, as spreadsheets and databases export them."""

import csv
import re
from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path

from radsearch.corpus.columns import known, listed
from radsearch.corpus.decoding import read_lines
from radsearch.corpus.exported import EXPORT_NOTE, NOTE, is_exported, own_columns, unguard
from radsearch.corpus.row import Notes, Row
from radsearch.errors import CorpusError

DELIMITERS = ",;\t|"
MAX_CELL = 2_000_000  # characters; a longer cell is an unclosed quote, not a report
_DECLARED = re.compile(r'"?sep=([^"\r\n])"?[\s,;|]*', re.I)  # Excel's line above the names


def read_delimited(
    path: Path, notes: Notes, header: bool | None = None, named: frozenset[str] = frozenset()
) -> Iterator[Row]:
    """Rows of a CSV or TSV file.

    Args:
        path: The file, which may be gzipped.
        notes: Counts the lines that are not UTF-8, and the rows that radsearch wrote.
        header: Whether the first row holds names; None = look whether it does.
        named: Names of columns that the user gave.

    Yields:
        Its rows; one with too many cells, or a cell without end, carries its fault.
    """
    csv.field_size_limit(MAX_CELL)  # the module's own limit, 131,072, is shorter than some reports
    lines = read_lines(path, notes)
    declared, first_line = _opening(lines)
    delimiter = declared or _delimiter(path, first_line)
    rows = _records(chain([first_line], lines), delimiter)
    first = next(rows, [])
    if isinstance(first, str):
        raise CorpusError(f"{path}: the first row is {first}: mend it")
    names, is_data = _header(path, first, header, named)
    stored = not is_data and NOTE in names and is_exported(names)
    if is_data and first:
        yield _row(names, first)
    for cells in rows:
        if isinstance(cells, str):
            yield Row(fault=cells)
        elif cells:
            row = _row(names, cells)
            if stored and not row.fault:
                notes[EXPORT_NOTE] += 1
                row = _stored(row)
            yield row


def _records(lines: Iterator[str], delimiter: str) -> Iterator[list[str] | str]:
    """The cells of each record, or why it cannot be read.

    A quote that is never closed would swallow the rest of the file: then only its own line is
    given up, and reading goes on with the next one.
    """
    while True:
        raw: list[str] = []
        reader = csv.reader(_kept(lines, raw), delimiter=delimiter)
        fault = ""
        while not fault:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                fault = f"unreadable: {error}"
                break
            if len(raw) > 1 and "".join(raw).count('"') % 2:
                fault = "unreadable: a quote that is not closed"
                break
            raw.clear()
            yield cells
        yield fault
        lines = chain(raw[1:], lines)


def _kept(lines: Iterator[str], raw: list[str]) -> Iterator[str]:
    """The lines, each also put into `raw`."""
    for line in lines:
        raw.append(line)
        yield line


def _row(names: list[str], cells: list[str]) -> Row:
    cells_of = dict(zip_longest(names, cells[: len(names)], fillvalue=""))
    if any(cell.strip() for cell in cells[len(names) :]):
        return Row(cells_of, f"unreadable: {len(cells)} cells under {len(names)} columns")
    return Row(cells_of)


def _stored(row: Row) -> Row:
    """A row of a cohort's export as the index held it."""
    own = own_columns(row.cells)
    return Row({name: unguard(row.cells[column]) for column, name in own.items()}, stored=True)


def _opening(lines: Iterator[str]) -> tuple[str, str]:
    r"""The delimiter that Excel's line declares, or "", and the first line that has cells.

    >>> _opening(iter(["sep=;\n", ";;\n", "id;report\n"]))
    (';', 'id;report\n')
    """
    declared = ""
    for line in lines:
        found = None if declared else _DECLARED.fullmatch(line)
        if found:
            declared = found[1]
        elif line.strip(DELIMITERS + " \r\n"):
            return declared, line
    return declared, ""


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
    known_name = any(known(name) or name in named for name in names)
    sure = header is not None or known_name
    if header is None:
        header = known_name or not (len(names) == 1 and len(names[0].split()) > 3)
    if not header:
        return (["text"] if len(first) == 1 else _numbered(len(first))), True
    numbered = _numbered(len(names))
    unique = [name or spare for name, spare in zip(names, numbered, strict=True)]
    if twice := sorted({name for name in unique if unique.count(name) > 1}):
        shown = listed(twice) if sure else f"{len(twice)} of {len(names)} cells, none a known name"
        raise CorpusError(f"{path}: columns of the same name: {shown}: rename one")
    return unique, False


def _numbered(count: int) -> list[str]:
    return [f"column_{place}" for place in range(1, count + 1)]
