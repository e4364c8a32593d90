"""Denials and resolutions that do not make a finding absent."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("sentence", "finding", "temporal"),
    [
        ("Mild ectasia of the ascending aorta, not seen earlier.", "aortic_ectasia", "new"),
        ("Midline shift of 3 mm, previously none.", "midline_shift", "new"),
        ("Left lower lobe consolidation has largely resolved.", "consolidation", "decreased"),
        ("Near complete clearing of the left consolidation.", "consolidation", "decreased"),
        ("Enteric tube below the diaphragm, tip not seen.", "enteric_tube", None),
        ("Left axillary lymphadenopathy, none necrotic.", "lymphadenopathy", None),
    ],
)
def test_a_finding_stays_present(sentence: str, finding: str, temporal: str | None) -> None:
    """What is new, partly gone or only partly described is there."""
    assert [(f.finding, f.presence, f.temporal) for f in extract(sentence)] == [
        (finding, "present", temporal)
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "The previously seen pneumothorax is not identified.",
        "The left pneumothorax has resolved.",
        "Pneumothorax absent.",
        "Pneumothorax: none.",
        "Pneumothorax not seen.",
    ],
)
def test_a_plain_denial_still_denies(sentence: str) -> None:
    """The present tense denies."""
    assert {f.presence for f in extract(sentence)} == {"absent"}


def test_scars_left_by_what_resolved_stay() -> None:
    """A resolution reaches back, not over the comma."""
    found = extract("The consolidation has resolved, leaving scarring at the left base.")
    assert [(f.finding, f.presence) for f in found] == [
        ("consolidation", "absent"),
        ("scarring", "present"),
    ]
