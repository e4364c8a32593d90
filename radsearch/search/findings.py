"""Every extracted finding of an index as columns, sorted by finding: one lookup, no report read."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.filters import Test
from radsearch.language.agreement import COUNT_WORDS
from radsearch.search.predicate import ATTRIBUTES, ORDERED, Mask
from radsearch.search.stream import Ints

Codes = NDArray[np.int32]

WORD_COLUMNS = (
    "section",
    "finding",
    "family",
    "presence",
    "certainty",
    "laterality",
    "location",
    "zone",
    "severity",
    "density",
    "temporal",
)
NUMBER_COLUMNS = ("size_mm", "count")


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """Columns of equal length, rows ordered by finding id, then report.

    Attributes:
        words: Code to word, 0 = not stated; one list for all columns.
        codes: Word to code.
        columns: Codes by name of `WORD_COLUMNS`.
        numbers: size_mm and count, NaN = not stated; few, multiple, innumerable as 3, 6, 30.
        doc: (m,) report positions.
        start: (m,) offset in the section's text.
        end: (m,) behind the finding's own words.
        first: (m,) position in the stream of the first word of the sentence.
        last: (m,) behind its last word.
        n: Reports.
    """

    words: Sequence[str]
    codes: Mapping[str, int]
    columns: Mapping[str, Codes]
    numbers: Mapping[str, NDArray[np.float32]]
    doc: Codes
    start: Codes
    end: Codes
    first: Ints
    last: Ints
    n: int

    def code(self, word: str) -> int:
        """Code of a word; -1 if no finding uses it."""
        return self.codes.get(word, -1)

    def lookup(self, values: Mapping[str, float], default: float) -> NDArray[np.float32]:
        """Value of each code, (words,)."""
        out = np.full(len(self.words), default, np.float32)
        for word, value in values.items():
            if (code := self.code(word)) >= 0:
                out[code] = value
        return out

    def rows_of(self, ids: Sequence[str]) -> Ints:
        """Rows of any of these findings, ascending."""
        found = [np.arange(start, end) for start, end in self.spans_of(ids)]
        return np.concatenate(found) if found else np.zeros(0, np.int64)

    def spans_of(self, ids: Sequence[str]) -> list[tuple[int, int]]:
        """First row and the one behind the last of each of these findings, ascending."""
        column = self.columns["finding"]
        codes = sorted({self.code(name) for name in ids} - {-1})
        # of the column's own type: else numpy widens the whole column for each search
        wanted = [np.array([code, code + 1], column.dtype) for code in codes]
        return [tuple(np.searchsorted(column, pair).tolist()) for pair in wanted]

    def mask(self, test: Test) -> Mask:
        """Reports with a present finding that satisfies a bound attribute test, (n,)."""
        rows = self.rows_of(test.ids)
        rows = rows[self.columns["presence"][rows] == self.code("present")]
        kind = ATTRIBUTES[test.attribute]
        if kind == "number":
            have = self.numbers[test.attribute][rows]
            wanted = [float(value) for value in test.values]
        elif kind == "order":
            steps = ORDERED[test.attribute]
            have = self._levels(test.attribute, steps)[rows]
            wanted = [float(steps.index(value)) for value in test.values]
        else:
            have = self.columns[test.attribute][rows].astype(np.float32)
            wanted = [float(self.code(value)) for value in test.values]
        out = np.zeros(self.n, np.bool_)
        out[self.doc[rows[compare(have, test.op, wanted)]]] = True
        return out

    def _levels(self, attribute: str, steps: Sequence[str]) -> NDArray[np.float32]:
        levels = self.lookup({word: level for level, word in enumerate(steps)}, np.nan)
        return levels[self.columns[attribute]]


def compare(have: NDArray[np.float32], op: str, wanted: Sequence[float]) -> Mask:
    """Element-wise comparison in which NaN satisfies nothing.

    >>> compare(np.array([5, np.nan, 8], np.float32), ">=", [6]).tolist()
    [False, False, True]
    """
    if op in ("=", "in"):
        return np.asarray(np.isin(have, np.array(wanted, np.float32)), np.bool_)
    value = np.float32(wanted[0])
    tests = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
    return np.asarray(tests[op](have, value), np.bool_)


class FindingsBuilder:
    """Takes the extracted findings of reports in order of position."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {"": 0}
        self.columns = {name: array("i") for name in WORD_COLUMNS}
        self.numbers = {name: array("f") for name in NUMBER_COLUMNS}
        self.places = {name: array("q") for name in ("doc", "start", "end", "first", "last")}

    def add(self, doc: int, item: Mapping[str, Any], words: tuple[int, int]) -> None:
        """Append one finding.

        Args:
            doc: The report's position.
            item: As the index stores it.
            words: First word of its sentence in the stream, and behind the last one.
        """
        for name, column in self.columns.items():
            word = item.get(name) or ""
            column.append(self.codes.setdefault(word, len(self.codes)))
        size = item.get("size_mm")
        self.numbers["size_mm"].append(float("nan") if size is None else size)
        self.numbers["count"].append(_count(item.get("count")))
        values = (doc, item.get("start") or 0, item.get("end") or 0, *words)
        for column, value in zip(self.places.values(), values, strict=True):
            column.append(value)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """The columns, sorted, by name."""
        doc = np.array(self.places["doc"], np.int64)
        finding = np.array(self.columns["finding"], np.int32)
        order = np.lexsort((doc, finding))
        out: dict[str, NDArray[np.generic]] = {}
        for name, column in self.columns.items():
            out[name] = np.array(column, np.int32)[order]
        for name, numbers in self.numbers.items():
            out[name] = np.array(numbers, np.float32)[order]
        for name, places in self.places.items():
            kind = np.int64 if name in ("first", "last") else np.int32
            out[name] = np.array(places, kind)[order]
        return out


def _count(value: object) -> float:
    if value is None or value == "":
        return float("nan")
    text = str(value)
    return COUNT_WORDS[text] if text in COUNT_WORDS else float(text)


def from_arrays(words: Sequence[str], arrays: Mapping[str, NDArray[Any]], n: int) -> Findings:
    """The table from what `FindingsBuilder.arrays` gave."""
    return Findings(
        words,
        {word: code for code, word in enumerate(words)},
        {name: arrays[name] for name in WORD_COLUMNS},
        {name: arrays[name] for name in NUMBER_COLUMNS},
        doc=arrays["doc"],
        start=arrays["start"],
        end=arrays["end"],
        first=arrays["first"],
        last=arrays["last"],
        n=n,
    )
