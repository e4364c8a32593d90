"""A report as a user gives it: a file, or the text itself."""

import re
from pathlib import Path

from radsearch.errors import CorpusError

_LIKE_A_PATH = re.compile(r"(?:~|\.{0,2}/)\S*|\S+\.[A-Za-z]\w{1,4}")


def text_or_file(argument: str) -> str:
    """The text of a file, or the argument itself where it is no path.

    Args:
        argument: A path, or a report's text.

    Returns:
        The text.

    Raises:
        CorpusError: If it looks like a path and there is no such file, or the file is not UTF-8.

    >>> text_or_file("Left effusion."), text_or_file("Normal.")
    ('Left effusion.', 'Normal.')
    """
    path = Path(argument)
    try:
        there = path.is_file()
    except OSError:  # a text too long to be a file name
        return argument
    if there:
        return file_text(path)
    if _LIKE_A_PATH.fullmatch(argument):
        raise CorpusError(
            f"no file at {argument!r}: give the path of one report, or a text of several words"
        )
    return argument


def file_text(path: Path) -> str:
    """The text of a file of one report.

    Args:
        path: A file that is there.

    Returns:
        Its text, without a byte order mark.

    Raises:
        CorpusError: If it is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CorpusError(
            f"'{path}' is not UTF-8 text: convert it, or index its corpus with `radsearch index`"
        ) from None
