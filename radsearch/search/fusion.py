"""Joining the legs: pools, exact scores for every candidate, one stable order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from radsearch.hit import Leg
from radsearch.search.lexical import Floats
from radsearch.search.predicate import Mask
from radsearch.search.stream import Ints
from radsearch.search.top import top

POOL = 500
"""Reports that each leg may propose, for every k up to 100: the top never depends on k."""


def pool_size(k: int) -> int:
    """How deep each leg is read; the same for all k up to 100.

    >>> pool_size(5), pool_size(50), pool_size(1000)
    (500, 500, 5000)
    """
    return max(POOL, 5 * k)


@dataclass(frozen=True, slots=True)
class Ranked:
    """Reports in order, with what each leg said of them."""

    positions: Ints
    scores: Floats
    legs: Mapping[str, Mapping[int, Leg]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pool:
    """What one leg proposes.

    Attributes:
        name: "dense", "lexical" or "findings".
        weight: Its share of the fused score.
        positions: Best first.
        scores: Descending.
        score_of: Its scores for any positions.
    """

    name: str
    weight: float
    positions: Ints
    scores: Floats
    score_of: Callable[[Ints], Floats]


def array_pool(name: str, weight: float, scores: Floats, size: int, within: Mask | None) -> Pool:
    """The pool of a leg that scored every report; reports at 0 or below are not proposed."""
    best, positions = top(scores, size, within)
    return Pool(name, weight, positions, best, lambda wanted: scores[wanted])


def fuse(pools: list[Pool], k: int) -> Ranked:
    """The k best by the weighted sum of all legs' scores.

    Every candidate gets its true score from every leg, so that a report's score does not depend
    on how deep the pools are.

    Args:
        pools: One a leg.
        k: How many.

    Returns:
        Scores to 1e-6, descending; equal scores by ascending position.
    """
    candidates = np.unique(np.concatenate([pool.positions for pool in pools]))
    total = np.zeros(len(candidates), np.float64)
    scored: dict[str, NDArray[np.float64]] = {}
    for pool in pools:
        scored[pool.name] = np.asarray(pool.score_of(candidates), np.float64)
        total += pool.weight * scored[pool.name]
    total = np.round(total, 6)
    order = np.argsort(-total, kind="stable")[:k]
    legs = {pool.name: _legs(pool, candidates[order], scored[pool.name][order]) for pool in pools}
    return Ranked(candidates[order], total[order].astype(np.float32), legs)


def _legs(pool: Pool, positions: Ints, scores: NDArray[np.float64]) -> dict[int, Leg]:
    ranks = {position: rank for rank, position in enumerate(pool.positions.tolist(), 1)}
    return {
        position: Leg(ranks.get(position), round(score, 6))
        for position, score in zip(positions.tolist(), scores.tolist(), strict=True)
    }
