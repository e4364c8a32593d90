"""Generated statements that differ in several attributes at once, with RadSim as their similarity.

A ladder says which of two copies is nearer on one axis; here a wrong side is weighed against a
wrong size, in the proportions of RadSim. Paper: table 4, joint-attribute Spearman.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from radsearch.language.radsim import OPPOSITE_CAP, WEIGHTS

from ..rows import Scored
from .changes import AXES, changed, prepared, scale_length
from .phrasebook import Phrasebook
from .statement import Statement, Style, word
from .study import Generator, some_statement

_COPIES = 6
_CHANGING = tuple(a for a in AXES if a not in ("joint", "omission", "finding", "presence"))
_DENIED = 0.1
_SIDES = ("left", "bilateral", "right")


def statement_similarity(one: Statement, two: Statement) -> float:
    """RadSim of two statements about one entity, from their values.

    Args:
        one: A statement.
        two: The same with some attributes changed.

    Returns:
        In [0, 1]; at most `OPPOSITE_CAP` where one denies what the other states.
    """
    parts = [(WEIGHTS["finding"], 1.0)]
    if one.side and two.side:
        apart = abs(_SIDES.index(one.side) - _SIDES.index(two.side))
        parts.append((WEIGHTS["laterality"], 1 - apart / 2))
    if one.site and two.site:
        apart = 0 if one.site == two.site else max(1, abs(one.site.order - two.site.order))
        parts.append((WEIGHTS["location"], 1 / (1 + apart)))
    if one.size_mm and two.size_mm:
        small, large = sorted((one.size_mm, two.size_mm))
        parts.append((WEIGHTS["size"], small / large))
    for axis in ("severity", "count", "density", "certainty", "temporal"):
        first, second = getattr(one, axis), getattr(two, axis)
        if first is not None and second is not None:
            span = max(1, scale_length(one.entity, axis) - 1)
            parts.append((WEIGHTS[axis], 1 - abs(first - second) / span))
    score = sum(w * agreement for w, agreement in parts) / sum(w for w, _ in parts)
    return score if one.present == two.present else min(score, OPPOSITE_CAP)


class JointPairs:
    """Draws scored pairs, six of each anchor.

    Args:
        book: What can be said.
    """

    def __init__(self, book: Phrasebook):
        self._generator = Generator(book)

    @classmethod
    def read(cls, folder: Path) -> "JointPairs":
        """From the phrase tables of a folder."""
        return cls(Phrasebook.read(folder))

    def draw(self, rng: np.random.Generator, n: int) -> list[Scored]:
        """`n` pairs; the copy is worded as its anchor is, or in its own way."""
        found: list[Scored] = []
        while len(found) < n:
            base = self._anchor(rng)
            style = Style(int(rng.integers(1 << 30)))
            left = word(base, style)
            for _ in range(min(_COPIES, n - len(found))):
                other = Style(int(rng.integers(1 << 30))) if rng.random() < 0.3 else style
                copy = self._copy(base, rng)
                found.append(Scored(left, word(copy, other), statement_similarity(base, copy)))
        return found

    def _anchor(self, rng: np.random.Generator) -> Statement:
        """A statement with many attributes."""
        maker = self._generator
        entity = maker.entities(maker.region(rng, chest=0.3), 1, rng)[0]
        return some_statement(entity, maker.book, rng, share=1.0)

    def _copy(self, base: Statement, rng: np.random.Generator) -> Statement:
        """The statement denied, or with one to four attributes changed."""
        if rng.random() < _DENIED:
            return replace(base, present=False)
        current, wanted = base, int(rng.integers(1, 5))
        for i in rng.permutation(len(_CHANGING)).tolist():
            ready = prepared(current, _CHANGING[i], rng) if wanted else None
            # an attribute that the anchor does not state is no difference
            if ready is None or ready != current:
                continue
            copies = changed(ready, _CHANGING[i], rng, self._generator.book.sites, ())
            options = [version for version, _ in copies if version and version.present]
            if options:
                current, wanted = options[int(rng.integers(len(options)))], wanted - 1
        return current
