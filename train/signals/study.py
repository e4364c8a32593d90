"""Generated studies: structured statements, worded as findings, as an impression, or in contrasts.

Written templates alone; nothing is copied from a report.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..rows import Family, Pair, Variant
from .changes import AXES, changed, prepared
from .phrasebook import Entity, Normal, Phrasebook, Site
from .statement import Statement, Style, word_all

# Chest studies get more than half: they are the commonest and the ones with the finest differences.
_REGIONS = {
    "chest": 0.5, "abdomen": 0.13, "head": 0.09, "spine": 0.07, "msk": 0.09, "pelvis": 0.03,
    "neck": 0.03, "breast": 0.03, "vascular": 0.03,
}  # fmt: skip


def _style(rng: np.random.Generator, *, concise: bool = False) -> Style:
    return Style(int(rng.integers(1 << 30)), concise)


def pick_site(entity: Entity, book: Phrasebook, rng: np.random.Generator) -> Site | None:
    """A site of one of the entity's groups, the first group most often; None where it has none."""
    groups = entity.groups
    group = groups[0] if rng.random() < 0.6 else groups[int(rng.integers(len(groups)))]
    sites = book.sites.get(group, ())
    return sites[int(rng.integers(len(sites)))] if sites else None


def pick_side(entity: Entity, site: Site | None, rng: np.random.Generator) -> str | None:
    """A side that the entity and its site can have."""
    sides = "b" if site is None else site.sides
    if "side" not in entity.attributes or sides == "n":
        return None
    if sides in ("l", "r"):
        return {"l": "left", "r": "right"}[sides]
    return ("left", "right", "left", "right", "bilateral")[int(rng.integers(5))]


def some_statement(
    entity: Entity, book: Phrasebook, rng: np.random.Generator, share: float = 0.4
) -> Statement:
    """A positive statement with a site, a side, and a random part of its other attributes."""
    site = pick_site(entity, book, rng)
    statement = Statement(entity, side=pick_side(entity, site, rng), site=site)
    for axis, odds in (
        ("severity", share), ("size", share), ("count", share / 3), ("density", share / 2),
        ("temporal", share / 2), ("certainty", share / 3),
    ):  # fmt: skip
        if rng.random() < odds:
            statement = prepared(statement, axis, rng) or statement
    return statement


class Generator:
    """Draws entities and normal compartments from a phrasebook."""

    def __init__(self, book: Phrasebook):
        self.book = book
        self._by_region: dict[str, list[Entity]] = {}
        for entity in book.entities:
            self._by_region.setdefault(entity.region, []).append(entity)

    def region(self, rng: np.random.Generator, chest: float | None = None) -> str:
        """A region; the chest with its usual weight or the given one."""
        names = list(_REGIONS)
        weights = np.array(list(_REGIONS.values()))
        if chest is not None:
            weights = np.where([n == "chest" for n in names], chest / (1 - chest), weights * 2)
        return names[int(rng.choice(len(names), p=weights / weights.sum()))]

    def entities(self, region: str, n: int, rng: np.random.Generator) -> list[Entity]:
        """At most `n` entities of a region, of different families."""
        pool, found = self._by_region[region], dict[str, Entity]()
        for i in rng.permutation(len(pool)):
            if len(found) == n:
                break
            found.setdefault(pool[i].family, pool[i])
        return list(found.values())

    def kin(self, entity: Entity, rng: np.random.Generator) -> list[tuple[Entity, int]]:
        """Other entities with their distance: 1 = family, 2 = region, 3 = elsewhere."""
        groups: dict[int, list[Entity]] = {1: [], 2: [], 3: []}
        for other in self.book.entities:
            if other.key == entity.key:
                continue
            near = other.family.split("/")[0] == entity.family.split("/")[0]
            groups[3 if other.region != entity.region else 1 if near else 2].append(other)
        return [(pool[int(rng.integers(len(pool)))], d) for d, pool in groups.items() if pool]

    def normals(
        self, region: str, families: Sequence[str], rng: np.random.Generator, n: int
    ) -> list[Normal]:
        """At most `n` compartments that no stated family contradicts."""
        free = [
            row
            for row in self.book.normals.get(region, ())
            if not any(family.startswith(p) for family in families for p in row.families)
        ]
        return [free[i] for i in rng.permutation(len(free))[:n]]


class StudyPairs:
    """Findings and impression of generated studies."""

    def __init__(self, book: Phrasebook):
        self._generator = Generator(book)

    @classmethod
    def read(cls, folder: Path) -> "StudyPairs":
        """From the phrase tables of a folder."""
        return cls(Phrasebook.read(folder))

    def draw(self, rng: np.random.Generator, n: int) -> list[Pair]:
        """`n` pairs, all of one region in most draws."""
        region = self._generator.region(rng)
        mixed = rng.random() < 0.2
        return [self._pair(self._generator.region(rng) if mixed else region, rng) for _ in range(n)]

    def _pair(self, region: str, rng: np.random.Generator) -> Pair:
        maker = self._generator
        n = int(rng.choice([0, 1, 2, 3, 4], p=[0.08, 0.27, 0.3, 0.22, 0.13]))
        entities = maker.entities(region, n, rng)
        stated = [some_statement(entity, maker.book, rng) for entity in entities]
        absent = [
            Statement(entity, present=False)
            for entity in maker.entities(region, int(rng.integers(0, 3)), rng)
            if entity.key not in {s.entity.key for s in stated}
            and entity.family not in {s.entity.family for s in stated}
        ]
        families = [entity.family for entity in entities]
        normals = maker.normals(region, families, rng, int(rng.integers(1, 6)))
        items: list[Statement | Normal] = [*stated, *absent, *normals]
        findings = word_all(items, _style(rng), rng.permutation(len(items)).tolist())
        concluded = _concluded(stated, rng)
        impression = word_all(concluded, _style(rng, concise=True))
        if not stated or rng.random() < 0.25:
            negatives = maker.book.negatives[region]
            closing = negatives[int(rng.integers(len(negatives)))]
            impression = f"{impression} {closing}".strip()
        meaning = "; ".join(sorted(s.meaning for s in stated)) or f"normal {region}"
        return Pair(findings, impression, meaning)


def _concluded(stated: Sequence[Statement], rng: np.random.Generator) -> list[Statement]:
    """What an impression repeats: most statements, each with some attributes left out."""
    kept = [s for i, s in enumerate(stated) if i == 0 or rng.random() < 0.85]
    return [
        replace(
            s,
            size_mm=s.size_mm if rng.random() < 0.7 else None,
            density=s.density if rng.random() < 0.5 else None,
            severity=s.severity if rng.random() < 0.85 else None,
        )
        for s in kept
    ]


class StudyContrasts:
    """Contrast families of generated statements, every axis equally often."""

    def __init__(self, book: Phrasebook):
        self._generator = Generator(book)

    @classmethod
    def read(cls, folder: Path) -> "StudyContrasts":
        """From the phrase tables of a folder."""
        return cls(Phrasebook.read(folder))

    def draw(self, rng: np.random.Generator, n: int) -> list[Family]:
        """`n` families, the axes in turn from a random start."""
        start, families = int(rng.integers(len(AXES))), list[Family]()
        for i in range(n):
            axis = AXES[(start + i) % len(AXES)]
            family = None
            while family is None:  # the drawn entity may lack the axis
                family = self._family(axis, f"study/{i}", rng)
            families.append(family)
        return families

    def _family(self, axis: str, key: str, rng: np.random.Generator) -> Family | None:
        """One family; None where the drawn entity lacks the axis."""
        maker, book = self._generator, self._generator.book
        region = maker.region(rng, chest=0.3)
        n = int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15]))
        entities = maker.entities(region, n, rng)
        stated = [some_statement(entity, book, rng, 0.3) for entity in entities]
        focus = int(rng.integers(len(stated)))
        base = prepared(stated[focus], axis, rng)
        if base is None:
            return None
        copies = changed(base, axis, rng, book.sites, maker.kin(base.entity, rng))
        if not copies:
            return None
        extra = maker.normals(region, [e.family for e in entities], rng, int(rng.integers(0, 2)))
        if axis == "omission" and len(stated) + len(extra) < 2:
            return None
        versions = [(base, 0), *copies]
        family = _worded(key, axis, stated, focus, versions, extra, rng)
        anchor = family.variants[0].texts
        return family if len(set(anchor)) == len(anchor) else None


def _worded(
    key: str,
    axis: str,
    stated: list[Statement],
    focus: int,
    versions: Sequence[tuple[Statement | None, int]],
    extra: Sequence[Normal],
    rng: np.random.Generator,
) -> Family:
    """Each version in the anchor's style; the first, and often the second, in another one too."""
    first, second = _style(rng), _style(rng)
    count = len(stated) + len(extra)
    order, other = rng.permutation(count).tolist(), rng.permutation(count).tolist()
    both = 2 if rng.random() < 0.6 else 1
    variants = []
    for i, (version, distance) in enumerate(versions):
        items: list[Statement | Normal] = [*stated, *extra]
        keep = range(count)
        if version is None:  # the statement is left out
            keep = [j for j in keep if j != focus]  # type: ignore[assignment]
        else:
            items[focus] = version
        texts = [word_all(items, first, [j for j in order if j in keep])]
        if i < both:
            texts.append(word_all(items, second, [j for j in other if j in keep]))
        facts = [x.meaning for j, x in enumerate(items) if isinstance(x, Statement) and j in keep]
        variants.append(Variant(tuple(dict.fromkeys(texts)), distance, "; ".join(sorted(facts))))
    return Family(key, axis, tuple(variants))
