"""How well one stated attribute answers the one asked for, as a factor in [0, 1].

Weights are measured: `radsearch bench search`.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from radsearch.language.agreement import location_agreement
from radsearch.language.lexicon import load_lexicon
from radsearch.search.intent import Range

Values = NDArray[np.float32]

UNSTATED = 0.5  # an attribute asked for that the report does not give
NEAR = 0.6  # the next step of severity, a size within 2 mm or 15 %
WRONG = 0.02  # an attribute that disagrees: hardly better than silence
PART_OF = 0.5  # the report gives only the whole of the place asked for
NEAR_DENSITY = (
    {"solid", "part_solid"},
    {"part_solid", "ground_glass"},
    {"hypodense", "fluid"},
    {"fluid", "t2_hyperintense"},
    {"solid", "enhancing"},
    {"calcified", "hyperdense"},
)
NEAR_TEMPORAL = ({"new", "increased"}, {"stable", "chronic"}, {"decreased", "resolved"})
NEAR_CERTAINTY = ({"definite", "probable"}, {"probable", "possible"})


@lru_cache(maxsize=4096)
def _wholes(place: str) -> frozenset[str]:
    """What the place is part of."""
    parents = load_lexicon().parents
    found: set[str] = set()
    while place in parents and parents[place] not in found:
        place = parents[place]
        found.add(place)
    return frozenset(found)


def side_fits(wanted: str | None) -> dict[str, float]:
    """Factor of each side that answers a side.

    >>> side_fits("left"), side_fits(None)
    ({'left': 1.0, 'bilateral': 0.95}, {})
    """
    fits = {wanted: 1.0} if wanted else {}
    if wanted in ("left", "right"):
        fits["bilateral"] = 0.95
    return fits


def ordered_fits(scale: Sequence[str], wanted: Sequence[str]) -> dict[str, float]:
    """Factor of each step of a scale; the next one to those asked for is near."""
    places = [scale.index(word) for word in wanted]
    if not places:
        return {}
    return {
        word: {0: 1.0, 1: NEAR}.get(min(abs(at - place) for place in places), WRONG)
        for at, word in enumerate(scale)
    }


def set_fits(wanted: Sequence[str], near: Sequence[set[str]]) -> dict[str, float]:
    """Factor of each word that is asked for or stands near one that is."""
    fits = {word: NEAR for pair in near if pair & set(wanted) for word in pair}
    return fits | dict.fromkeys(wanted, 1.0)


def range_fits(have: Values, span: Range) -> Values:
    """Factor of each number; NaN = not stated."""
    low = -np.inf if span[0] is None else span[0]
    high = np.inf if span[1] is None else span[1]
    inside = (have >= low) & (have <= high)
    bound = np.where(have < low, low, high)
    with np.errstate(invalid="ignore"):
        near = np.abs(have - bound) <= np.maximum(2.0, 0.15 * bound)
    scores = np.where(inside, 1.0, np.where(near, NEAR, WRONG))
    return np.asarray(np.where(np.isnan(have), UNSTATED, scores), np.float32)


@lru_cache(maxsize=65536)
def site_fits(wanted: str, have: str) -> float:
    """Factor of a place; "" = not stated."""
    if not have:
        return WRONG
    if wanted in _wholes(have):
        return 1.0
    if have in _wholes(wanted):
        return PART_OF
    agreement = location_agreement(wanted, have)
    return 1.0 if agreement == 1 else 0.85 if agreement == 0.7 else WRONG
