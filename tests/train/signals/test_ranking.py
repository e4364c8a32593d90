import numpy as np

from train.signals.pairs import read_studies
from train.signals.ranking import RankedReports, radsim_score
from train.signals.registry import DATA


def test_scores_are_radsim_of_the_texts_and_spread() -> None:
    signal = RankedReports(read_studies(DATA / "corpus"))
    rows = signal.draw(np.random.default_rng(0), 24)
    assert rows == signal.draw(np.random.default_rng(0), 24)
    scores = np.array([row.score for row in rows])
    assert ((scores >= 0) & (scores <= 1)).all()
    assert scores.std() > 0.1
    assert rows[3].score == radsim_score(rows[3].left, rows[3].right)


def test_another_side_scores_between_equal_and_another_finding() -> None:
    text = "Small left pleural effusion."
    side = radsim_score(text, "Small right pleural effusion.")
    assert radsim_score(text, "Acute fracture of the clavicle.") < side < 1.0
