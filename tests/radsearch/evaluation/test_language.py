import os
from pathlib import Path

import pytest

from radsearch.evaluation.language import measure_language
from radsearch.evaluation.language_cases import score_cases

CORPUS = Path(__file__).parents[3] / "data" / "corpus"
SHARED = Path(os.environ.get("RADSEARCH_SHARED", Path(__file__).parents[4] / "shared"))


def test_the_engine_holds_its_level_on_reports_not_developed_on() -> None:
    score = measure_language(CORPUS, ["validation"])
    assert score.tallies["present"].f1 > 0.80
    assert score.tallies["absent"].f1 > 0.83
    right, total = score.whole["laterality"]
    assert right / total > 0.90


@pytest.mark.shared
def test_the_language_cases_are_read() -> None:
    path = SHARED / "formats" / "cases.jsonl"
    if not path.is_file():
        pytest.skip(f"no cases at {path}")
    score = score_cases(path)
    assert score.right / score.total >= 0.95
