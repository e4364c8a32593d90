"""Diseases whose name holds the word of another finding."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Cystic fibrosis with new consolidation.", "bronchiectasis"),
        ("Cystic change and fibrosis.", "fibrosis"),
        ("Hyperdensity in basal cisterns.", "subarachnoid_hemorrhage"),
        ("Left breast expander.", "breast_implant"),
        ("Dual-lumen apheresis catheter, tip in the right atrium.", "dialysis_catheter"),
    ],
)
def test_a_name_is_read_whole(text: str, finding: str) -> None:
    """Cystic fibrosis is a disease of the airways."""
    assert finding in {f.finding for f in extract(text)}
