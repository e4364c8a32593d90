"""Bytes to text: UTF-8, else cp1252, never guessed from statistics ("5 ± 1 mm" is no Arabic)."""

import codecs
import gzip
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from radsearch.corpus.row import Notes

_OLD_ENDS = re.compile(r"(?<=\r)(?!\n)")
NOTE = "lines that are not UTF-8, read as cp1252"
_FALLBACK = "radsearch-cp1252"


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """The bytes that are no UTF-8, one by one, as cp1252."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(_FALLBACK, _as_cp1252)


def decode(data: bytes, notes: Notes | None = None) -> str:
    r"""Bytes as UTF-8 (a byte order mark is dropped), each byte that is none as cp1252.

    >>> decode(b"\xef\xbb\xbf30\xc2\xb0"), decode(b"30\xb0")
    ('30°', '30°')
    """
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return data.decode("utf-16", "replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError:
        if notes is not None:
            notes[NOTE] += 1
        return data.decode("utf-8", _FALLBACK)


def open_bytes(path: Path) -> IO[bytes]:
    """A file, unpacked if its name ends in ".gz"."""
    if path.suffix.lower() == ".gz":
        return cast(IO[bytes], gzip.open(path, "rb"))
    return path.open("rb")


def read_lines(path: Path, notes: Notes) -> Iterator[str]:
    """The lines of a text file with their ends, one at a time.

    Args:
        path: The file, which may be gzipped.
        notes: Counts the lines that are not UTF-8.

    Yields:
        Line after line.
    """
    with open_bytes(path) as file:
        start = file.read(2)
        file.seek(0)
        if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            with io.TextIOWrapper(file, "utf-16", errors="replace", newline="") as text:
                yield from text
            return
        for line in file:
            text_line = decode(line, notes)
            if "\r" in text_line[:-2]:  # line ends of old Macintosh files
                yield from _OLD_ENDS.split(text_line)
            else:
                yield text_line
