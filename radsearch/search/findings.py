"""Every extracted finding of an index as columns, sorted by finding: one lookup, no report read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from radsearch.filters import Test
from radsearch.language.agreement import COUNT_WORDS
from radsearch.search.bind import ATTRIBUTES, ORDERED
from radsearch.search.predicate import Mask
from radsearch.search.stream import Ints, Numbered

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
PLACE_COLUMNS = ("doc", "start", "end", "first", "last")
STORED = (*WORD_COLUMNS, *NUMBER_COLUMNS, "start", "end")


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
        self.codes = Numbered({"": 0})
        self._parts: dict[str, list[NDArray[Any]]] = {
            name: [] for name in (*WORD_COLUMNS, *NUMBER_COLUMNS, *PLACE_COLUMNS)
        }

    def add(self, docs: Ints, items: pa.StructArray, words: Ints) -> None:
        """Append findings, column by column: as records they take ten times as long.

        Args:
            docs: (m,) the position of each one's report, ascending.
            items: (m,) as the index stores them.
            words: (m, 2) first word of each one's sentence in the stream, and behind the last.
        """
        column = {name: items.field(name) for name in STORED}
        values: dict[str, NDArray[Any]] = {
            name: self._coded(column[name], self.codes.__getitem__, np.int32)
            for name in WORD_COLUMNS
        }
        values["size_mm"] = column["size_mm"].fill_null(np.nan).to_numpy(zero_copy_only=False)
        values["count"] = self._coded(column["count"], _count, np.float32)
        for name in ("start", "end"):
            values[name] = column[name].fill_null(0).to_numpy(zero_copy_only=False)
        values |= {"doc": docs, "first": words[:, 0], "last": words[:, 1]}
        for name, part in values.items():
            self._parts[name].append(part)

    @staticmethod
    def _coded(column: pa.Array, code: Callable[[str], float], kind: Any) -> NDArray[Any]:
        """What `code` makes of each word, asked once a word; null is ""."""
        words = column.fill_null("").dictionary_encode()
        codes = np.array([code(word) for word in words.dictionary.to_pylist()], kind)
        return np.asarray(codes[words.indices.to_numpy()], kind)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """The columns, sorted, by name."""
        whole = {
            name: np.concatenate([np.zeros(0, _kind(name)), *parts], dtype=_kind(name))
            for name, parts in self._parts.items()
        }
        order = np.lexsort((whole["doc"], whole["finding"]))
        return {name: values[order] for name, values in whole.items()}


def _kind(name: str) -> type[np.generic]:
    if name in NUMBER_COLUMNS:
        return np.float32
    return np.int64 if name in ("first", "last") else np.int32


def _count(text: str) -> float:
    if not text:
        return float("nan")
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
