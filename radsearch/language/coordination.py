"""One noun for two things: "small right and moderate left effusions" -> two mentions."""

from collections.abc import Sequence
from dataclasses import replace

from radsearch.language.largest import of_largest
from radsearch.language.listed import ribs_by_side
from radsearch.language.mention import Evidence, Mention
from radsearch.language.phrase import Phrase

_TELLING = frozenset({"severity", "size", "count", "temporal"})
_SIDES = frozenset({"left", "right", "bilateral"})


def split(phrase: Phrase, mention: Mention) -> list[Mention]:
    """The mention itself, or one for each side that has its own severity, size, lobe or ribs.

    Args:
        phrase: The sentence taken apart.
        mention: A mention with its evidence.

    Returns:
        One or more mentions.
    """
    sides = _sides(phrase, mention)
    if len(sides) == 3 and {side for side, _ in sides} == _SIDES:
        sides = [item for item in sides if item[0] != "bilateral"]
    if len(sides) > 2:
        return _by_lobe(phrase, mention, sides)
    if len(sides) != 2:
        return [mention]
    (first, first_segment), (second, second_segment) = sides
    if first == second or first_segment == second_segment:
        return [mention]
    own = [_told(phrase, mention, first_segment), _told(phrase, mention, second_segment)]
    different = all(own) and own[0] != own[1]
    ribs = ribs_by_side(phrase, mention, _starts(phrase, mention, (first_segment, second_segment)))
    if not different and not ribs and not _lobes(phrase, mention, (first_segment, second_segment)):
        return [mention]
    head = phrase.segment[mention.start]
    parts: list[Mention] = []
    for segment, other in ((first_segment, second_segment), (second_segment, first_segment)):
        kept = [
            item
            for item in mention.evidence
            if (
                phrase.segment[item.at] != other
                and not (item.axis == "laterality" and phrase.segment[item.at] != segment)
            )
            or (other == head and item.axis not in (*_TELLING, "laterality"))
        ]
        kept += _opening(mention, kept)
        kept = _prefer(phrase, kept, segment)
        if ribs:
            number = ribs[len(parts)]
            kept = [item for item in kept if item.axis != "count"]
            kept.append(Evidence("count", number, mention.start))
        parts.append(replace(mention, evidence=kept, values=dict(mention.values)))
    return parts


def _opening(mention: Mention, kept: Sequence[Evidence]) -> list[Evidence]:
    """The age that a list opens with: "old right 4th and left 6th rib fractures"."""
    if any(item.axis == "temporal" for item in kept):
        return []
    first = min(item.at for item in mention.evidence if item.axis == "laterality")
    return [
        item
        for item in mention.evidence
        if item.axis == "temporal" and item.value == "chronic" and item.at < first
    ]


def _by_lobe(phrase: Phrase, mention: Mention, sides: Sequence[tuple[str, int]]) -> list[Mention]:
    """One for each lobe of "in the right upper, left upper and left lower lobes"."""
    segments = [segment for _, segment in sides]
    plain = "bilateral" not in {side for side, _ in sides}
    told = {phrase.segment[item.at] for item in mention.evidence if item.axis in _LUNG}
    if not plain or len(set(segments)) < len(sides) or not told.issuperset(segments):
        return [mention]
    head = phrase.segment[mention.start]
    parts: list[Mention] = []
    for segment in segments:
        others = {other for other in segments if other != segment}
        kept = [
            item
            for item in mention.evidence
            if phrase.segment[item.at] not in others
            or (phrase.segment[item.at] == head and not _is_place(item))
        ]
        kept = [_of_one(item, len(sides)) for item in kept if not _sums_up(item, len(sides))]
        parts.append(replace(mention, evidence=kept, values=dict(mention.values)))
    return parts


def _sums_up(item: Evidence, parts: int) -> bool:
    """Whether a number is of all lobes together, and says nothing of each: "five nodules"."""
    return item.axis == "count" and isinstance(item.value, int) and item.value != parts


def _of_one(item: Evidence, parts: int) -> Evidence:
    """One in each of three lobes, for "three nodules"."""
    return Evidence("count", 1, item.at) if item.axis == "count" and item.value == parts else item


_LUNG = frozenset({"site:lobe", "site:segment"})


def _is_place(item: Evidence) -> bool:
    return item.axis in ("laterality", "zone") or item.axis.startswith("site:")


def _starts(phrase: Phrase, mention: Mention, segments: Sequence[int]) -> list[int]:
    """Where the sides of some segments are named, in that order."""
    sides = [item for item in mention.evidence if item.axis == "laterality"]
    return [
        min(item.at for item in sides if phrase.segment[item.at] == segment) for segment in segments
    ]


def _sides(phrase: Phrase, mention: Mention) -> list[tuple[str, int]]:
    return [
        (str(item.value), phrase.segment[item.at])
        for item in mention.evidence
        if item.axis == "laterality"
        and item.value in _SIDES
        and not of_largest(phrase, mention, item)
    ]


def _told(phrase: Phrase, mention: Mention, segment: int) -> list[tuple[str, object]]:
    return sorted(
        (
            (item.axis, item.value)
            for item in mention.evidence
            if item.axis in _TELLING and phrase.segment[item.at] == segment
        ),
        key=str,
    )


def _lobes(phrase: Phrase, mention: Mention, segments: Sequence[int]) -> bool:
    """Whether both segments name a lobe."""
    told = {phrase.segment[item.at] for item in mention.evidence if item.axis == "site:lobe"}
    return set(segments) <= told


def _prefer(phrase: Phrase, items: Sequence[Evidence], segment: int) -> list[Evidence]:
    """What the part's own segment says stands first."""
    return sorted(items, key=lambda item: phrase.segment[item.at] != segment)
