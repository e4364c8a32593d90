import numpy as np
import pytest

from radsearch.language.extract import extract
from train.signals.pairs import read_studies
from train.signals.perturb import PerturbedReports, wrong_copies
from train.signals.registry import DATA

CASES = [
    ("laterality", "Small left pleural effusion.", "Small right pleural effusion."),
    ("presence", "No pneumothorax.", "Pneumothorax."),
    ("location", "Nodule in the right upper lobe.", None),
    ("severity", "Mild cardiomegaly.", None),
]


@pytest.mark.parametrize(("axis", "text", "expected"), CASES)
def test_one_attribute_is_exchanged(axis: str, text: str, expected: str | None) -> None:
    found = [
        copy.text
        for seed in range(20)
        for copy in wrong_copies(text, np.random.default_rng(seed), 3)
        if copy.axis == axis
    ]
    assert found
    assert text not in found
    if expected:
        assert expected in found


def test_a_copy_says_something_else_than_the_text() -> None:
    text = "Heart size normal. 8 mm solid nodule in the right upper lobe. No effusion."
    for seed in range(10):
        for copy in wrong_copies(text, np.random.default_rng(seed), 2):
            assert facts(copy.text) != facts(text), copy


def facts(text: str) -> set[tuple[object, ...]]:
    return {
        (f.finding, f.presence, f.certainty, f.laterality, f.location, f.zone, f.severity,
         f.size_mm, f.count, f.density, f.temporal)
        for f in extract(text)
    }  # fmt: skip


def test_a_text_without_findings_has_no_copies() -> None:
    assert wrong_copies("Follow-up as needed.", np.random.default_rng(0), 2) == []


def test_families_hold_a_section_its_rewrite_and_wrong_copies() -> None:
    signal = PerturbedReports(read_studies(DATA / "corpus"))
    families = signal.draw(np.random.default_rng(0), 8)
    assert len(families) == 8
    for family in families:
        assert len(family.variants[0].texts) == 2
        wrong = [variant.texts[0] for variant in family.variants[1:]]
        assert wrong
        assert not set(wrong) & set(family.variants[0].texts)
