"""A size asked for that a report's words give, where the finding's own record does not."""

from radsearch.search.intent import Range

NARROW = 0.25
"""Widest range, as a share of its middle, that stands for one size: "8 mm", not "6 to 9 mm"."""


def spoken(size: Range) -> tuple[str, ...]:
    """How a report would write a single size, in millimetres and centimetres; () for a wide range.

    >>> spoken((7.5, 8.5)), spoken((6.0, 9.0)), spoken((8.0, None))
    (('8 mm', '8mm', '0.8 cm'), (), ())
    >>> spoken((45.12, 50.88))
    ('48 mm', '48mm', '4.8 cm', '4.8cm')
    """
    low, high = size
    if low is None or high is None:
        return ()
    middle = round((low + high) / 2, 2)
    if middle <= 0 or high - low > NARROW * middle:
        return ()
    short, long = f"{middle:g}", f"{middle / 10:g}"
    words = [f"{short} mm", f"{short}mm", f"{long} cm"]
    if middle >= 10:
        words.append(f"{long}cm")
    return tuple(words)
