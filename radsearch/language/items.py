"""The numbered or bulleted points of an impression."""

import re

_BULLET = re.compile(r"^[ \t]*[-*•·\u2013\u2014>][ \t]+", re.M)


def list_items(text: str) -> tuple[str, ...]:
    """The points of a numbered or bulleted list, without their marks; empty if it is no list.

    A number counts only in order (1, 2, 3 ...), so "2. 3.5 cm" keeps its size.

    >>> list_items("1. 1.2 cm nodule. 2. 3.5 cm aneurysm.")
    ('1.2 cm nodule.', '3.5 cm aneurysm.')
    >>> list_items("No acute disease.")
    ()
    """
    cuts: list[tuple[int, int]] = []
    while mark := _number(text, len(cuts) + 1, cuts[-1][1] if cuts else 0):
        if not cuts and text[: mark[0]].strip():
            break  # a list begins at its first point; "see series 1. The" does not
        cuts.append(mark)
    if len(cuts) < 2:
        cuts = [found.span() for found in _BULLET.finditer(text)]
        if len(cuts) < 2 or text[: cuts[0][0]].strip():
            return ()
    ends = [start for start, _ in cuts[1:]] + [len(text)]
    return tuple(
        " ".join(text[start:end].split()) for (_, start), end in zip(cuts, ends, strict=True)
    )


def _number(text: str, number: int, begin: int) -> tuple[int, int] | None:
    """Where point `number` is marked: at a line's start, after a stop, else before a capital."""
    mark = rf"\(?\#?{number}\s?[.)](?:[ \t]+|(?=[A-Za-z(\[<\n])|$)"
    for place in (
        rf"(?:^|(?<=\n))[ \t]*{mark}",
        rf"(?<=[.;:!?)\]])\s+{mark}",
        rf"(?<=[.;:!?]){mark}(?=[A-Z])",
        rf"(?<=\s){mark}(?=[A-Z])",
    ):
        if found := re.compile(place).search(text, begin):
            return found.span()
    return None
