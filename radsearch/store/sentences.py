"""Search of single sentences: distinct texts are scored once, reports take their best sentence."""

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from radsearch.store.cache import SENTENCES, open_arrow, open_matrix
from radsearch.store.exact import TIE, Floats, Rows, score_all

Found = list[tuple[float, int, str, int]]


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
            scores = np.round(score_all(self.vectors, queries[start : start + 16]), 6)
            found += [self._best(line, k, groups) for line in scores]
        return found

    def rows_of(self, position: int) -> slice:
        """The sentences of one report."""
        low, high = np.searchsorted(self.position, [position, position + 1])
        return slice(int(low), int(high))

    def vectors_of(self, position: int) -> Floats:
        """Vectors of one report's sentences, (s, dim), in reading order."""
        return np.asarray(self.vectors[self.code[self.rows_of(position)]], np.float32)

    def _best(self, distinct: Floats, k: int, groups: Rows) -> Found:
        scores = distinct[self.code]  # (s,)
        per_report = np.maximum.reduceat(scores, self._start)[groups]
        if len(groups) > k:
            kth = np.partition(per_report, len(groups) - k)[len(groups) - k]
            kept = np.flatnonzero(per_report >= kth - TIE)
        else:
            kept = np.arange(len(groups))
        kept = kept[np.argsort(-per_report[kept], kind="stable")[:k]]
        found: Found = []
        for group in groups[kept]:
            rows = self.rows_of(int(self._owner[group]))
            at = rows.start + int(np.argmax(scores[rows]))
            place = (self._section[at].as_py(), int(self._number[at]))
            found.append((float(scores[at]), int(self._owner[group]), *place))
        return found


def _numbers(column: pa.ChunkedArray) -> NDArray[Any]:
    """A column of integers; `to_numpy` would import pandas where installed, 0.5 s of a query."""
    parts = [np.from_dlpack(chunk) for chunk in column.chunks if len(chunk)]
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)
