"""Headings that tell how a study was made, with and without findings behind them."""

import pytest

from radsearch.language.extract import extract


def names(text: str) -> set[str]:
    return {f.finding for f in extract(text)}


@pytest.mark.parametrize(
    "text",
    [
        "EXAM: Two-view chest. Small left effusion.",
        "Technique: thin slices, no contrast. There is a small left effusion.",
        "TECHNIQUE: PA and lateral.\nSmall left effusion.",
        "Contrast was not given: small left effusion.",
        "Examination of the chest: small left effusion.",
    ],
)
def test_findings_follow_how_a_study_was_made_in_the_same_paragraph(text: str) -> None:
    assert "pleural_effusion" in names(text)


@pytest.mark.parametrize(
    "text",
    [
        "Indication: cough. Evaluate for effusion.",
        "Comparison: film of 2 May with an effusion.",
        "COMPARISON:\nFilm of 2 May with an effusion.",
        "History: old effusion. Cough.\n\nFindings: normal heart.",
    ],
)
def test_what_was_asked_or_compared_states_nothing(text: str) -> None:
    assert "pleural_effusion" not in names(text)
