import json
from pathlib import Path

import pytest

from radsearch.recognise import recognise

DATA = Path(__file__).parents[2] / "data" / "corpus"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("no effusion", "query"),
        ('"rib fracture" AND (left OR right) NOT pneumothorax', "query"),
        ("findings:nodule pneumothorax:absent", "query"),
        ("Findings: Clear lungs. No effusion.", "findings"),
        ("The heart is normal. The lungs are clear. There is no effusion.", "findings"),
        ("1. No acute findings. 2. Recommend follow-up in 6 months.", "impression"),
        ("", "query"),
    ],
)
def test_kinds(text, kind):
    assert recognise(text).kind == kind


def test_the_development_queries_are_all_queries():
    file = DATA / "queries" / "queries.jsonl"
    if not file.is_file():
        file = next((DATA / "queries").glob("*.jsonl"))
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    texts = [row.get("text") or row.get("query") for row in rows]
    assert len(texts) >= 100
    wrong = [text for text in texts if recognise(text).kind != "query"]
    assert wrong == []


def test_most_authored_findings_are_read_as_a_section():
    from itertools import islice

    from radsearch.evaluation.authored import read_authored

    rows = list(islice(read_authored(DATA / "authored"), 200))
    seen = [recognise(row["findings"]).kind for row in rows]
    assert seen.count("findings") / len(seen) >= 0.9
