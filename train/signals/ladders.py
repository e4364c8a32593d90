"""Ladders of values: what in a sentence can be replaced, by what, and how far that is from it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

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
class Axis:
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
        kept: dict[int, str] = {}  # of two words as far away, one by chance
        for i in rng.permutation(len(others)):
            word, distance = others[i]
            kept[distance] = word
        return [
            (word.capitalize() if upper else word, float(distance))
            for distance, word in kept.items()
        ]

    return steps


def _find_size(text: str) -> re.Match[str] | None:
    return None if _BEFORE.search(text) else _SIZE.search(text)


def _find_level(text: str) -> re.Match[str] | None:
    match = _LEVEL.search(text) if _SPINE.search(text) else None
    if match is None or match[1] not in _LEVELS[:-1] or match[1] in ("T1", "T2"):
        return None
    after = _LEVELS[_LEVELS.index(match[1]) + 1]  # a range, such as C5-7, is left alone
    return (
        match
        if match[4] is None or after in (match[3] + match[4], match[1][0] + match[4])
        else None
    )


def _find_row(row: Sequence[str]) -> Callable[[str], re.Match[str] | None]:
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(row, key=len, reverse=True))})\b", re.I)

    def find(text: str) -> re.Match[str] | None:
        found = list(pattern.finditer(text))
        return found[0] if len(found) == 1 else None

    return find


AXES = (
    Axis("size", _find_size, _size_steps),
    Axis("level", _find_level, _level_steps),
    *(Axis(row[0], _find_row(row), _row_steps(row)) for row in _ROWS),
)
