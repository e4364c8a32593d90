"""Rows of the findings table, grouped by finding and report without a sort."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.search.findings import Findings
from radsearch.search.stream import Ints

Values = NDArray[np.float32]
Mask = NDArray[np.bool_]


class Columns:
    """The table's columns over the rows of some findings, each copied once, span by span.

    measured: gathering by row number out of the mapped columns took most of a query's ranking.
    """

    def __init__(self, table: Findings, ids: Sequence[str]) -> None:
        self.table = table
        self.spans = table.spans_of(ids)
        self._known: dict[str, NDArray[Any]] = {}

    def words(self, name: str) -> NDArray[np.int32]:
        """A column of words."""
        return self._column(name, self.table.columns[name])

    def numbers(self, name: str) -> Values:
        """A column of numbers."""
        return self._column(name, self.table.numbers[name])

    def doc(self) -> NDArray[np.int32]:
        """The reports."""
        return self._column("doc", self.table.doc)

    def rows(self) -> Ints:
        """The rows themselves."""
        every = [np.arange(start, end) for start, end in self.spans]
        return np.concatenate(every) if every else np.zeros(0, np.int64)

    def _column(self, name: str, values: NDArray[Any]) -> NDArray[Any]:
        if name not in self._known:
            parts = [values[start:end] for start, end in self.spans]
            self._known[name] = (
                np.concatenate(parts) if len(parts) > 1 else (parts[0] if parts else values[:0])
            )
        return self._known[name]


@dataclass(frozen=True)
class RowSet:
    """Some rows of the table, ordered by finding, then report.

    Attributes:
        columns: Of the rows of a wish's findings.
        kept: (m,) which of those rows, ascending; None = all.
        place: (m,) where each row's report stands in the caller's list of reports.
    """

    columns: Columns
    kept: Ints | None
    place: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.place)

    def where(self, mask: Mask) -> "RowSet":
        """Those of the rows that a mask keeps."""
        at = np.flatnonzero(mask)
        return RowSet(self.columns, at if self.kept is None else self.kept[at], self.place[at])

    def words(self, name: str) -> NDArray[np.int32]:
        """Codes of a column of words, (m,)."""
        column = self.columns.words(name)
        return column if self.kept is None else column[self.kept]

    def numbers(self, name: str) -> Values:
        """Values of a column of numbers, (m,)."""
        column = self.columns.numbers(name)
        return column if self.kept is None else column[self.kept]

    @cached_property
    def doc(self) -> NDArray[np.int32]:
        """Report of each row."""
        doc = self.columns.doc()
        return doc if self.kept is None else doc[self.kept]

    def rows(self, at: Ints) -> Ints:
        """Rows of the table at some places of this set."""
        return self.columns.rows()[at if self.kept is None else self.kept[at]]

    @cached_property
    def _starts(self) -> Ints:
        finding = self.words("finding")
        new = np.ones(len(finding), np.bool_)
        np.not_equal(finding[1:], finding[:-1], out=new[1:])
        new[1:] |= self.doc[1:] != self.doc[:-1]
        return np.flatnonzero(new)

    def best_of_group(self, values: Values) -> Values:
        """For each row the best value among the rows of its finding and report, (m,)."""
        if not len(values):
            return values
        best = np.maximum.reduceat(values, self._starts)
        return np.asarray(np.repeat(best, np.diff(np.append(self._starts, len(values)))))

    def best_of_report(self, values: Values, n: int) -> Values:
        """Best value of each of the caller's `n` reports; 0 without rows."""
        out = np.zeros(n, np.float32)
        np.maximum.at(out, self.place, values)
        return out
