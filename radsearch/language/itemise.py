"""One noun for several measured things: "nodes at stations 4R (11 mm) and 7 (12 mm)"."""

from collections.abc import Sequence
from dataclasses import replace

from radsearch.language.count import is_lesion
from radsearch.language.measure import Measure
from radsearch.language.mention import Evidence, Mention
from radsearch.language.numbered import is_plural
from radsearch.language.phrase import Phrase

_PLACES = frozenset({"lobe", "segment", "region", "part", "level", "vessel", "bone", "organ"})
_WHOLE = frozenset({"count", "laterality"})
"""Said of all things together where it stands with their noun: "bilateral", "two"."""


def itemise(phrase: Phrase, mention: Mention) -> list[Mention]:
    """The mention itself, or one for each measured place.

    Args:
        phrase: The sentence taken apart.
        mention: A mention with its evidence.

    Returns:
        One or more mentions.
    """
    sizes = [item for item in mention.evidence if _measures(item)]
    if len(sizes) < 2 or _is_summary(phrase, mention, sizes):
        return [mention]
    sizes.sort(key=lambda item: item.at)
    places = [item for item in mention.evidence if _places(item)]
    places += _stations(phrase, mention, sizes)
    inner = [item for item in places if item.at >= phrase.heading and not _in_noun(mention, item)]
    for later in (False, True):
        groups = _groups(inner, sizes, later)
        if all(groups) and _distinct(groups):
            groups = _with_common_side(mention, groups)
            one = _counts_one(phrase, mention)
            return [
                _item(mention, size, group, inner + _of_others(phrase, mention, sizes, place), one)
                for place, (size, group) in enumerate(zip(sizes, groups, strict=True))
            ]
    return [mention]


_OWN = frozenset({"density", "temporal", "zone", "severity"})


def _of_others(
    phrase: Phrase, mention: Mention, sizes: Sequence[Evidence], place: int
) -> list[Evidence]:
    """What describes another item alone: "6 mm in the apex, calcified, and 4 mm in the lingula"."""
    described = [item for item in mention.evidence if item.axis in _OWN]
    owners = [(item, _described(phrase, mention, sizes, item)) for item in described]
    return [item for item, owner in owners if owner not in (None, place)]


def _described(
    phrase: Phrase, mention: Mention, sizes: Sequence[Evidence], item: Evidence
) -> int | None:
    """Which of the items a word describes; None if all of them."""
    segment = phrase.segment[item.at]
    if segment == phrase.segment[mention.start]:
        return None
    for place, size in enumerate(sizes):
        if phrase.segment[size.at] == segment:
            return place
    before = [place for place, size in enumerate(sizes) if size.at < item.at]
    return before[-1] if before and before[-1] < len(sizes) - 1 else None


def _measures(item: Evidence) -> bool:
    return isinstance(item.value, Measure) and item.value.role == "size" and not item.value.extent


def _places(item: Evidence) -> bool:
    if item.axis == "laterality":
        return item.value in ("left", "right")
    return item.axis.startswith("site:") and item.axis[5:] in _PLACES


def _is_summary(phrase: Phrase, mention: Mention, sizes: Sequence[Evidence]) -> bool:
    """Whether the sizes are the largest of many, or of the organ that holds them."""
    many = any(item.axis == "count" and item.value == "innumerable" for item in mention.evidence)
    first = min(item.at for item in sizes)
    return many or "largest" in phrase.words(mention.end, max(first, mention.end))


def _in_noun(mention: Mention, item: Evidence) -> bool:
    """Whether a place belongs to the noun, "adrenal nodules", and so to all of the things."""
    return mention.start <= item.at < mention.end


def _stations(phrase: Phrase, mention: Mention, sizes: Sequence[Evidence]) -> list[Evidence]:
    """Nodal stations given by number alone: "stations 4R (11 mm) and 7 (12 mm)"."""
    if mention.finding != "lymphadenopathy":
        return []
    found: list[Evidence] = []
    for size in sizes:
        at = size.at - 1
        while at > 0 and phrase.tokens[at].word in ("(", "r", "l"):
            at -= 1
        if at > 0 and phrase.tokens[at].word.isdigit() and int(phrase.tokens[at].word) < 15:
            found.append(Evidence("station", phrase.tokens[at].word, at))
    return found


def _groups(
    places: Sequence[Evidence], sizes: Sequence[Evidence], later: bool
) -> list[list[Evidence]]:
    """Places of each size: those between it and the size before it, or behind it."""
    groups: list[list[Evidence]] = []
    for number, size in enumerate(sizes):
        if later:
            low = size.at
            high = sizes[number + 1].at if number + 1 < len(sizes) else 10_000
        else:
            low = sizes[number - 1].at if number else -1
            high = size.at
        groups.append([item for item in places if low < item.at < high])
    return groups


def _with_common_side(mention: Mention, groups: Sequence[list[Evidence]]) -> list[list[Evidence]]:
    """All items lie on the side of their noun: "in the left lung: 8 mm lingula, 5 mm base"."""
    sides = [item for item in mention.evidence if item.axis == "laterality"]
    stated = [item for item in sides if not any(item in group for group in groups)]
    if len({item.value for item in sides}) != 1 or not stated:
        return list(groups)
    noun = stated[0]
    return [g if any(item.axis == "laterality" for item in g) else [noun, *g] for g in groups]


def _distinct(groups: Sequence[Sequence[Evidence]]) -> bool:
    keys = [tuple(sorted((item.axis, str(item.value)) for item in group)) for group in groups]
    return len(set(keys)) == len(keys)


def _counts_one(phrase: Phrase, mention: Mention) -> bool:
    """Whether each measured item is one thing: a nodule, but not the nodes of a station."""
    if mention.finding == "lymphadenopathy":
        return not is_plural(phrase, mention.end - 1)
    return is_lesion(mention.finding)


def _item(
    mention: Mention,
    size: Evidence,
    places: Sequence[Evidence],
    all_places: Sequence[Evidence],
    counts_one: bool,
) -> Mention:
    kept = [
        item
        for item in mention.evidence
        if item not in all_places and item.axis not in (*_WHOLE, "size")
    ]
    kept += [item for item in places if item.axis != "station"]
    if counts_one:
        kept.append(Evidence("count", 1, size.at))
    return replace(mention, evidence=[*kept, size], values=dict(mention.values))
