"""One noun for two things: "small right and moderate left effusions" -> two mentions."""

from collections.abc import Sequence
from dataclasses import replace

from radsearch.language.largest import of_largest
from radsearch.language.mention import Evidence, Mention
from radsearch.language.phrase import Phrase

_TELLING = frozenset({"severity", "size", "count", "temporal"})
_SIDES = frozenset({"left", "right", "bilateral"})


def split(phrase: Phrase, mention: Mention) -> list[Mention]:
    """The mention itself, or one for each side that has its own severity, size or lobe.

    Args:
        phrase: The sentence taken apart.
        mention: A mention with its evidence.

    Returns:
        One or two mentions.
    """
    sides = _sides(phrase, mention)
    if len(sides) == 3 and {side for side, _ in sides} == _SIDES:
        sides = [item for item in sides if item[0] != "bilateral"]
    if len(sides) != 2:
        return [mention]
    (first, first_segment), (second, second_segment) = sides
    if first == second or first_segment == second_segment:
        return [mention]
    own = [_told(phrase, mention, first_segment), _told(phrase, mention, second_segment)]
    different = all(own) and own[0] != own[1]
    if not different and not _lobes(phrase, mention, (first_segment, second_segment)):
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
        kept = _prefer(phrase, kept, segment)
        parts.append(replace(mention, evidence=kept, values=dict(mention.values)))
    return parts


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
