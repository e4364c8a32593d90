"""Changes of one attribute of a statement, with how far each goes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from . import vocabulary as v
from .phrasebook import Entity, Site
from .statement import Statement

AXES = (
    "laterality", "presence", "severity", "location", "density", "temporal", "size", "count",
    "certainty", "finding", "joint", "omission",
)  # fmt: skip

Change = tuple[Statement | None, int]
_SIDES = ("left", "bilateral", "right")
_ORDERED = ("severity", "count", "density", "certainty", "temporal")
_STEPS = 4
"""How many copies a ladder has at most."""


def _range(cell: str) -> tuple[int, int]:
    low, _, high = cell.partition("-")
    return int(low), int(high)


def scale_length(entity: Entity, axis: str) -> int:
    """How many values an ordered axis has for an entity; 0 where it has none."""
    if axis == "severity":
        return len(v.SEVERITY[entity.attributes["sev"]]) if "sev" in entity.attributes else 0
    if axis == "density":
        return len(v.DENSITY[entity.attributes["dens"]]) if "dens" in entity.attributes else 0
    name = {"count": "count", "certainty": "cert", "temporal": "temp"}[axis]
    lengths = {"count": len(v.COUNT), "certainty": len(v.CERTAINTY), "temporal": len(v.TEMPORAL)}
    return lengths[axis] if name in entity.attributes else 0


def prepared(s: Statement, axis: str, rng: np.random.Generator) -> Statement | None:
    """The statement with a value on the axis; None if its entity has no such attribute."""
    if axis in ("presence", "finding", "omission"):
        return s
    if axis == "laterality":
        return s if s.side and (s.site is None or s.site.sides == "b") else None
    if axis == "location":
        return s if s.site else None
    if axis == "joint":
        return s if len(_joint_axes(s)) >= 2 else None
    if axis == "size":
        if "size" not in s.entity.attributes:
            return None
        low, high = _range(s.entity.attributes["size"])
        size = round(float(np.exp(rng.uniform(np.log(low), np.log(high)))))
        return s if s.size_mm else replace(s, size_mm=size, count=s.count or None)
    n = scale_length(s.entity, axis)
    if n == 0:
        return None
    if getattr(s, axis) is not None and axis != "temporal":
        return s
    # "resolved" would leave nothing to grade
    low = 1 if axis == "temporal" else 0
    return _with(s, axis, int(rng.integers(low, n)))


def _with(s: Statement, axis: str, value: int) -> Statement:
    if axis == "severity":
        return replace(s, severity=value)
    if axis == "count":
        return replace(s, count=value)
    if axis == "density":
        return replace(s, density=value)
    if axis == "certainty":
        return replace(s, certainty=value)
    return replace(s, temporal=value)


def changed(
    s: Statement,
    axis: str,
    rng: np.random.Generator,
    sites: Mapping[str, Sequence[Site]],
    kin: Sequence[tuple[Entity, int]],
) -> list[Change]:
    """Versions of a statement that differ on one axis, nearest first; None = left out.

    Args:
        s: The statement, prepared for the axis.
        axis: One of `AXES`.
        rng: Chooses among equals.
        sites: Group -> its sites.
        kin: Other entities with their distance, for the axis "finding".

    Returns:
        At most four versions with their distance; empty where the axis cannot change.
    """
    if axis == "presence":
        return _presence(s, rng)
    if axis == "omission":
        return [(None, 1)]
    if axis == "finding":
        return [(_as(s, entity), d) for entity, d in sorted(kin, key=lambda item: item[1])]
    if axis == "joint":
        return _joint(s, rng, sites)
    return sorted(_single(s, axis, rng, sites), key=lambda item: item[1])


def _single(
    s: Statement, axis: str, rng: np.random.Generator, sites: Mapping[str, Sequence[Site]]
) -> list[Change]:
    if axis == "laterality":
        at = _SIDES.index(s.side or "left")
        return [(replace(s, side=x), abs(at - i)) for i, x in enumerate(_SIDES) if i != at]
    if axis == "location" and s.site is not None:
        return _moved(s, s.site, rng, sites)
    if axis == "size" and s.size_mm is not None:
        up = bool(rng.random() < 0.5) or s.size_mm < 8
        factors = (1.5, 2.2, 3.5, 6.0)
        sizes = [max(1, round(s.size_mm * f if up else s.size_mm / f)) for f in factors]
        return [(replace(s, size_mm=x), i + 1) for i, x in enumerate(dict.fromkeys(sizes))]
    at, n = getattr(s, axis), scale_length(s.entity, axis)
    others = [i for i in rng.permutation(n).tolist() if i != at]
    found: list[Change] = [(_with(s, axis, i), abs(i - at)) for i in others[:_STEPS]]
    if axis == "certainty":
        found.append((replace(s, present=False), at + 1))
    return found


def _moved(
    s: Statement, site: Site, rng: np.random.Generator, sites: Mapping[str, Sequence[Site]]
) -> list[Change]:
    """The statement at a few other sites of its group that have its side."""
    found: dict[int, Change] = {}
    options = sites[site.group]
    for i in rng.permutation(len(options)).tolist():
        other = options[i]
        fits = other.sides == "b" or (s.side or "n")[0] == other.sides
        if other.singular != site.singular and fits:
            distance = max(1, abs(other.order - site.order))
            found.setdefault(distance, (replace(s, site=other), distance))
    return list(found.values())[:_STEPS]


def _presence(s: Statement, rng: np.random.Generator) -> list[Change]:
    """The negated statement, and an uncertain one nearer by where the entity allows it."""
    absent = replace(s, present=False)
    if "cert" in s.entity.attributes and rng.random() < 0.3:
        return [(replace(s, certainty=0), 1), (absent, 2)]
    return [(absent, 1)]


def _as(s: Statement, entity: Entity) -> Statement:
    """The same said of another entity, as far as it has the attributes."""
    keeps = entity.attributes
    same_scale = keeps.get("sev") == s.entity.attributes.get("sev")
    site = s.site if s.site and s.site.group in entity.groups else None
    return Statement(
        entity,
        side=s.side if "side" in keeps else None,
        site=site,
        severity=s.severity if "sev" in keeps and same_scale else None,
        size_mm=s.size_mm if "size" in keeps else None,
        count=s.count if "count" in keeps else None,
        certainty=s.certainty,
        temporal=s.temporal if "temp" in keeps else None,
    )


def _joint_axes(s: Statement) -> list[str]:
    """Axes on which a statement has a value that can change."""
    found = [axis for axis in _ORDERED if getattr(s, axis) is not None]
    found += ["size"] if s.size_mm else []
    found += ["location"] if s.site else []
    if s.side and (s.site is None or s.site.sides == "b"):
        found.append("laterality")
    return found


def _joint(
    s: Statement, rng: np.random.Generator, sites: Mapping[str, Sequence[Site]]
) -> list[Change]:
    """One attribute changed, then one more at each step, each keeping the former changes."""
    axes = _joint_axes(s)
    current, found = s, list[Change]()
    for i in rng.permutation(len(axes))[:_STEPS]:
        options = [x for x, _ in _single(current, axes[i], rng, sites) if x and x.present]
        if options:
            current = options[int(rng.integers(len(options)))]
            found.append((current, len(found) + 1))
    return found
