"""Which statements of a report give it a label of the Open-I gold."""

import pytest

from radsearch.evaluation.openi_labels import LABELS, means
from radsearch.language import extract
from radsearch.language.lexicon import load_lexicon


def labels(text: str) -> set[str]:
    found = [f for f in extract(text) if f.presence == "present"]
    return {label for label in LABELS for f in found if means(f, label, text)}


def test_every_label_means_findings_of_the_lexicon() -> None:
    known = load_lexicon().families
    assert all(ids and set(ids) <= set(known) for ids in LABELS.values())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Right upper lobe mass.", {"Mass"}),
        ("Right upper lobe tumor.", set()),
        ("Nodule in the lingula.", {"Nodule"}),
        ("Calcified nodule in the lingula.", set()),
        ("Calcified granuloma in the lingula.", set()),
        ("Biapical pleural thickening.", {"Pleural_Thickening"}),
        ("Biapical pleural scarring.", set()),
        ("Emphysema.", {"Emphysema"}),
        ("Right apical bulla.", set()),
        ("Left basal infiltrate.", {"Infiltration"}),
        ("Left basal opacity.", set()),
        ("Findings consistent with pneumonia.", {"Pneumonia"}),
        ("Likely pneumonia.", {"Pneumonia"}),
        ("Findings suspicious for pneumonia.", set()),
        ("Possible pneumonia.", set()),
        ("No pneumonia.", set()),
        ("Pulmonary edema.", {"Edema"}),
        ("Vascular congestion.", set()),
    ],
)
def test_label(text: str, wanted: set[str]) -> None:
    assert labels(text) == wanted
