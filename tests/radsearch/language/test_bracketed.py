"""Lengths in brackets behind a length: earlier ones, or the same in another unit."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("text", "size", "prior", "change"),
    [
        ("Left obturator node 8 mm (16 mm).", 8.0, 16.0, "decreased"),
        ("Pulmonary trunk 36 mm (31 mm).", 36.0, 31.0, "increased"),
        ("Lung mass of 4 cm (40 mm).", 40.0, None, None),
        ("Left hilar node 12 mm (11 mm in short axis).", 12.0, None, None),
    ],
)
def test_a_length_alone_in_brackets_is_the_earlier_one(
    text: str, size: float, prior: float | None, change: str | None
) -> None:
    """Unless it says the same in another unit, or something else is said of it."""
    (found,) = [f for f in extract(text) if f.presence == "present"]
    assert (found.size_mm, found.prior_size_mm, found.temporal) == (size, prior, change)
