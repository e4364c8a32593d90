"""The Store over an index folder: Lance tables for truth and filters, mapped caches for speed."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from radsearch.errors import FilterError, StoreError
from radsearch.store.cache import (
    REPORTS,
    ROW_ID,
    Positions,
    cache_folder,
    ensure_caches,
    open_arrow,
    open_matrix,
)
from radsearch.store.engine import Engine, choose, open_engine
from radsearch.store.exact import Floats, Rows
from radsearch.store.faiss_store import has_faiss
from radsearch.store.lance import open_table
from radsearch.store.manifest import past_version, read_manifest
from radsearch.store.schema import DISPUTED, STATUS_COLUMNS, VECTOR_SECTIONS, VectorSection
from radsearch.store.sentences import Found, SentenceRows, SentenceSearch
from radsearch.store.strings import Strings

REMEMBERED = 8
"""Filters whose reports are kept: at most 8 MB each for a million. measured: 200,000 reports, one
word of metadata, 47 ms of processor time."""

BODY = ("findings", "impression", "combined", "unlabelled", "addendum")


def open_store(path: str | Path, version: int | None = None) -> "LanceStore":
    """Open a published index; later writes do not show until it is opened again.

    Args:
        path: The index folder.
        version: Of `reports.lance`, one of the manifest's history; None = the newest published.

    Returns:
        The store, its caches built if they were missing.

    Raises:
        StoreError: If there is no index, it is of another format, or the version is not kept.
    """
    path = Path(path)
    manifest = read_manifest(path)
    if version is not None and version != manifest["tables"]["reports"]:
        manifest = {**manifest, **past_version(manifest, version, path), "recall": {}}
    return LanceStore(path, manifest)


class LanceStore:
    """One published version of an index folder; see `radsearch.store.protocol.Store`.

    Args:
        path: The index folder.
        manifest: Of the version.
        wait_for_disk: As `ensure_caches` has it.
    """

    def __init__(
        self, path: Path, manifest: Mapping[str, Any], *, wait_for_disk: bool = True
    ) -> None:
        self.path = path
        self._manifest = manifest
        version = manifest["tables"]["reports"]
        wanted = cache_folder(path, version, manifest["stamp"])
        self.folder = ensure_caches(
            wanted, self._open_reports, self._open_sentences, wait_for_disk=wait_for_disk
        )
        # all is mapped now: a later publication deletes the files under an open index
        self._reports = open_arrow(self.folder / REPORTS)
        self._matrices = {n: open_matrix(self.folder / f"{n}.npy") for n in VECTOR_SECTIONS}
        self._at: dict[str, Rows] = {
            n: open_matrix(self.folder / f"{n}.at.npy") for n in VECTOR_SECTIONS
        }
        has_sentences = manifest["tables"]["sentences"] is not None
        self._sentences = SentenceSearch(self.folder) if has_sentences else None
        self._engines: dict[str, Engine] = {}
        self._selected: dict[str, Rows] = {}
        for section in VECTOR_SECTIONS:
            self.engine(section)

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Of the version opened."""
        return self._manifest

    @cached_property
    def ids(self) -> Sequence[str]:
        """Report ids by position, ascending."""
        return Strings(self._reports["report_id"])

    @property
    def reports(self) -> pa.Table:
        """All columns but the vectors, mapped, by position."""
        return self._reports.drop_columns([ROW_ID])

    def columns(self) -> Mapping[str, str]:
        """Filterable columns and their kind: "text", "number", "date", "tags"."""
        columns: dict[str, str] = dict(self._manifest["columns"])
        return columns

    def select(self, predicate: str) -> Rows:
        """Ascending positions of the reports that satisfy a Lance SQL predicate made by us.

        The last few are remembered: one filter is mostly asked with query after query.
        """
        found = self._selected.get(predicate)
        if found is None:
            found = self._select(predicate)
            found.setflags(write=False)  # shared from now on
            kept = list(self._selected.items())[1 - REMEMBERED :]  # rebound: threads may read it
            self._selected = dict(kept) | {predicate: found}
        return found

    def _select(self, predicate: str) -> Rows:
        query = self._table.search().where(predicate).select(["report_id"]).with_row_id(True)
        try:
            row_ids = query.to_arrow()[ROW_ID].to_numpy()
        except (ValueError, RuntimeError, OSError) as error:
            reason = str(error).splitlines()[0][:200]
            raise FilterError(f"the index cannot evaluate this filter: {reason}") from None
        return np.sort(self._positions.of(row_ids))

    def search(
        self, section: VectorSection, queries: Floats, k: int, within: Rows | None
    ) -> tuple[Floats, Rows]:
        """The k best of a section by inner product; see the protocol."""
        engine, at = self.engine(section)
        rows = None
        if within is not None:
            kept = np.zeros(len(self.ids), bool)
            kept[within] = True
            rows = np.flatnonzero(kept[at])
        scores, found = engine.search(np.ascontiguousarray(queries, np.float32), k, rows)
        return scores, np.where(found >= 0, at[found], -1) if len(at) else found

    def engine(self, section: VectorSection, name: str | None = None) -> tuple[Engine, Rows]:
        """The engine of a section and the positions of its rows.

        Args:
            section: Whose vectors.
            name: Of another engine than the manifest's; None = that one.

        Returns:
            The engine, kept open, and the ascending positions that have a vector.

        Raises:
            ValueError: If there is no such section.
        """
        if section not in VECTOR_SECTIONS:
            raise ValueError(f"no vectors of section {section!r}: one of {VECTOR_SECTIONS}")
        at = self._at[section]
        name = name or self._manifest["engine"].get(section) or choose(len(at), faiss=has_faiss())
        key = f"{section}:{name}"
        if key not in self._engines:
            self._engines[key] = open_engine(
                name,
                self._matrices[section],
                self.folder,
                section,
                lambda: (self._table, self._row_ids[at]),
            )
        return self._engines[key], at

    def matrix(self, section: VectorSection) -> Floats:
        """All vectors of a section, (m, dim), mapped; `engine` gives the positions of its rows."""
        return self._matrices[section]

    def vectors(self, section: VectorSection, positions: Rows) -> Floats:
        """Stored vectors, (n, dim); a missing section's is all zero."""
        matrix, at = self._matrices[section], self._at[section]
        positions = np.asarray(positions, np.int64)
        out = np.zeros((len(positions), matrix.shape[1]), np.float32)
        row = np.searchsorted(at, positions)
        have = np.zeros(len(positions), bool)
        inside = row < len(at)
        have[inside] = at[row[inside]] == positions[inside]
        out[have] = matrix[row[have]]
        return out

    def rows(self, positions: Rows, columns: Sequence[str]) -> list[dict[str, Any]]:
        """The columns' values of the reports at `positions`, in that order."""
        chosen = self._reports.select(list(columns))
        # row by row: Arrow's take joins all chunks of a text column first, O(index) for ten hits
        runs = _runs(np.asarray(positions, np.int64))
        if not runs:
            return []
        parts = pa.concat_tables([chosen.slice(start, length) for start, length in runs])
        values: list[dict[str, Any]] = parts.to_pylist()
        return values

    def table(self, columns: Sequence[str]) -> pa.Table:
        """The columns of every report, mapped, by position."""
        return self._reports.select(list(columns))

    def texts(self, section: str) -> Sequence[str]:
        """Every report's text of one section, by position; "report" joins those of the body."""
        if section != "report":
            return Strings(self._reports[section])
        parts = [Strings(self._reports[name]) for name in BODY]
        return ["\n\n".join(filter(None, texts)) for texts in zip(*parts, strict=True)]

    def search_sentences(self, queries: Floats, k: int, within: Rows | None) -> list[Found]:
        """Per query the k best, one a report: (score, position, section, sentence number)."""
        return self.sentences.search(np.ascontiguousarray(queries, np.float32), k, within)

    def sentence_vectors(self, positions: Rows) -> list[Floats]:
        """Per report the vectors of its sentences, (s, dim), in reading order."""
        return [self.sentences.vectors_of(int(position)) for position in positions]

    def section_sentences(self, section: str) -> SentenceRows | None:
        """The sentence vectors of one section by report; None without stored sentences."""
        if self._sentences is None:
            return None
        return self._sentences.of_section(section, len(self.ids))

    @property
    def sentences(self) -> SentenceSearch:
        """The sentences; an index made with --no-sentences has none and says so."""
        if self._sentences is None:
            raise StoreError(
                f"index '{self.path}' was made without sentences: "
                f"index again without --no-sentences to search them"
            )
        return self._sentences

    @cached_property
    def _table(self) -> Any:
        return self._open_reports()

    @cached_property
    def _row_ids(self) -> NDArray[np.uint64]:
        row_ids: NDArray[np.uint64] = self._reports[ROW_ID].to_numpy()
        return row_ids

    @cached_property
    def _positions(self) -> Positions:
        return Positions(self._row_ids)

    def _open_reports(self) -> Any:
        return open_table(self.path, "reports", self._manifest["tables"]["reports"])

    def _open_sentences(self) -> Any:
        version = self._manifest["tables"]["sentences"]
        return None if version is None else open_table(self.path, "sentences", version)


def _runs(positions: Rows) -> list[tuple[int, int]]:
    """Start and length of each stretch of positions that follow each other.

    >>> _runs(np.array([4, 5, 6, 2, 9]))
    [(4, 3), (2, 1), (9, 1)]
    """
    if not len(positions):
        return []
    first = np.flatnonzero(np.diff(positions, prepend=positions[0] - 2) != 1)
    lengths = np.diff(np.append(first, len(positions)))
    return list(zip(positions[first].tolist(), lengths.tolist(), strict=True))


def column_kinds(schema: pa.Schema) -> dict[str, str]:
    """Filterable columns of a reports table and their kind.

    >>> column_kinds(pa.schema([("sex", pa.string()), ("age", pa.int32())]))
    {'sex': 'text', 'age': 'number'}
    """
    kinds = {}
    for item in schema:
        if item.name in (*STATUS_COLUMNS, DISPUTED):
            kinds[item.name] = "tags"
        elif pa.types.is_string(item.type):
            kinds[item.name] = "text"
        elif pa.types.is_date(item.type):
            kinds[item.name] = "date"
        elif pa.types.is_integer(item.type) or pa.types.is_floating(item.type):
            kinds[item.name] = "number"
    return kinds
