"""Headings that state a finding, and the nouns of a template, which only ask for one."""

import pytest

from radsearch.language import extract


def _read(text: str) -> list[tuple[str, str]]:
    return [(f.finding, f.presence) for f in extract(text) if not f.implied]


@pytest.mark.parametrize(
    ("line", "finding", "presence"),
    [
        ("Both lungs are overinflated: the diaphragms are depressed.", "hyperinflation", "present"),
        ("No pneumothorax: fold of skin on the right.", "pneumothorax", "absent"),
        ("Congestive failure: big heart, interstitial edema.", "heart_failure", "present"),
        ("Signs of heart failure: small effusions on both sides.", "heart_failure", "present"),
        ("Ruptured appendix: the tip is not visualised.", "appendicitis", "present"),
        ("Pneumonia: right lower lobe consolidation.", "pneumonia", "present"),
        ("Splenic infarct: wedge of 3 cm.", "splenic_infarct", "present"),
    ],
)
def test_a_heading_that_says_more_than_a_noun_states(
    line: str, finding: str, presence: str
) -> None:
    """A verb, a denial, "signs of", an age or a diagnosis that rests on findings."""
    assert (finding, presence) in _read(line)


@pytest.mark.parametrize(
    "line",
    [
        "Pneumothorax: chest tube on the right.",
        "Pneumonia: Lungs are clear.",
        "CHF in the postpartum setting: consider peripartum cardiomyopathy.",
        "Question of failure: vessels of equal calibre.",
        "Nodes: Bones are intact.",
    ],
)
def test_a_noun_or_a_question_states_nothing(line: str) -> None:
    """Words about something else do not answer a template."""
    wanted = {"pneumothorax", "pneumonia", "heart_failure", "lymphadenopathy"}
    assert not wanted & {finding for finding, _ in _read(line)}


def test_what_stands_behind_the_colon_is_not_of_the_heading() -> None:
    """Neither the size of the abscess nor the side of the fold."""
    found = {f.finding: f for f in extract("Ruptured appendix: a 6.3 cm abscess replaces it.")}
    assert (found["appendicitis"].size_mm, found["abscess"].size_mm) == (None, 63.0)
    (denied,) = extract("No pneumothorax: fold of skin on the right.")
    assert denied.laterality is None


def test_a_counted_plural_lists_what_it_names() -> None:
    """Each nodule is one record, not also the three of them."""
    text = "There are three separate nodules: lingula 9 mm; right upper lobe 13 mm."
    assert [f.size_mm for f in extract(text)] == [9.0, 13.0]
