import numpy as np

from radsearch.evaluation.relevance_fit import Asked, calibrate


def queries(seed=0):
    rng = np.random.default_rng(seed)
    out = []
    for number in range(60):
        answered = number % 3 > 0
        degrees = rng.uniform(0, 0.5, 8)
        if answered:
            degrees[:3] = rng.uniform(0.9, 1, 3)
        words = rng.uniform(0, 0.4, 8)
        rows = tuple((1.0, float(w), float(min(w, 0.1) / 0.1), float(d)) for w, d in
                     zip(words, degrees, strict=True))  # fmt: skip
        out.append(Asked(rows, tuple((degrees > 0.8).tolist())))
    return out


def test_the_chance_follows_the_findings_and_the_notice_follows_the_chance():
    done = calibrate(queries())
    assert done.brier < 0.05 and done.error < 0.1
    assert (done.answered, done.unanswered) == (40, 20)
    assert done.noticed >= 18 and done.false_alarms <= 3
    assert set(done.record()) == {"understood", "words", "floor"}


def test_a_query_without_hits_is_noticed():
    done = calibrate([*queries(), *[Asked((), ())] * 5])
    assert done.unanswered == 25 and done.noticed >= 23
