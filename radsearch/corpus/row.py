"""What every reader of a file gives: rows of text cells."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Notes = Counter[str]
"""What the user should know about the reading -> how often it happened."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row as read.

    Attributes:
        cells: Column -> text.
        fault: Why it could not be read; "" if it could.
        id_hint: An id that stands outside the columns, such as a file's name.
        versioned: Whether a later row of the same id is a newer version of it, as in messages.
        stored: Whether the cells are fields of a report as an index held it: not to be read again.
    """

    cells: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    id_hint: str = ""
    versioned: bool = False
    stored: bool = False


Reader = Callable[[Path, Notes], Iterator[Row]]
