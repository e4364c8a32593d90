"""Fits the weights of the legs for dictated sections: a conditional logit on authored reports.

For each query, P(report) is proportional to exp(weights . scores) over the gallery, and the weights
make the query's own report likely (reports whose other section has the same words count as own).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.metrics import expected_recall_at_k
from radsearch.search.dictated import Query
from radsearch.search.section_weights import Dictated
from radsearch.searcher import Searcher

Values = NDArray[np.float64]

NAMES = ("dense", "tfidf", "shared", "radsim", "forward", "backward")
FROM_VECTORS = (0, 4, 5)
RIDGE = 1e-3
STEPS = 30


@dataclass(frozen=True, slots=True)
class Scores:
    """What each leg says of every report for some queries.

    Attributes:
        values: (q, g, 6), in the order of `NAMES`.
        own: (q,) the query's own report.
        same: (q, g) whether a report's searched section has the words of the own one.
    """

    values: Values
    own: NDArray[np.int64]
    same: NDArray[np.bool_]

    def subset(self, rows: NDArray[np.int64]) -> "Scores":
        """Those queries only."""
        return Scores(self.values[rows], self.own[rows], self.same[rows])


def leg_scores(searcher: Searcher, kind: Dictated, queries: NDArray[np.int64]) -> Scores:
    """Score the gallery for the reports at `queries`, each asked by its section `kind`.

    Args:
        searcher: An index with sentences; every report has both sections.
        kind: The section that asks; the other one is searched.
        queries: Positions of the reports.

    Returns:
        The scores of every leg, none of them weighted.
    """
    store, legs = searcher.store, searcher.engine.dictated
    other: Dictated = "impression" if kind == "findings" else "findings"
    every = np.arange(len(searcher))
    texts, targets = store.texts(kind), [_plain(text) for text in store.texts(other)]
    space = searcher.engine.sections.space(kind, other)
    asking, near_to = space.queries(store.vectors(kind, queries)), space.over(every)
    stored, late = store.section_sentences(kind), legs.late(other)
    if stored is None or late is None:
        raise ValueError("the index keeps no sentences")
    rows = []
    for vector, at in zip(asking, queries.tolist(), strict=True):
        codes = stored.code[stored.pointers[at] : stored.pointers[at + 1]]
        forward, backward = late.scores(np.asarray(stored.vectors[codes], np.float32), every)
        tfidf, shared = legs.words(other, texts[at])
        similar = legs.radsim(other, Query(texts[at], kind))(every)
        rows.append(np.stack([near_to(vector), tfidf, shared, similar, forward, backward], axis=1))
    same = np.array([[text == targets[at] for text in targets] for at in queries.tolist()])
    return Scores(np.stack(rows).astype(np.float64), queries, same)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def recall(weights: Values, scores: Scores) -> float:
    """R@1 of a weighting, expected over ties.

    >>> scores = Scores(np.array([[[2.0], [1.0]]]), np.array([0]), np.array([[True, False]]))
    >>> recall(np.array([1.0]), scores), recall(np.array([-1.0]), scores)
    (1.0, 0.0)
    """
    total = np.round(scores.values @ weights, 6)
    own = total[np.arange(len(total)), scores.own][:, None]
    higher, tied = (total > own).sum(axis=1), (total == own).sum(axis=1)
    return float(expected_recall_at_k(higher, tied, 1).mean())


def handicapped(scores: Scores, seed: int = 0) -> Scores:
    """The scores with noise on what comes from vectors, until the cosine is no better than TF-IDF.

    Authored reports are written like the encoder's training texts, other hospitals' reports are
    not: without this the vectors would get more weight than they earn elsewhere.

    Args:
        scores: As measured.
        seed: Of the noise.

    Returns:
        New scores; the same where TF-IDF is better already.
    """
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((*scores.values.shape[:2], len(FROM_VECTORS)))
    goal = recall(np.eye(len(NAMES))[1], scores)

    def noisy(level: float) -> Scores:
        values = scores.values.copy()
        values[..., FROM_VECTORS] += level * noise
        return Scores(values, scores.own, scores.same)

    low, high = 0.0, 10 * float(scores.values[..., 0].std())
    if recall(np.eye(len(NAMES))[0], scores) <= goal:
        return scores
    for _ in range(14):
        level = (low + high) / 2
        better = recall(np.eye(len(NAMES))[0], noisy(level)) > goal
        low, high = (level, high) if better else (low, level)
    return noisy(low)


def fit(groups: Sequence[Scores]) -> Values:
    """The weights of the legs, (6,), by Newton's method with halved steps.

    Args:
        groups: Scores of one or more galleries; every query counts the same.

    Returns:
        Weights; a leg that says the same of every report gets 0.
    """
    values = [group.values - group.values.mean(axis=1, keepdims=True) for group in groups]
    size = sum(value.shape[0] * value.shape[1] for value in values)
    spread = np.sqrt(sum((value**2).sum(axis=(0, 1)) for value in values) / size)
    scaled = [value / np.maximum(spread, 1e-9) for value in values]
    weights = np.zeros(len(spread))
    loss, slope, bend = _loss(weights, scaled, groups)
    for _ in range(STEPS):
        step = np.linalg.solve(bend, slope)
        while step @ step > 1e-16:
            trial = _loss(weights - step, scaled, groups)
            if trial[0] <= loss:
                break
            step = step / 2
        else:
            break
        weights = weights - step
        loss, slope, bend = trial
    return np.asarray(np.where(spread > 1e-9, weights / np.maximum(spread, 1e-9), 0.0))


def _loss(
    weights: Values, scaled: Sequence[Values], groups: Sequence[Scores]
) -> tuple[float, Values, Values]:
    """Mean negative log-likelihood with the ridge, its gradient, and a positive curvature."""
    total, n, k = 0.0, 0, len(weights)
    slope, bend = np.zeros(k), np.zeros((k, k))
    for values, group in zip(scaled, groups, strict=True):
        logits = values @ weights
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        p = odds / odds.sum(axis=1, keepdims=True)
        own = np.where(group.same, p, 0)
        share = own.sum(axis=1, keepdims=True)
        total -= float(np.log(np.maximum(share, 1e-300)).sum())
        mean = np.einsum("qg,qgk->qk", p, values)
        slope += (mean - np.einsum("qg,qgk->qk", own / np.maximum(share, 1e-300), values)).sum(0)
        bend += np.einsum("qg,qgk,qgl->kl", p, values, values, optimize=True) - mean.T @ mean
        n += len(values)
    loss = total / n + RIDGE * float(weights @ weights)
    return loss, slope / n + 2 * RIDGE * weights, bend / n + 2 * RIDGE * np.eye(k)
