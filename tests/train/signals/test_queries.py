from itertools import permutations

import numpy as np

from radsearch.language.extract import extract
from train.signals.pairs import read_studies
from train.signals.queries import Queries, answers
from train.signals.registry import DATA


def test_a_query_has_one_answer_in_its_batch() -> None:
    signal = Queries(read_studies(DATA / "corpus"))
    rows = signal.draw(np.random.default_rng(3), 12)
    assert rows == signal.draw(np.random.default_rng(3), 12)
    chosen = signal.choose(np.random.default_rng(3), 12)
    assert [row.right for row in rows] == [text for _, text, _ in chosen]
    assert len(rows) > 8 and len({row.study for row in rows}) == len(rows)
    for (asked, text, _), (_, other, _) in permutations(chosen, 2):
        assert answers(asked, text) and not answers(asked, other)


def test_the_batch_holds_denials_of_what_is_asked() -> None:
    signal = Queries(read_studies(DATA / "corpus"))
    denied = 0
    for seed in range(8):
        rows = signal.draw(np.random.default_rng(seed), 16)
        asked = {f.finding for row in rows for f in extract(row.left)}
        denied += sum(
            f.presence == "absent" and f.finding in asked
            for row in rows
            for f in extract(row.right)
        )
    assert denied > 8
