"""All words of a corpus as one array of token ids, field after field, report after report."""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.report import BODY_FIELDS

Ints = NDArray[np.int64]

WORD = re.compile(r"\w+")
BREAK = 0
"""Token that stands behind each field, so that no phrase runs from one section into the next."""


def words(text: str) -> list[str]:
    """Words in lower case, in order; nothing is dropped, "no" and "not" least of all.

    >>> words("No PTX, 5.5 cm")
    ['no', 'ptx', '5', '5', 'cm']
    """
    return WORD.findall(text.lower())


@dataclass(frozen=True, slots=True)
class Stream:
    """Token ids of a corpus with positions that count from its first word.

    Attributes:
        vocabulary: Word by id; id 0 is the break.
        tokens: (t,) ids.
        bounds: (n, fields + 1) first position of each body field, and behind the last one.
    """

    vocabulary: Sequence[str]
    tokens: NDArray[np.int32]
    bounds: Ints

    @property
    def n(self) -> int:
        """Reports."""
        return len(self.bounds)

    def section(self, name: str) -> tuple[NDArray[np.int32], Ints]:
        """Tokens of a section and the first position of each report in them, (n + 1,).

        Args:
            name: "findings", "impression", or "report" for all body fields.

        Returns:
            The ids end to end and the offsets.
        """
        if name == "report":
            return self.tokens, np.append(self.bounds[:, 0], len(self.tokens))
        field = BODY_FIELDS.index(name)
        first, last = self.bounds[:, field], self.bounds[:, field + 1]
        keep = np.zeros(len(self.tokens) + 1, np.int8)
        np.add.at(keep, first, 1)
        np.add.at(keep, last, -1)
        inside = np.cumsum(keep[:-1]).astype(bool)
        return self.tokens[inside], np.append(0, np.cumsum(last - first))


class Numbered(dict[str, int]):
    """Numbers words as they come.

    >>> numbers = Numbered({"": 0})
    >>> [numbers[word] for word in ("lung", "clear", "lung", "")]
    [1, 2, 1, 0]
    """

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


class _Written(dict[str, int]):
    """Numbers of words as they are written: each way of writing is put in lower case once."""

    def __init__(self, ids: Numbered) -> None:
        super().__init__()
        self._ids = ids

    def __missing__(self, word: str) -> int:
        number = self[word] = self._ids[word.lower()]
        return number


class StreamBuilder:
    """Takes reports in order of position and makes the stream."""

    def __init__(self) -> None:
        self.ids = Numbered({"": BREAK})
        self._written = _Written(self.ids)
        self.tokens = array("i")
        self.bounds = array("q")

    def add(self, row: Mapping[str, str]) -> dict[str, tuple[int, list[int]]]:
        """Append a report.

        Args:
            row: Its texts by field.

        Returns:
            Per field: position of its first word, and the character at which each word starts.
        """
        placed = {}
        for field in BODY_FIELDS:
            self.bounds.append(len(self.tokens))
            text = row.get(field) or ""
            if not text:
                continue
            found = list(WORD.finditer(text))
            placed[field] = (len(self.tokens), [word.start() for word in found])
            self.tokens.extend(map(self._written.__getitem__, [word[0] for word in found]))
            self.tokens.append(BREAK)
        self.bounds.append(len(self.tokens))
        return placed

    def finish(self) -> Stream:
        """The stream of what was added."""
        bounds = np.array(self.bounds, np.int64).reshape(-1, len(BODY_FIELDS) + 1)
        return Stream(list(self.ids), np.array(self.tokens, np.int32), bounds)


def build(rows: Iterable[Mapping[str, str]]) -> Stream:
    """The stream of reports given as texts by field.

    >>> stream = build([{"findings": "No effusion.", "impression": "No effusion"}])
    >>> stream.tokens.tolist()
    [1, 2, 0, 1, 2, 0]
    """
    builder = StreamBuilder()
    for row in rows:
        builder.add(row)
    return builder.finish()
