"""`read_corpus`: a file or a folder of reports as a stream of `Report` records."""

import gzip
import zlib
from array import array
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Literal

import numpy as np

from radsearch.corpus.columns import (
    TEXT_FIELDS,
    check_fields,
    known,
    listed,
    no_text_column,
    resolve_columns,
)
from radsearch.corpus.formats import are_names, find_files, reader_of
from radsearch.corpus.rejects import Reject
from radsearch.corpus.row import Notes, Row
from radsearch.corpus.rows import WITHDRAWN, refusal, report_of, stored_report
from radsearch.errors import CorpusError
from radsearch.report import Report

OnDuplicate = Literal["error", "last", "first"]


def read_corpus(
    path: str | Path,
    *,
    columns: Mapping[str, str] | None = None,
    on_duplicate: OnDuplicate = "error",
    header: bool | None = None,
) -> "Corpus":
    """Open a corpus; its reports stream when it is iterated.

    Args:
        path: A Parquet, CSV, TSV, JSONL, text or XML file, or a folder of one kind of these.
        columns: Field -> column ("text", "findings", "impression", "report_id", "modality" ...);
            those not given are guessed from their names.
        on_duplicate: What to do with an id that comes again: stop before the first report, or
            keep the last or the first row and reject the others.
        header: Whether the first row of a CSV file holds names; None = look whether it does.

    Returns:
        The corpus, to be iterated as often as wanted.

    Raises:
        CorpusError: If the path is missing, of no known kind, or an argument is wrong.
    """
    check_fields(columns)
    if on_duplicate not in ("error", "last", "first"):
        raise CorpusError(f"on_duplicate={on_duplicate!r}: give 'error', 'last' or 'first'")
    return Corpus(Path(path), dict(columns or {}), on_duplicate, header)


class Corpus:
    """The reports of a file or folder, in order; made by `read_corpus`.

    It is read twice: once for the number of rows, the columns and double ids (eight bytes a row
    are kept), once for the reports.

    Args:
        path: A file or folder that is there.
        given: Field -> column, where the user states it.
        on_duplicate: As in `read_corpus`.
        header: As in `read_corpus`.

    Attributes:
        path: What was opened.
        columns: Field -> column, complete once iterated or counted.
        rejects: Rows that are not reports, filled while iterating.
        notes: What else the user should know -> how often, filled while iterating.
        withdrawn: Ids that the corpus takes back: an index that holds them removes them, unless
            another row gives them. Filled while iterating.
    """

    path: Path
    columns: dict[str, str]
    rejects: list[Reject]
    notes: Notes
    withdrawn: set[str]

    def __init__(
        self, path: Path, given: dict[str, str], on_duplicate: OnDuplicate, header: bool | None
    ) -> None:
        self.path = path
        self.columns = {}
        self.rejects = []
        self.notes = Notes()
        self.withdrawn = set()
        self._files = find_files(path)
        self._given = given
        self._on_duplicate = on_duplicate
        self._header = header
        self._n_rows: int | None = None
        self._versioned = False  # messages: a later one of the same report replaces it
        self._last: dict[int, int] = {}  # hash of a double id -> its last row
        self._resolved: dict[tuple[str, ...], dict[str, str]] = {}

    @property
    def n_rows(self) -> int:
        """How many rows there are, reports and rejects together."""
        if self._n_rows is None:
            self._n_rows = self._scan()
        return self._n_rows

    def __len__(self) -> int:
        return self.n_rows

    def __iter__(self) -> Iterator[Report]:
        _ = self.n_rows  # a fault of the whole corpus shows before the first report
        self.rejects, self.notes, self.withdrawn = [], Notes(), set()
        seen: set[int] = set()
        for number, row, columns in self._rows(self.notes):
            report_id = _id(row, columns, number)
            reason = _refusal(row, columns)
            if not reason and self._last and self._is_double(report_id, number, seen):
                reason = "superseded" if self._versioned else "duplicate id"
            if not reason:
                read = stored_report if row.stored else report_of
                report = read(report_id, row.cells, columns, self.notes)
                if report.body:
                    self.withdrawn.discard(report_id)
                    yield report
                    continue
                reason = "no text of a finished report"
            if reason == WITHDRAWN:
                self.withdrawn.add(report_id)
            self.rejects.append(Reject(number, report_id, reason))

    def _rows(self, notes: Notes) -> Iterator[tuple[int, Row, dict[str, str]]]:
        """Numbered rows with their columns; in JSON lines these may change from row to row."""
        number = 0
        for file in self._files:
            read = reader_of(file, self._header, frozenset(self._given.values()))
            try:
                for row in read(file, notes):
                    number += 1
                    yield number, row, self._resolve(tuple(row.cells))
            except (gzip.BadGzipFile, EOFError, zlib.error):
                raise CorpusError(
                    f"{file}: damaged, cut short or not gzip, though its name ends in .gz: copy it"
                    " again, or name it without .gz"
                ) from None

    def _resolve(self, names: tuple[str, ...]) -> dict[str, str]:
        """Field -> column for rows with these columns."""
        if names not in self._resolved:
            self._resolved[names] = resolve_columns(names, self._given)
            for field, column in self._resolved[names].items():
                self.columns.setdefault(field, column)
        return self._resolved[names]

    def _scan(self) -> int:
        """Count rows, find double ids, and check that there is text at all."""
        hashes, numbers = array("Q"), array("Q")
        number = 0
        for number, row, columns in self._rows(Notes()):
            reason = _refusal(row, columns)
            if not reason or (row.versioned and reason == WITHDRAWN):  # that is its last version
                self._versioned |= row.versioned
                hashes.append(_hash(_id(row, columns, number)))
                numbers.append(number)
        self._check_columns(number)
        keys = np.array(hashes, dtype=np.uint64)
        unique, counts = np.unique(keys, return_counts=True)
        places = np.flatnonzero(np.isin(keys, unique[counts > 1]))
        self._last = {int(keys[place]): numbers[place] for place in places}
        if self._last and self._on_duplicate == "error" and not self._versioned:
            first, last = numbers[places[0]], self._last[int(keys[places[0]])]
            raise CorpusError(
                f"{self.path}: {len(self._last)} report ids come more than once, the first in rows"
                f" {first} and {last}: make them unique, or keep one of the rows with"
                " on_duplicate='last' or 'first' (--on-duplicate)"
            )
        return number

    def _check_columns(self, n_rows: int) -> None:
        if not n_rows:
            raise CorpusError(f"{self.path}: no row of data in it: give a file that holds reports")
        sure = all(are_names(file, self._header) for file in self._files)
        tables = [names for names in self._resolved if sure or any(map(known, names))]
        found = list(dict.fromkeys(name for names in tables or self._resolved for name in names))
        for field, column in self._given.items():
            if field not in self.columns:
                raise CorpusError(
                    f"{self.path}: no column {column!r} for {field!r}: "
                    f"columns found: {listed(found, sure=sure)}"
                )
        if found and not any(field in self.columns for field in TEXT_FIELDS):
            raise no_text_column(self.path, found, sure=sure)

    def _is_double(self, report_id: str, number: int, seen: set[int]) -> bool:
        key = _hash(report_id)
        if key not in self._last:
            return False
        if self._on_duplicate == "last" or self._versioned:
            return number != self._last[key]
        double = key in seen
        seen.add(key)
        return double


def _refusal(row: Row, columns: Mapping[str, str]) -> str:
    """Why a row is no report; one that was in an index is one."""
    return row.fault or ("" if row.stored else refusal(row.cells, columns))


def _id(row: Row, columns: Mapping[str, str], number: int) -> str:
    """The report's id as written, else the file's name, else the row's number."""
    written = row.cells.get(columns.get("report_id", ""), "").strip()
    return written or row.id_hint or f"row-{number}"


def _hash(report_id: str) -> int:
    digest = blake2b(report_id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")
