"""The tag columns of an index turned round: per finding the reports that have it, by status.

A filter on tags is then a few array look-ups. measured: 100,000 reports, one tag, 0.1 ms, where a
scan of the list column takes 150 ms and Lance's own label index 40 ms.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
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


def build(columns: Mapping[str, pa.ListArray]) -> tuple[list[str], dict[str, NDArray[np.generic]]]:
    """The finding ids in order of use, report by report, and the arrays of `TagTable` by name.

    Args:
        columns: Tag columns by name, each (n,) lists of finding ids by position; one that the
            index lacks, or a null, counts as empty.

    Returns:
        Ids, their places being their codes; positions and pointers of each status.
    """
    lists = {name: columns[name] for name in COLUMNS if name in columns}
    flat = [column.flatten() for column in lists.values()]
    coded = pa.concat_arrays([pa.array([], pa.string()), *flat]).dictionary_encode()
    owners = [_owners(column) for column in lists.values()]
    reports = np.concatenate([np.zeros(0, np.int32), *owners])
    parts = np.repeat(np.arange(len(lists)), [len(each) for each in owners])
    codes = coded.indices.to_numpy()
    inside = np.lexsort((parts, reports))  # stable: within a list as they stand
    used = np.argsort(np.unique(codes[inside], return_index=True)[1])
    numbers = np.empty(len(used), np.int32)
    numbers[used] = np.arange(len(used))
    codes = numbers[codes]
    out: dict[str, NDArray[np.generic]] = {}
    for part, status in enumerate([*lists, *(name for name in COLUMNS if name not in lists)]):
        mine = parts == part
        order = np.argsort(codes[mine], kind="stable")
        counts = np.bincount(codes[mine], minlength=len(used))
        out[f"{status}.reports"] = reports[mine][order]
        out[f"{status}.pointers"] = np.append(0, np.cumsum(counts)).astype(np.int64)
    return coded.dictionary.take(pa.array(used)).to_pylist(), out


def _owners(column: pa.ListArray) -> NDArray[np.int32]:
    """The report of each element of a list column."""
    lengths = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    return np.repeat(np.arange(len(column), dtype=np.int32), lengths)


def from_arrays(names: Sequence[str], arrays: Mapping[str, NDArray[Any]], n: int) -> TagTable:
    """The table from what `build` gave.

    >>> columns = {"present": pa.array([["mass"], []]), "absent": pa.array([[], ["mass"]])}
    >>> table = from_arrays(*build(columns), 2)
    >>> table.mask(Tag("mass", "absent", ("mass",))).tolist()
    [False, True]
    """
    return TagTable(
        {name: code for code, name in enumerate(names)},
        {status: arrays[f"{status}.reports"] for status in COLUMNS},
        {status: arrays[f"{status}.pointers"] for status in COLUMNS},
        n,
    )
