"""What a query wants, as data: findings with attributes, joined by and, or, not."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from radsearch.language.finding import Presence

Range = tuple[float | None, float | None]
"""From, to; None = open; both ends included."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One finding asked for. An attribute that is empty or None is not asked for.

    Attributes:
        ids: Finding ids that answer it, and how well, above 0: 1 = the very thing.
        presence: Whether the report should state it or deny it.
        laterality: Side.
        locations: Sites, any of them.
        implied_place: Whether the place is only what the finding's own words imply ("lung mass").
        zone: Cranio-caudal part.
        severities: Any of them.
        size_mm: Range.
        count: Range.
        densities: Any of them.
        temporal: Any of them.
        certainty: Any of them.
        words: Further words that its sentence should hold; each with its synonyms.
    """

    ids: Mapping[str, float] = field(hash=False)
    presence: Presence = "present"
    laterality: str | None = None
    locations: tuple[str, ...] = ()
    implied_place: bool = False
    zone: str | None = None
    severities: tuple[str, ...] = ()
    size_mm: Range | None = None
    count: Range | None = None
    densities: tuple[str, ...] = ()
    temporal: tuple[str, ...] = ()
    certainty: tuple[str, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()


Condition = tuple[Wish, ...]
"""Any of the wishes."""


@dataclass(frozen=True, slots=True)
class Conjunction:
    """All conditions, and none of the unwanted wishes."""

    wanted: tuple[Condition, ...]
    unwanted: tuple[Wish, ...] = ()


@dataclass(frozen=True, slots=True)
class Intent:
    """Any of the alternatives, in studies of the kind asked for.

    Attributes:
        alternatives: One unless the query has OR between whole parts.
        modalities: Codes; () = any.
        body_parts: Words of the body part asked for; () = any.
        normal: Whether a study without any abnormality is asked for.
    """

    alternatives: tuple[Conjunction, ...]
    modalities: tuple[str, ...] = ()
    body_parts: tuple[str, ...] = ()
    normal: bool = False
