from collections import Counter

import numpy as np
import pytest

from radsearch.evaluation.authored import read_authored
from train.signals.pairs import ReportPairs, read_studies, study_of
from train.signals.registry import DATA

AUTHORED = DATA / "corpus" / "authored"


def rows(n: int) -> list[dict[str, str]]:
    return [
        {"id": f"r{i}", "group": f"g{i // 4}", "modality": "XR", "body_part": "chest",
         "findings": f"Findings {i}.", "impression": f"Impression {i}."}
        for i in range(n)
    ]  # fmt: skip


def test_validation_and_test_reports_never_come_out() -> None:
    signal, rng = ReportPairs(read_studies(AUTHORED.parent)), np.random.default_rng(0)
    kept_out = {r["id"] for part in ("validation", "test") for r in read_authored(AUTHORED, part)}
    drawn = {pair.study for _ in range(60) for pair in signal.draw(rng, 48)}
    assert len(drawn) > 400
    assert not drawn & kept_out


def test_a_batch_has_distinct_studies_and_the_same_seed_the_same_rows() -> None:
    signal = ReportPairs([study_of(row) for row in rows(40)])
    first = signal.draw(np.random.default_rng(3), 16)
    assert first == signal.draw(np.random.default_rng(3), 16)
    assert len({pair.study for pair in first}) == 16


def test_half_of_the_batches_hold_near_copies_of_one_group() -> None:
    signal = ReportPairs([study_of(row) for row in rows(200)])
    crowded = 0
    for seed in range(40):
        pairs = signal.draw(np.random.default_rng(seed), 16)
        groups = Counter(int(pair.study[1:]) // 4 for pair in pairs)
        crowded += groups.most_common(1)[0][1] == 4
    assert 10 < crowded < 30


def test_no_studies_is_an_error_that_says_what_to_give() -> None:
    with pytest.raises(ValueError, match="authored corpus"):
        ReportPairs([])
