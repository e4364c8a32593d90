"""Reads the phrase tables of `data/phrases`: what can be found, where, and how it is called."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Site:
    """One place of a group of places, such as an upper lobe.

    Attributes:
        group: What it belongs to.
        order: Its step on the group's scale; the distance of two sites is their difference.
        sides: "b" = either side, "l" or "r" = only that side, "n" = has no side.
        singular: Its usual name.
        plural: The name of both.
        abbreviation: What follows R or L, "" if it has none.
        others: Further wordings; `{}` stands for the side.
    """

    group: str
    order: int
    sides: str
    singular: str
    plural: str
    abbreviation: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """Something that a report can state.

    Attributes:
        key: Unique name.
        region: Body region.
        family: Path of relatedness.
        groups: Site groups; "-" = no site.
        attributes: Name -> its parameter, such as `{"sev": "degree", "size": "3-28"}`.
        nouns: Wordings in findings.
        conclusions: Wordings in an impression.
    """

    key: str
    region: str
    family: str
    groups: tuple[str, ...]
    attributes: Mapping[str, str]
    nouns: tuple[str, ...]
    conclusions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Normal:
    """A compartment with the wordings that say it is normal.

    Attributes:
        region: Body region.
        compartment: Its name.
        families: Prefixes of the families that contradict it.
        texts: Sentences.
    """

    region: str
    compartment: str
    families: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """All tables.

    Attributes:
        entities: In order of the file.
        sites: Group -> its sites.
        normals: Region -> its compartments.
        negatives: Region -> impressions that nothing is wrong.
    """

    entities: tuple[Entity, ...]
    sites: Mapping[str, tuple[Site, ...]]
    normals: Mapping[str, tuple[Normal, ...]]
    negatives: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, folder: Path) -> "Phrasebook":
        """The tables of a folder."""
        sites: dict[str, list[Site]] = defaultdict(list)
        for group, order, sides, singular, plural, abbreviation, others in _rows(
            folder / "sites.txt", 7
        ):
            site = Site(group, int(order), sides, singular, plural, abbreviation, _split(others))
            sites[group].append(site)
        entities = [
            Entity(
                key, region, family, tuple(groups.split(",")), _attributes(attributes),
                _split(nouns), _split(conclusions),
            )
            for key, region, family, groups, attributes, nouns, conclusions in _rows(
                folder / "entities.txt", 7
            )
        ]  # fmt: skip
        normals: dict[str, list[Normal]] = defaultdict(list)
        for region, compartment, families, texts in _rows(folder / "normals.txt", 4):
            row = Normal(region, compartment, tuple(families.split(",")), _split(texts))
            normals[region].append(row)
        negatives = {
            region: _split(texts) for region, texts in _rows(folder / "impressions.txt", 2)
        }
        return cls(
            tuple(entities),
            {group: tuple(rows) for group, rows in sites.items()},
            {region: tuple(rows) for region, rows in normals.items()},
            negatives,
        )


def _rows(path: Path, columns: int) -> Iterator[list[str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) != columns:
                raise ValueError(
                    f"{path.name}, line {number}: found {len(cells)} columns, wanted {columns}"
                )
            yield cells


def _split(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";") if part.strip())


def _attributes(cell: str) -> dict[str, str]:
    return {name: value for name, _, value in (part.partition("=") for part in cell.split())}
