from dataclasses import replace

import numpy as np
import pytest

from radsearch.language.radsim import OPPOSITE_CAP
from train.signals.joint import JointPairs, statement_similarity
from train.signals.phrasebook import Phrasebook
from train.signals.registry import DATA
from train.signals.statement import Statement

BOOK = Phrasebook.read(DATA / "phrases")


@pytest.fixture(scope="module")
def effusion() -> Statement:
    entity = next(e for e in BOOK.entities if {"side", "sev", "temp"} <= set(e.attributes))
    return Statement(entity, side="left", severity=0, temporal=2)


def test_each_further_change_lowers_the_score(effusion: Statement) -> None:
    side = replace(effusion, side="right")
    both = replace(side, severity=2)
    scores = [statement_similarity(effusion, x) for x in (effusion, side, both)]
    assert scores[0] == 1.0
    assert scores[0] > scores[1] > scores[2]


def test_both_sides_lie_between_left_and_right(effusion: Statement) -> None:
    sides = ("left", "bilateral", "right")
    scores = [statement_similarity(effusion, replace(effusion, side=side)) for side in sides]
    assert scores == sorted(scores, reverse=True) and len(set(scores)) == 3


def test_a_denial_is_capped(effusion: Statement) -> None:
    assert statement_similarity(effusion, replace(effusion, present=False)) == OPPOSITE_CAP


def test_a_draw_holds_many_different_scores_and_repeats_with_its_seed() -> None:
    signal = JointPairs(BOOK)
    rows = signal.draw(np.random.default_rng(3), 60)
    assert len(rows) == 60 and rows == signal.draw(np.random.default_rng(3), 60)
    assert all(0 <= row.score <= 1 for row in rows)
    assert len({round(row.score, 2) for row in rows}) > 15
    assert np.mean([row.left == row.right for row in rows]) < 0.1
