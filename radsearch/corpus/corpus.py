"""`read_corpus`: a file or a folder of reports as a stream of `Report` records."""

from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Literal

import numpy as np

from radsearch.corpus.columns import check_fields, no_text_column, resolve_columns
from radsearch.corpus.files import read_openi_xml, read_text
from radsearch.corpus.rejects import Reject
from radsearch.corpus.rows import RowReader
from radsearch.corpus.tables import Row, fallback, has_text, read_csv, read_jsonl, read_parquet
from radsearch.errors import CorpusError
from radsearch.report import Report

OnDuplicate = Literal["error", "last", "first"]
Reader = Callable[[Path], Iterator[Row]]

READERS: dict[str, Reader] = {
    ".parquet": read_parquet,
    ".pq": read_parquet,
    ".csv": read_csv,
    ".tsv": read_csv,
    ".jsonl": read_jsonl,
    ".ndjson": read_jsonl,
    ".json": read_jsonl,
    ".txt": read_text,
    ".xml": read_openi_xml,
}
"""How each kind of file is read, by the end of its name; ".gz" may follow for the text kinds."""


def read_corpus(
    path: str | Path,
    *,
    columns: Mapping[str, str] | None = None,
    on_duplicate: OnDuplicate = "error",
    header: bool | None = None,
) -> "Corpus":
    """Open a corpus; its reports stream when it is iterated.

    Args:
        path: A Parquet, CSV, TSV, JSONL, text or Open-I XML file, or a folder of one kind of these.
        columns: Field -> column ("text", "findings", "impression", "report_id", "modality" ...);
            those not given are guessed from their names.
        on_duplicate: What to do with an id that comes again: stop before anything is read, or
            keep the last or the first row; the others are rejected.
        header: Whether the first row of a CSV file holds names; None = look.

    Returns:
        The corpus, to be iterated as often as wanted.

    Raises:
        CorpusError: If the path is missing, of no known kind, or a flag is wrong.
    """
    check_fields(columns)
    if on_duplicate not in ("error", "last", "first"):
        raise CorpusError(
            f"on_duplicate={on_duplicate!r}: one of 'error', 'last', 'first' is wanted"
        )
    return Corpus(_files(Path(path)), Path(path), columns, on_duplicate, header)


class Corpus:
    """The reports of a file or folder, in order; see `read_corpus`.

    Attributes:
        path: What was opened.
        columns: Field -> column, as far as it is known; complete once iterated or counted.
        rejects: Rows that are not reports, filled while iterating.
        notes: What else the user should know -> how often, filled while iterating.
    """

    def __init__(
        self,
        files: list[Path],
        path: Path,
        given: Mapping[str, str] | None,
        on_duplicate: OnDuplicate,
        header: bool | None,
    ) -> None:
        self.path = path
        self.columns: dict[str, str] = {}
        self.rejects: list[Reject] = []
        self.notes: dict[str, int] = {}
        self._files = files
        self._given = dict(given or {})
        self._on_duplicate = on_duplicate
        self._header = header
        self._n_rows: int | None = None
        self._last: dict[int, int] = {}
        self._cache: dict[tuple[str, ...], dict[str, str]] = {}

    @property
    def n_rows(self) -> int:
        """How many rows there are: reports and rejects together. Reads the corpus once."""
        if self._n_rows is None:
            self._scan()
        return self._n_rows or 0

    def __len__(self) -> int:
        return self.n_rows

    def __iter__(self) -> Iterator[Report]:
        if self._n_rows is None:
            self._scan()
        self.rejects = []
        fallback.bytes = 0
        reader = RowReader()
        self.notes = reader.notes
        seen: set[int] = set()
        for number, row, columns in self._rows():
            report_id = _id(row, columns, number)
            reason = row.fault or reader.refusal(row.cells, columns)
            if not reason and (key := _hash(report_id)) in self._last:
                keep_last = self._on_duplicate == "last"
                if number != self._last[key] if keep_last else key in seen:
                    reason = "duplicate id"
                seen.add(key)
            if not reason:
                report = reader.report(report_id, row.cells, columns)
                if report.body:
                    yield report
                    continue
                reason = "no findings, impression or other text of a finished report"
            self.rejects.append(Reject(number, report_id, reason))
        if fallback.bytes:
            self.notes["bytes that are not UTF-8, read as cp1252"] = fallback.bytes

    def _rows(self) -> Iterator[tuple[int, Row, dict[str, str]]]:
        """Numbered rows with their columns; a table of JSON lines may change them from row to row."""
        number = 0
        for file in self._files:
            reader = READERS[_kind(file)]
            if reader is read_csv:
                reader = partial(
                    read_csv, header=self._header, named=frozenset(self._given.values())
                )
            for row in reader(file):
                number += 1
                yield number, row, self._resolve(tuple(row.cells))

    def _resolve(self, names: tuple[str, ...]) -> dict[str, str]:
        if names not in self._cache:
            given = self._given
            if len(self._cache) and any(column not in names for column in given.values()):
                given = {field: column for field, column in given.items() if column in names}
            self._cache[names] = resolve_columns(names, given if names else None)
            for field, column in self._cache[names].items():
                self.columns.setdefault(field, column)
        return self._cache[names]

    def _scan(self) -> None:
        """Count rows, find doubled ids (eight bytes a row), and check that there is text at all."""
        hashes, numbers = array("Q"), array("Q")
        reader = RowReader()
        number = 0
        for number, row, columns in self._rows():
            if not row.fault and not reader.refusal(row.cells, columns):
                hashes.append(_hash(_id(row, columns, number)))
                numbers.append(number)
        self._n_rows = number
        if not has_text(self.columns):
            raise no_text_column(
                self.path, dict.fromkeys(n for names in self._cache for n in names)
            )
        keys = np.frombuffer(hashes, dtype=np.uint64) if hashes else np.zeros(0, np.uint64)
        unique, counts = np.unique(keys, return_counts=True)
        doubled = unique[counts > 1]
        places = np.flatnonzero(np.isin(keys, doubled))
        self._last = {int(keys[place]): int(numbers[place]) for place in places}
        if self._last and self._on_duplicate == "error":
            key = int(keys[places[0]])
            first = next(int(numbers[place]) for place in places)
            raise CorpusError(
                f"{self.path}: {len(self._last)} report ids come more than once, such as that of rows "
                f"{first} and {self._last[key]}: make them unique, or choose on_duplicate='last' or 'first' "
                f"(--on-duplicate)"
            )


def _id(row: Row, columns: Mapping[str, str], number: int) -> str:
    """The report's id as written, else the file's name, else the row's number."""
    written = row.cells.get(columns.get("report_id", ""), "").strip()
    return written or row.id_hint or f"row-{number}"


def _hash(report_id: str) -> int:
    return int.from_bytes(blake2b(report_id.encode(), digest_size=8).digest(), "big")


def _kind(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes[-1:] == [".gz"]:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _files(path: Path) -> list[Path]:
    """The files of a corpus, in order of name."""
    kinds = ", ".join(READERS)
    if not path.exists():
        raise CorpusError(f"{path}: no such file or folder")
    if path.is_file():
        if _kind(path) not in READERS:
            raise CorpusError(f"{path}: unknown kind of file: one of {kinds} is wanted")
        return [path]
    inside = [file for file in sorted(path.rglob("*")) if file.is_file() and _kind(file) in READERS]
    if not inside:
        raise CorpusError(f"{path}: a folder without reports: files ending in {kinds} are wanted")
    found = sorted({READERS[_kind(file)].__name__: _kind(file) for file in inside}.values())
    if len(found) > 1:
        raise CorpusError(
            f"{path}: several kinds of files ({', '.join(found)}): give one file, or a folder of one kind"
        )
    return inside
