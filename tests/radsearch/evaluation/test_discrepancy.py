import json
from pathlib import Path

import numpy as np
import pytest

from radsearch.errors import CorpusError
from radsearch.evaluation.discrepancy import (
    Case,
    authored_cases,
    kind_accuracy,
    read_cases,
    read_families,
    win_rates,
)
from radsearch.evaluation.inject import KINDS, inject
from radsearch.evaluation.remembered import Remembered
from radsearch.evaluation.report_scorers import by_findings
from tests.toy import ToyEncoder

CORPUS = Path(__file__).parents[3] / "data" / "corpus"
TEXT = (
    "Small left pleural effusion. Calcified 8 mm nodule in the right upper lobe. No pneumothorax. "
    "Three rib fractures, unchanged."
)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "certainty"])
def test_an_injected_error_changes_the_text_the_same_way_each_time(kind):
    made = inject(TEXT, kind)
    assert made is not None
    assert made.kind == kind
    assert made.text != TEXT
    assert made == inject(TEXT, kind)


def test_nothing_is_injected_where_there_is_no_place_for_it():
    assert inject("Clear lungs.", "measurement") is None


def test_a_score_that_knows_nothing_wins_half():
    cases = [Case("a", "r", ("p",), ("c",), (("status", "e"),))]
    table = win_rates(cases, lambda pairs: [0.5] * len(pairs))
    rates = {row: kinds["all"].rate for row, kinds in table.items()}
    assert rates == {"paraphrase": 0.5, "condensation": 0.5, "free wording": 0.5}


def test_a_score_that_prefers_copies_loses_to_every_error():
    cases = [Case("a", "one two three", ("vier",), (), (("status", "one two four"),))]

    def overlap(pairs):
        return [float(len(set(a.split()) & set(b.split()))) for a, b in pairs]

    assert win_rates(cases, overlap)["paraphrase"]["status"].rate == 0.0


def test_rewordings_win_on_the_development_half_of_the_chest_families():
    families = read_families(CORPUS / "contrast" / "families4.jsonl", "development")[:12]
    table = win_rates(families, by_findings)
    assert table["paraphrase"]["all"].rate >= 0.95
    assert table["condensation"]["all"].rate >= 0.93


def test_the_worst_error_is_of_the_injected_kind():
    cases = authored_cases(CORPUS / "authored", "validation")[:20]
    accuracy = kind_accuracy(cases)["all"]
    assert accuracy.total > 60
    assert accuracy.right / accuracy.total >= 0.9


def test_own_cases_are_read_and_a_broken_line_is_named(tmp_path):
    path = tmp_path / "cases.jsonl"
    row = {"id": 1, "reference": "r", "paraphrase": "p", "error": "e", "kind": "status"}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert read_cases(path) == [Case("1", "r", ("p",), (), (("status", "e"),))]
    path.write_text(json.dumps({"reference": "r"}) + "\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="line 1 lacks"):
        read_cases(path)


def test_a_text_is_embedded_once_by_kind():
    asked = []

    class Counting(ToyEncoder):
        def embed(self, texts, kind="findings"):
            asked.extend((kind, text) for text in texts)
            return super().embed(texts, kind)

    held, plain = Remembered(Counting()), ToyEncoder()
    first = held.embed(["Left effusion.", "Clear lungs.", "Left effusion."])
    held.embed(["Clear lungs."], "sentence")
    assert np.array_equal(held.embed(["Clear lungs.", "Left effusion."]), first[[1, 0]])
    assert np.array_equal(first[:2], plain.embed(["Left effusion.", "Clear lungs."]))
    assert len(asked) == 3 and held.embed([]).shape == (0, plain.dim)
