"""Fits and checks the chance of relevance on judged queries and on queries that nothing answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.queries import JudgedQuery
from radsearch.search.relevance import Relevance, features
from radsearch.searcher import Searcher

DEPTH = 30
FOLDS = 5
RIDGE = 1e-3
FALSE_ALARMS = 0.02
"""Of the answered queries, the share that may get the notice on the queries fitted on."""

EVEN = 0.5
"""The floor is never higher: a report that is likelier relevant than not is a match."""

UNREAD = 10
"""How often a hit of a query in which no finding was read counts for the model of words."""

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Asked:
    """The hits of one query: what the legs say of each, and whether it is relevant."""

    rows: tuple[tuple[float, ...], ...]
    relevant: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """The model, and how it did on the fifth of the queries left out in turn.

    Attributes:
        model: Fitted on all queries.
        brier: Mean squared error of the chance.
        error: Mean gap between chance and share of relevant hits, over ten bins of chance.
        answered: Queries with a relevant hit.
        false_alarms: Of those, how many got the notice.
        unanswered: Queries without.
        noticed: Of those, how many got it.
    """

    model: Relevance
    brier: float
    error: float
    answered: int
    false_alarms: int
    unanswered: int
    noticed: int

    def record(self) -> dict[str, Any]:
        """What `relevance.json` holds."""
        return {
            "understood": [round(value, 3) for value in self.model.understood],
            "words": [round(value, 3) for value in self.model.words],
            "floor": round(self.model.floor, 3),
        }


def read_absent(folder: Path) -> list[JudgedQuery]:
    """Queries of `absent.txt`, which no authored report answers."""
    lines = (folder / "absent.txt").read_text("utf-8").splitlines()
    return [JudgedQuery(f"absent-{i}", text, "absent", {}) for i, text in enumerate(lines, 1)]


def ask(searcher: Searcher, queries: Sequence[JudgedQuery]) -> list[Asked]:
    """The first hits of every query as data."""
    out = []
    for query in queries:
        hits = searcher.query(query.text, k=DEPTH, section="report")
        rows = tuple(features(hit.legs) for hit in hits)
        out.append(Asked(rows, tuple(query.gains.get(h.report_id, 0) > 0 for h in hits)))
    return out


def calibrate(asked: Sequence[Asked]) -> Calibration:
    """Fit on all queries; check each fifth with a model of the others.

    Args:
        asked: Answered and unanswered queries.

    Returns:
        Model and its errors on queries left out.
    """
    chances: list[float] = []
    truths: list[bool] = []
    alarms = {True: [0, 0], False: [0, 0]}
    for fold in range(FOLDS):
        model = _fit([item for i, item in enumerate(asked) if i % FOLDS != fold])
        for item in asked[fold::FOLDS]:
            found = [_chance(model, row) for row in item.rows]
            chances += found
            truths += item.relevant
            counted = alarms[any(item.relevant)]
            counted[0] += 1
            counted[1] += bool(model.notice(found)) or not found
    chance, truth = np.array(chances), np.array(truths, float)
    bins = np.minimum((10 * chance).astype(int), 9)
    gaps = [
        abs(chance[bins == b].mean() - truth[bins == b].mean()) * (bins == b).mean()
        for b in np.unique(bins)
    ]
    return Calibration(
        _fit(asked),
        float(((chance - truth) ** 2).mean()),
        float(sum(gaps)),
        *alarms[True],
        *alarms[False],
    )


def _chance(model: Relevance, row: Sequence[float]) -> float:
    weights = model.understood if len(row) == len(model.understood) else model.words
    return float(1 / (1 + np.exp(-np.dot(weights, row))))


def _fit(asked: Sequence[Asked]) -> Relevance:
    rows = [row for item in asked for row in item.rows]
    labels = np.array([label for item in asked for label in item.relevant], float)
    full = np.array([len(row) == 4 for row in rows])
    understood = _logistic(np.array([r for r in rows if len(r) == 4]), labels[full])
    # queries that were not read are few here and most of what people mistype: they count more
    often = np.where(full, 1, UNREAD)
    words = _logistic(np.repeat([row[:3] for row in rows], often, 0), np.repeat(labels, often))
    model = Relevance(tuple(understood.tolist()), tuple(words.tolist()), 0.0)
    best = [max(_chance(model, row) for row in item.rows) for item in asked if any(item.relevant)]
    return Relevance(
        model.understood, model.words, min(EVEN, float(np.quantile(best, FALSE_ALARMS)))
    )


def _logistic(rows: Values, labels: Values) -> Values:
    """Weights by Newton's method with a small ridge."""
    weights = np.zeros(rows.shape[1])
    for _ in range(25):
        p = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (p - labels) / len(labels) + RIDGE * weights
        bend = (rows * (p * (1 - p))[:, None]).T @ rows / len(labels)
        weights = weights - np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
    return weights
