"""Rows of the findings table, grouped by finding and report without a sort."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from radsearch.search.findings import Findings
from radsearch.search.stream import Ints

Values = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class RowSet:
    """Some rows of the table, ordered by finding, then report, as `Findings.rows_of` gives them.

    Attributes:
        table: Where the rows come from.
        rows: (m,) rows.
        place: (m,) where each row's report stands in the caller's list of reports.
    """

    table: Findings
    rows: Ints
    place: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.rows)

    def where(self, mask: Mask) -> "RowSet":
        """Those of the rows that a mask keeps."""
        return RowSet(self.table, self.rows[mask], self.place[mask])

    def words(self, name: str) -> NDArray[np.int32]:
        """Codes of a column of words, (m,)."""
        return self.table.columns[name][self.rows]

    def numbers(self, name: str) -> Values:
        """Values of a column of numbers, (m,)."""
        return self.table.numbers[name][self.rows]

    @cached_property
    def doc(self) -> NDArray[np.int32]:
        """Report of each row."""
        return self.table.doc[self.rows]

    @cached_property
    def _starts(self) -> Ints:
        finding = self.words("finding")
        new = np.ones(len(self.rows), np.bool_)
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
