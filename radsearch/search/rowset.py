"""Rows of the findings table, grouped by finding and report without a sort."""

from collections.abc import Callable, Sequence
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

    def rows(self, at: Ints) -> Ints:
        """Rows of the table at some places of these columns."""
        if len(self.spans) == 1:
            return at + self.spans[0][0]
        starts, ends = np.array(self.spans, np.int64).reshape(-1, 2).T
        before = np.cumsum(ends - starts) - (ends - starts)
        return np.asarray(at + np.repeat(starts - before, ends - starts)[at])

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
        return self.columns.rows(at if self.kept is None else self.kept[at])

    @cached_property
    def _starts(self) -> Ints:
        finding = self.words("finding")
        new = np.ones(len(finding), np.bool_)
        np.not_equal(finding[1:], finding[:-1], out=new[1:])
        new[1:] |= self.doc[1:] != self.doc[:-1]
        return np.flatnonzero(new)

    def of_groups(self, values: Values, make: Callable[[Values], Values]) -> Values:
        """What `make` makes of the best value of each finding and report, for its rows, (m,)."""
        if not len(values):
            return values
        made = make(np.maximum.reduceat(values, self._starts))
        return np.asarray(np.repeat(made, np.diff(np.append(self._starts, len(values)))))

    def reports(self, mask: Mask, n: int) -> Mask:
        """Which of the caller's `n` reports have one of the rows that a mask keeps, (n,)."""
        out = np.zeros(n, np.bool_)
        out[self.place[mask]] = True
        return out

    def best_of_report(self, values: Values, n: int) -> Values:
        """Best value of each of the caller's `n` reports; 0 without rows."""
        out = np.zeros(n, np.float32)
        np.maximum.at(out, self.place, values)
        return out

    def best_by(self, name: str, words: Sequence[str], values: Values, n: int) -> Values:
        """Best value of each report among its rows with one word in a column, (words, n).

        Args:
            name: The column.
            words: Distinct words of it.
            values: One a row.
            n: The caller's reports.

        Returns:
            0 for a report without such rows.
        """
        codes = [self.columns.table.code(word) for word in words]
        line = np.full(len(self.columns.table.words) + 1, len(words), np.int64)  # the last: others
        for number, code in enumerate(codes):
            line[code] = number  # of a word that no finding has: behind all codes
        out = np.zeros((len(words) + 1) * n, np.float32)
        np.maximum.at(out, line[self.words(name)] * n + self.place, values)
        return out.reshape(len(words) + 1, n)[:-1]
