"""Rows of Parquet, CSV and JSONL files, every cell as text, a few at a time in memory."""

import codecs
import csv
import gzip
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.corpus.columns import TEXT_FIELDS, known
from radsearch.corpus.values import cell_text
from radsearch.errors import CorpusError

DELIMITERS = ",;\t|"
BATCH_ROWS = 512
MAX_CELL = 2_000_000  # characters; a longer cell is an unclosed quote, not a report


@dataclass(frozen=True, slots=True)
class Row:
    """One row as read.

    Attributes:
        cells: Column -> text.
        fault: Why it could not be read; "" if it could.
        id_hint: An id that stands outside the columns, such as a file's name.
    """

    cells: Mapping[str, str]
    fault: str = ""
    id_hint: str = ""


def read_parquet(path: Path) -> Iterator[Row]:
    """Rows of a Parquet file, by batches.

    Args:
        path: The file.

    Yields:
        Its rows.

    Raises:
        CorpusError: If it is no Parquet file.
    """
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=BATCH_ROWS):
                names = batch.schema.names
                columns = [column.to_pylist() for column in batch.columns]
                for values in zip(*columns, strict=True):
                    yield Row({n: cell_text(v) for n, v in zip(names, values, strict=True)})
    except pa.ArrowException as error:
        raise CorpusError(f"{path}: not a readable Parquet file ({error})") from None


def open_text(path: Path) -> TextIO:
    """A text file, gzipped or not, as UTF-8 with single cp1252 bytes let through."""
    raw: Any = gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")
    start = raw.read(2)
    raw.seek(0)
    encoding = "utf-16" if start in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return io.TextIOWrapper(raw, encoding, errors="radsearch-cp1252", newline="")


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    data = error.object[error.start : error.end]
    fallback.bytes += len(data)
    return data.decode("cp1252", errors="replace"), error.end


class _Fallback:
    """How many bytes were not UTF-8 since it was last set to 0."""

    bytes = 0


fallback = _Fallback()
codecs.register_error("radsearch-cp1252", _as_cp1252)


def read_csv(
    path: Path, header: bool | None = None, named: frozenset[str] = frozenset()
) -> Iterator[Row]:
    """Rows of a CSV or TSV file.

    Args:
        path: The file, which may be gzipped.
        header: Whether the first row holds names; None = if any of them is a known or named one.
        named: Names of columns that the user gave.

    Yields:
        Its rows; a row with too many cells carries its fault.
    """
    csv.field_size_limit(MAX_CELL * 2)
    with open_text(path) as file:
        delimiter = _delimiter(path, file)
        rows = csv.reader(file, delimiter=delimiter)
        first = next(rows, [])
        names, is_data = _header(path, first, header, named)
        if is_data:
            yield _row(names, first)
        while True:
            try:
                cells = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                yield Row({}, f"unreadable: {error}")
                continue
            if cells:
                yield _row(names, cells)


def _row(names: list[str], cells: list[str]) -> Row:
    row = dict(zip(names, cells, strict=False))
    if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
        return Row(row, f"unreadable: {len(cells)} cells under {len(names)} columns")
    if any(len(cell) > MAX_CELL for cell in cells):
        return Row({}, "unreadable: an endless cell (a quote that is not closed?)")
    return Row(row)


def _delimiter(path: Path, file: TextIO) -> str:
    """The delimiter under which the first row has most known names, then most cells."""
    first = next(csv.reader([file.readline()], delimiter="\t"), [])
    del first
    file.seek(0)
    line = file.readline()
    file.seek(0)

    def merit(delimiter: str) -> tuple[int, int]:
        names = next(csv.reader([line], delimiter=delimiter), [])
        return sum(known(name) is not None for name in names), len(names)

    order = "\t,;|" if ".tsv" in path.suffixes else DELIMITERS
    return max(order, key=merit)


def _header(
    path: Path, first: list[str], header: bool | None, named: frozenset[str]
) -> tuple[list[str], bool]:
    """The names of the columns, and whether the first row is data."""
    names = [name.lstrip("\ufeff").strip() for name in first]
    if header is None:
        is_name = any(known(name) or name in named for name in names)
        prose = len(names) == 1 and len(names[0].split()) > 3
        header = is_name or not prose
    if header:
        unique = [name or f"column_{place}" for place, name in enumerate(names, 1)]
        if len(set(unique)) < len(unique):
            twice = sorted({name for name in unique if unique.count(name) > 1})
            raise CorpusError(f"{path}: columns of the same name: {', '.join(twice)}: rename one")
        return unique, False
    return (["text"] if len(first) == 1 else [f"column_{n + 1}" for n in range(len(first))]), True


def read_jsonl(path: Path) -> Iterator[Row]:
    """Rows of a JSON Lines file, or of a JSON file that is one list; nested names joined by ".".

    Args:
        path: The file, which may be gzipped.

    Yields:
        Its rows; a line that is not a JSON object carries its fault.
    """
    with open_text(path) as file:
        if file.read(1) == "[":
            file.seek(0)
            try:
                values = json.load(file)
            except json.JSONDecodeError as error:
                raise CorpusError(f"{path}: not JSON (line {error.lineno})") from None
            for value in values:
                yield _json_row(value)
            return
        file.seek(0)
        for line in file:
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (json.JSONDecodeError, RecursionError):
                yield Row({}, "unreadable: not JSON")
                continue
            yield _json_row(value)


def _json_row(value: object) -> Row:
    if not isinstance(value, dict):
        return Row({}, "unreadable: not a JSON object")
    cells: dict[str, str] = {}
    for name, item in value.items():
        if isinstance(item, dict):
            cells.update({f"{name}.{inner}": cell_text(one) for inner, one in item.items()})
        else:
            cells[name] = cell_text(item)
    return Row(cells)


def has_text(columns: Mapping[str, str]) -> bool:
    """Whether any field of text has a column.

    >>> has_text({"report_id": "uid"}), has_text({"findings": "Findings"})
    (False, True)
    """
    return any(name in columns for name in TEXT_FIELDS)
