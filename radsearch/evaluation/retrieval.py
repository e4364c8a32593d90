"""Findings <-> impression retrieval on an index, by the conventions of the project.

Relevant is the report's own other section (paper: findings -> impression, both directions); nDCG is
graded by shared abnormal tags. Every number is the expected value over tied reports, beside the
ceiling that repeated texts impose; exact search, the live index and lexical rows stand together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch import metrics
from radsearch.evaluation.bootstrap import mean_interval
from radsearch.evaluation.ceiling import recall_ceiling
from radsearch.evaluation.pairs import DIRECTIONS, Direction, Pairs, sides
from radsearch.evaluation.scorers import Scorer

KS = (1, 5, 10)
BLOCK = 256
OWN, SAME, HALF = 3.0, 2.0, 1.0
"""Gains: the report itself; one with the same abnormal tags; one that shares half of them."""

Values = Mapping[str, NDArray[np.float64]]
"""Per-query values by metric: "recall@1", "mrr@10", "ndcg@10"."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a way of searching in one direction.

    Attributes:
        system: "dense", "index", "tfidf", "bm25", "hybrid", ...
        direction: From which section to which.
        means: By metric, over all queries.
        intervals: By metric, 95 % bootstrap interval of the mean.
        values: By metric, one value a query.
    """

    system: str
    direction: Direction
    means: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    values: Values


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The whole result.

    Attributes:
        n: Queries and gallery size.
        unique: Distinct texts by side.
        ceilings: By direction and k, the best recall@k that any ranking by text can reach.
        rows: One a system and direction.
        slices: By name of a slice, (n,) whether a query is in it.
        ids: Report ids of the queries.
        n_pointers: Reports left out since one section only points at the other.
        n_identical: Pairs, kept, whose two sections hold the same words.
    """

    n: int
    unique: Mapping[str, int]
    ceilings: Mapping[Direction, Mapping[int, float]]
    rows: Sequence[Row]
    slices: Mapping[str, NDArray[np.bool_]]
    ids: Sequence[str]
    n_pointers: int = 0
    n_identical: int = 0


def evaluate(pairs: Pairs, systems: Mapping[str, Mapping[Direction, Scorer]]) -> Retrieval:
    """Score every system in both directions.

    Args:
        pairs: The queries and the gallery.
        systems: By name, the scorer of each direction.

    Returns:
        Table and per-query values.
    """
    rows = []
    for name, scorers in systems.items():
        for direction in DIRECTIONS:
            values = _values(pairs, scorers[direction])
            rows.append(_row(name, direction, values, pairs.patients))
    ceilings = {
        direction: {
            k: recall_ceiling(pairs.texts[sides(direction)[0]], pairs.texts[sides(direction)[1]], k)
            for k in KS
        }
        for direction in DIRECTIONS
    }
    unique: dict[str, int] = {side: len(set(texts)) for side, texts in pairs.texts.items()}
    left_out = pairs.n_pointers, pairs.n_identical
    return Retrieval(len(pairs), unique, ceilings, rows, pairs.slices, pairs.ids, *left_out)


def _row(name: str, direction: Direction, values: Values, patients: list[str] | None) -> Row:
    means = {metric: float(v.mean()) for metric, v in values.items()}
    intervals = {metric: mean_interval(v, clusters=patients) for metric, v in values.items()}
    return Row(name, direction, means, intervals, values)


def _values(pairs: Pairs, scorer: Scorer) -> Values:
    n = len(pairs)
    higher, tied = np.zeros(n), np.zeros(n)
    ndcg = np.zeros(n) if pairs.tags is not None else None
    bits = tag_bits(pairs.tags) if pairs.tags is not None else None
    for start in range(0, n, BLOCK):
        block = slice(start, min(start + BLOCK, n))
        scores = np.round(scorer(block), 6)  # (b, g)
        own = scores[np.arange(len(scores)), np.arange(block.start, block.stop)][:, None]
        higher[block], tied[block] = (scores > own).sum(1), (scores == own).sum(1)
        if ndcg is not None and bits is not None:
            gains = graded_gains(bits, block)
            for i in range(len(scores)):
                ndcg[start + i] = metrics.expected_ndcg_at_k(scores[i], gains[i], 10)
    values = {f"recall@{k}": metrics.expected_recall_at_k(higher, tied, k) for k in KS}
    values["mrr@10"] = metrics.expected_mrr_at_k(higher, tied, 10)
    return values if ndcg is None else values | {"ndcg@10": ndcg}


def tag_bits(tags: Sequence[frozenset[str]]) -> NDArray[np.float32]:
    """(n, t), 1 where a report has a tag."""
    names = sorted(frozenset().union(*tags))
    place = {name: i for i, name in enumerate(names)}
    bits = np.zeros((len(tags), len(names)), np.float32)
    for row, found in enumerate(tags):
        bits[row, [place[name] for name in found]] = 1.0
    return bits


def graded_gains(bits: NDArray[np.float32], block: slice) -> NDArray[np.float64]:
    """Gain of each report for each query of the block, (b, n), by shared abnormal tags.

    3 for the report itself, 2 for the same set of tags (two normal reports too), 1 for a Jaccard
    index of one half or more.

    >>> bits = np.array([[1, 0], [1, 0], [1, 1], [0, 0]], np.float32)
    >>> graded_gains(bits, slice(0, 1)).tolist()
    [[3.0, 2.0, 1.0, 0.0]]
    """
    shared = bits[block] @ bits.T
    union = bits[block].sum(1)[:, None] + bits.sum(1)[None, :] - shared
    gains = np.where(2 * shared >= np.maximum(union, 1), HALF, 0.0)
    gains[shared == union] = SAME
    gains[np.arange(len(shared)), np.arange(block.start, block.stop)] = OWN
    return gains
