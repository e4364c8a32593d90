"""Written families once more, with graded copies along another axis than their own.

The anchor's rewordings keep all its facts, so they stay right when the copies change its size, its
level, its place in a row of places, its grade, its side or its number instead.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..rows import Family, Variant
from .families import read_families, thinned

Steps = list[tuple[str, float]]
"""What may stand in place of a match, with its distance from it."""

_SIZE = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)((?: ?[x\u00d7] ?\d+(?:\.\d+)?){0,2}) ?(mm|cm)\b")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_BEFORE = re.compile(r"\b(?:previous|prior|earlier|compared|former|from|was|between)", re.I)
_FACTORS = ((1.25, 1.6), (1.8, 2.6), (3.2, 5.0), (7.0, 12.0))
_LEVELS = [f"{part}{i}" for part, n in (("C", 7), ("T", 12), ("L", 5)) for i in range(1, n + 1)]
_LEVEL = re.compile(r"\b([CTL]\d{1,2})(?:( ?[-/] ?)([CTLS]?)(\d{1,2}))?\b(?!-?weighted)")
_SPINE = re.compile(
    r"vertebr|dis[ck]s?\b|canal|foram|compress|fractur|endplate|facet|level|spondyl|cord|wedg|height",
    re.I,
)
_ROWS = tuple(
    tuple(row.split("/"))
    for row in (
        "upper/middle/lower", "upper/mid/lower", "proximal/mid/distal", "apical/mid/basal",
        "anterior/lateral/posterior", "medial/lateral", "superior/inferior",
        "caecum/ascending colon/hepatic flexure/transverse colon/splenic flexure/descending colon/"
        "sigmoid colon/rectum",
        "cecum/ascending colon/transverse colon/descending colon/sigmoid colon/rectum",
        "duodenum/jejunum/ileum", "duodenal/jejunal/ileal",
        "ascending aorta/aortic arch/descending thoracic aorta/abdominal aorta",
        "frontal/parietal/occipital", "first/second/third/fourth/fifth", "1st/2nd/3rd/4th/5th",
        "first rib/third rib/fifth rib/seventh rib/ninth rib/eleventh rib",
        "minimal/mild/moderate/severe", "tiny/small/large/massive", "slight/moderate/marked",
        "small/moderate/large", "mild/moderate/severe", "trace/small/large",
        "single/two/three/five/numerous", "one/two/four/eight", "solitary/two/several/innumerable",
        "two/three/six/numerous", "three/two/five/numerous", "left/right", "l/r",
        "femur/tibia/talus", "humerus/radius/scaphoid",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Axis:
    """A way to change an anchor.

    Attributes:
        name: Of the axis.
        find: An anchor -> its first match that can be changed, or None.
        steps: A match and a generator -> replacements.
    """

    name: str
    find: Callable[[str], re.Match[str] | None]
    steps: Callable[[re.Match[str], np.random.Generator], Steps]


def _written(mm: float, unit: str) -> str:
    """A length as reports write it.

    >>> _written(4.2, "mm"), _written(13.9, "mm"), _written(13.9, "cm"), _written(120.0, "cm")
    ('4', '14', '1.4', '12')
    """
    value = mm if unit == "mm" else mm / 10
    whole = value >= 10 if unit == "cm" else value >= 2
    text = f"{value:.0f}" if whole else f"{value:.1f}"
    return text.removesuffix(".0")


def _size_steps(match: re.Match[str], rng: np.random.Generator) -> Steps:
    """All numbers of one measurement times a factor, in either unit."""
    unit = match[3]
    scale = 1.0 if unit == "mm" else 10.0
    values = [float(number) * scale for number in _NUMBER.findall(match[1] + match[2])]
    found, seen = Steps(), {match[0]}
    up = rng.random() < 0.5
    for low, high in _FACTORS:
        factor = float(rng.uniform(low, high)) ** (1 if up else -1)
        if not 1 <= min(values) * factor <= max(values) * factor <= 250:
            continue
        own = "cm" if rng.random() < 0.3 and min(values) * factor >= 3 else unit
        text = " x ".join(_written(value * factor, own) for value in values) + f" {own}"
        if text not in seen:
            seen.add(text)
            found.append((text, abs(float(np.log(factor)))))
    return found


def _level_steps(match: re.Match[str], rng: np.random.Generator) -> Steps:
    """The level, or both ends of it, moved along the spine."""
    start = _LEVELS.index(match[1])
    sign = 1 if rng.random() < 0.5 else -1
    found = Steps()
    for shift in (1, int(rng.integers(2, 4)), int(rng.integers(4, 7)), int(rng.integers(8, 12))):
        for direction in (sign, -sign):
            to = start + direction * shift
            last = len(_LEVELS) - (2 if match[4] else 1)
            if 0 <= to <= last:
                end = _LEVELS[to + 1] if match[4] else ""
                end = end if match[3] else end[1:]
                found.append((f"{_LEVELS[to]}{match[2] or ''}{end}", float(shift)))
                break
    return found


def _row_steps(row: Sequence[str]) -> Callable[[re.Match[str], np.random.Generator], Steps]:
    def steps(match: re.Match[str], rng: np.random.Generator) -> Steps:
        own = match[0].lower()
        at = row.index(own)
        upper = match[0][0].isupper()
        others = [(word, abs(i - at)) for i, word in enumerate(row) if i != at]
        order = rng.permutation(len(others))
        kept = {distance: others[i][0] for i in order for distance in [others[i][1]]}
        return [
            (word.capitalize() if upper else word, float(distance))
            for distance, word in sorted(kept.items())
        ]

    return steps


def _find_size(text: str) -> re.Match[str] | None:
    return None if _BEFORE.search(text) else _SIZE.search(text)


def _find_level(text: str) -> re.Match[str] | None:
    match = _LEVEL.search(text) if _SPINE.search(text) else None
    good = match is not None and match[1] in _LEVELS and match[1] not in ("T1", "T2")
    return match if good else None


def _find_row(row: Sequence[str]) -> Callable[[str], re.Match[str] | None]:
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(row, key=len, reverse=True))})\b", re.I)

    def find(text: str) -> re.Match[str] | None:
        found = list(pattern.finditer(text))
        return found[0] if len(found) == 1 else None

    return find


AXES = (
    _Axis("size", _find_size, _size_steps),
    _Axis("level", _find_level, _level_steps),
    *(_Axis(row[0], _find_row(row), _row_steps(row)) for row in _ROWS),
)


def recombined(family: Family, axis: _Axis, rng: np.random.Generator) -> Family | None:
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

    @classmethod
    def read(cls, folder: Path) -> "Recombined":
        """The training families of `data/corpus/contrast`."""
        return cls(list(read_families(folder)))

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
