"""How many reports have each value, under any selection: counts for side bars and charts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.store.protocol import Store
from radsearch.store.schema import STATUS_COLUMNS

FIELDS = ("modality", "body_part", "year", "sex")
BLOCK = 8192

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Facet:
    """One value and how many reports of the selection have it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class _Column:
    """Pairs (report, value) of one field; `rows` None = one value a report, in order."""

    values: Sequence[str]
    codes: NDArray[np.int32]
    rows: NDArray[np.int32] | None = None


class FacetIndex:
    """Every report's values as numbers, read once an opened index; counting is a bincount."""

    def __init__(self, store: Store) -> None:
        self.n = len(store.ids)
        known = [name for name in FIELDS if name in store.columns()]
        raw: dict[str, list[Any]] = {name: [] for name in (*known, *STATUS_COLUMNS)}
        for start in range(0, self.n, BLOCK):
            at = np.arange(start, min(start + BLOCK, self.n))
            for row in store.rows(at, list(raw)):
                for name, values in raw.items():
                    values.append(row[name])
        self._columns = {name: _single(raw[name]) for name in known}
        self._columns |= {name: _multiple(raw[name]) for name in STATUS_COLUMNS}

    @property
    def fields(self) -> tuple[str, ...]:
        """Fields that can be counted; "present", "absent" and "uncertain" hold finding ids."""
        return tuple(self._columns)

    def count(self, field: str, mask: Mask | None = None) -> list[Facet]:
        """Values of a field by how many reports have them.

        Args:
            field: One of `fields`.
            mask: Reports that count, (n,); None = all.

        Returns:
            Most frequent first, equal ones by value; values that no report of the mask has last,
            with 0. A report that does not state the field counts nowhere.
        """
        column = self._columns[field]
        codes = column.codes
        if mask is not None:
            codes = codes[mask if column.rows is None else mask[column.rows]]
        counts = np.bincount(codes, minlength=len(column.values)).tolist()
        pairs = [Facet(v, c) for v, c in zip(column.values, counts, strict=True) if v]
        return sorted(pairs, key=lambda facet: (-facet.count, facet.value))

    def by_year(self, finding: str, status: str, mask: Mask | None = None) -> dict[str, float]:
        """Part of each year's reports that have a finding in a status; years in order."""
        years = self._columns.get("year")
        tags = self._columns[status]
        if years is None or finding not in tags.values or tags.rows is None:
            return {}
        have = np.zeros(self.n, np.bool_)
        have[tags.rows[tags.codes == tags.values.index(finding)]] = True
        kept = np.ones(self.n, np.bool_) if mask is None else mask
        out = {}
        for code, year in enumerate(years.values):
            inside = kept & (years.codes == code)
            if year and inside.any():
                out[year] = float(have[inside].mean())
        return dict(sorted(out.items()))

    def status_of(self, finding: str) -> list[str]:
        """Each report's status of a finding: "present", "absent", "uncertain" or "not stated"."""
        status = np.full(self.n, "not stated", dtype="<U10")
        for name in reversed(STATUS_COLUMNS):
            tags = self._columns[name]
            if finding in tags.values and tags.rows is not None:
                status[tags.rows[tags.codes == tags.values.index(finding)]] = name
        return [str(value) for value in status]


def _codes(values: Sequence[str]) -> tuple[list[str], NDArray[np.int32]]:
    known: dict[str, int] = {}
    codes = [known.setdefault(value, len(known)) for value in values]
    return list(known), np.array(codes, np.int32)


def _single(values: Sequence[Any]) -> _Column:
    return _Column(*_codes(["" if value is None else str(value) for value in values]))


def _multiple(lists: Sequence[Sequence[str]]) -> _Column:
    names, codes = _codes(list(chain.from_iterable(lists)))
    rows = np.repeat(np.arange(len(lists)), [len(names) for names in lists])
    return _Column(names, codes, rows.astype(np.int32))


def as_mapping(facets: Sequence[Facet]) -> Mapping[str, int]:
    """Counts by value, in the same order.

    >>> as_mapping([Facet("CT", 3), Facet("XR", 1)])
    {'CT': 3, 'XR': 1}
    """
    return {facet.value: facet.count for facet in facets}
