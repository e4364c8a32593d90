"""Search of single sentences: distinct texts are scored once, reports take their best sentence."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from radsearch.store.cache import SENTENCES, open_arrow, open_matrix
from radsearch.store.exact import TIE, Floats, Rows, score_all

WIDENED = 64_000_000
"""Numbers up to which the vectors are also kept as float32, 256 MB: a matrix product needs that,
and widening them for each query took most of its time. measured: `radsearch bench latency`."""

Found = list[tuple[float, int, str, int]]


@dataclass(frozen=True, slots=True)
class SentenceRows:
    """The sentences of one section of every report, in reading order.

    Attributes:
        vectors: (u, dim) of the distinct sentences, float16, mapped.
        code: (m,) row of `vectors`.
        pointers: (n + 1,) where each report's sentences start in `code`.
    """

    vectors: NDArray[np.float16]
    code: Rows
    pointers: Rows


class SentenceSearch:
    """All sentences of an index, by (position, section, number)."""

    def __init__(self, folder: Path) -> None:
        table = open_arrow(folder / SENTENCES)
        self.vectors: NDArray[np.float16] = open_matrix(folder / "sentences.npy")  # (u, dim)
        self.code = _numbers(table["code"])  # (s,) row of `vectors`
        self.position = _numbers(table["position"])  # (s,) report, ascending
        self._section: pa.ChunkedArray = table["section"]
        self._number = _numbers(table["sentence"])

    @cached_property
    def _start(self) -> Rows:  # first sentence of each report
        change = np.flatnonzero(np.diff(self.position)) + 1
        return np.concatenate([[0], change]).astype(np.int64)[: len(self.position)]

    @cached_property
    def _length(self) -> Rows:  # sentences of each report
        return np.diff(np.append(self._start, len(self.position)))

    @cached_property
    def _sections(self) -> tuple[list[str], Rows]:  # names, and the number of each sentence's
        parts = self._section.unify_dictionaries().chunks
        codes = np.concatenate([np.from_dlpack(part.indices) for part in parts])
        return parts[0].dictionary.to_pylist(), codes

    @cached_property
    def _scored(self) -> NDArray[Any]:  # what a query is multiplied with, (u, dim)
        small = self.vectors.size <= WIDENED
        return self.vectors.astype(np.float32) if small else self.vectors

    @cached_property
    def _owner(self) -> Rows:  # report of each group, ascending
        owner: Rows = self.position[self._start]
        return owner

    def search(self, queries: Floats, k: int, within: Rows | None) -> list[Found]:
        """Per query the k best, one a report: (score, position, section, sentence number)."""
        if not len(self.position):
            return [[] for _ in queries]
        groups = np.arange(len(self._owner))
        if within is not None:
            kept = np.zeros(int(self.position[-1]) + 1, bool)
            kept[within[within < len(kept)]] = True
            groups = np.flatnonzero(kept[self._owner])
        found: list[Found] = []
        for start in range(0, len(queries), 16):
            scores = np.round(score_all(self._scored, queries[start : start + 16]), 6)
            found += [self._best(line, k, groups) for line in scores]
        return found

    def rows_of(self, position: int) -> slice:
        """The sentences of one report."""
        low, high = np.searchsorted(self.position, [position, position + 1])
        return slice(int(low), int(high))

    def vectors_of(self, position: int) -> Floats:
        """Vectors of one report's sentences, (s, dim), in reading order."""
        return np.asarray(self.vectors[self.code[self.rows_of(position)]], np.float32)

    def of_section(self, section: str, n: int) -> SentenceRows:
        """The sentences of one section; "report" takes all of them.

        Args:
            section: "findings", "impression" or "report".
            n: Reports of the index.

        Returns:
            Rows by report; a report without the section has none.
        """
        code, position = self.code, self.position
        if section != "report":
            equal = pc.equal(self._section, section).cast(pa.int8())
            here = _numbers(equal).astype(np.bool_)
            code, position = code[here], position[here]
        pointers = np.searchsorted(position, np.arange(n + 1)).astype(np.int64)
        return SentenceRows(self.vectors, np.asarray(code, np.int64), pointers)

    def _best(self, distinct: Floats, k: int, groups: Rows) -> Found:
        scores = distinct[self.code]  # (s,)
        per_report = np.maximum.reduceat(scores, self._start)[groups]
        if len(groups) > k:
            kth = np.partition(per_report, len(groups) - k)[len(groups) - k]
            kept = np.flatnonzero(per_report >= kth - TIE)
        else:
            kept = np.arange(len(groups))
        kept = kept[np.argsort(-per_report[kept], kind="stable")[:k]]
        at = self._first_best(scores, groups[kept], per_report[kept])
        names, codes = self._sections
        return list(
            zip(
                scores[at].tolist(),
                self.position[at].tolist(),
                [names[code] for code in codes[at].tolist()],
                self._number[at].tolist(),
                strict=True,
            )
        )

    def _first_best(self, scores: Floats, groups: Rows, best: Floats) -> Rows:
        """The first row of each group that has the group's best score."""
        lengths = self._length[groups]
        first = np.cumsum(lengths) - lengths
        rows = np.arange(int(lengths.sum())) - np.repeat(first - self._start[groups], lengths)
        equal = np.flatnonzero(scores[rows] == np.repeat(best, lengths))
        owner = np.repeat(np.arange(len(groups)), lengths)[equal]
        found: Rows = rows[equal[np.unique(owner, return_index=True)[1]]]
        return found


def _numbers(column: pa.ChunkedArray) -> NDArray[Any]:
    """A column of integers; `to_numpy` would import pandas where installed, 0.5 s of a query."""
    parts = [np.from_dlpack(chunk) for chunk in column.chunks if len(chunk)]
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)
