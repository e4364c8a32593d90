"""Texts of an Arrow column as a Python sequence, decoded one at a time."""

from collections.abc import Iterator, Sequence
from typing import overload

import pyarrow as pa


class Strings(Sequence[str]):
    """A string column that stays in (mapped) Arrow memory.

    >>> ids = Strings(pa.chunked_array([["a"], ["b", "c"]]))
    >>> len(ids), ids[-1], ids[1:], list(ids)
    (3, 'c', ['b', 'c'], ['a', 'b', 'c'])
    """

    def __init__(self, column: pa.ChunkedArray) -> None:
        self.column = column

    def __len__(self) -> int:
        return len(self.column)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            values: list[str] = self.column[index].to_pylist()
            return values
        value: str = self.column[int(index)].as_py()
        return value

    def __iter__(self) -> Iterator[str]:
        for batch in self.column.chunks:
            yield from batch.to_pylist()
