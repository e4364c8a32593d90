"""Written families once more, with graded copies along another axis than their own.

The anchor's rewordings keep all its facts, so they stay right when the copies change its size, its
level, its place in a row of places, its grade, its side or its number instead.
"""

from collections.abc import Sequence

import numpy as np

from ..rows import Family, Variant
from .families import thinned
from .ladders import AXES, Axis


def recombined(family: Family, axis: Axis, rng: np.random.Generator) -> Family | None:
    """The family with copies along another axis; None where its anchor does not state it.

    >>> family = Family("f", "finding", (Variant(("Cyst of 8 mm.", "Fluid sac, 8 mm"), 0, "f/0"),))
    >>> found = recombined(family, AXES[0], np.random.default_rng(0))
    >>> [text for v in found.variants for text in v.texts][:3]
    ['Cyst of 8 mm.', 'Fluid sac, 8 mm', 'Cyst of 0.6 cm.']
    """
    anchor = family.variants[0].texts[0]
    match = axis.find(anchor)
    steps = axis.steps(match, rng) if match else []
    if match is None or not steps:
        return None
    key = f"{family.key}/{axis.name}"
    copies = [
        Variant((f"{anchor[: match.start()]}{text}{anchor[match.end() :]}",), i, f"{key}/{i}")
        for i, (text, _) in enumerate(sorted(steps, key=lambda step: step[1]), 1)
    ]
    return Family(key, axis.name, (family.variants[0], *copies))


class Recombined:
    """Draws training families along other axes, each of them equally often.

    Args:
        families: The training part.

    Raises:
        ValueError: If no anchor states anything that can be changed.
    """

    def __init__(self, families: Sequence[Family]):
        anchors = [family.variants[0].texts[0] for family in families]
        self._families = list(families)
        self._fit = [
            (axis, rows)
            for axis in AXES
            if len(rows := [i for i, text in enumerate(anchors) if axis.find(text)]) > 0
        ]
        if not self._fit:
            raise ValueError("no anchor states a size, a level, a place, a grade, a side, a number")
        sizes = np.sqrt([len(rows) for _, rows in self._fit])
        self._odds = sizes / sizes.sum()

    def draw(self, rng: np.random.Generator, n: int) -> list[Family]:
        """At most `n` families of distinct anchors; axes by the root of how many state them."""
        chosen: dict[int, Family] = {}
        for _ in range(4 * n):
            if len(chosen) == n:
                break
            axis, rows = self._fit[int(rng.choice(len(self._fit), p=self._odds))]
            at = rows[int(rng.integers(len(rows)))]
            family = recombined(self._families[at], axis, rng)
            if at not in chosen and family is not None:
                chosen[at] = thinned(family, rng, 2)
        return list(chosen.values())
