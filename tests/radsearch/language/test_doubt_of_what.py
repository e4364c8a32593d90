"""A doubt belongs to what it is said of: alternatives, signs explained, causes, comparisons."""

import pytest

from radsearch.language import extract


def certainties(text: str) -> dict[str, str]:
    """Certainty of each finding that a text states."""
    return {f.finding: f.certainty for f in extract(text) if f.presence == "present"}


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("Opacity representing either pneumonia or atelectasis.", {"pneumonia", "atelectasis"}),
        ("Minimal basal atelectasis or scarring.", {"atelectasis", "scarring"}),
        ("Blunted left costophrenic angle, possibly an effusion.", {"pleural_effusion"}),
        ("Blunting of the left angle may represent an effusion.", {"pleural_effusion"}),
        ("A few tiny air cysts may be present.", {"lung_cyst"}),
        ("Straight left border, questioning left atrial enlargement.", {"chamber_enlargement"}),
        ("Basal opacity, atelectasis vs pneumonia.", {"atelectasis", "pneumonia"}),
    ],
)
def test_it_is_possible(text: str, findings: set[str]) -> None:
    assert {name for name, level in certainties(text).items() if level == "possible"} == findings


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Mediastinal nodes up to 12 mm, probably reactive.", "lymphadenopathy"),
        ("Wedge deformity of T7 of uncertain age.", "vertebral_compression_fracture"),
        ("Left lower lobe atelectasis worse vs yesterday.", "atelectasis"),
        ("Right pneumothorax 8 mm vs 30 mm.", "pneumothorax"),
        ("Atelectasis and scarring.", "scarring"),
        ("Blunted left costophrenic angle, small effusion.", "pleural_effusion"),
    ],
)
def test_it_is_sure(text: str, finding: str) -> None:
    assert certainties(text)[finding] == "definite"


def test_a_doubted_cause_that_is_a_finding_stays_doubtful() -> None:
    found = certainties("Right basal opacity, likely from pneumonia.")
    assert found["pneumonia"] == "probable"
    assert found["airspace_opacity"] == "definite"


def test_or_behind_a_denial_stays_a_denial() -> None:
    assert not certainties("No effusion or pneumothorax.")
