"""Two names of one thing in a sentence become one mention."""

from collections.abc import Sequence

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_KEYS = ("laterality", "zone", "size_mm")
_FINE = 2
"""Up to this rank a location is a segment, lobe, level, vessel, joint or bone."""


def merge_repeats(phrase: Phrase, mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions without the repeats of a finding that differ in no place and no size.

    "Degenerative spurring" or "collapse of the left upper lobe with luftsichel" are one each.

    Args:
        phrase: The sentence taken apart.
        mentions: Settled mentions, in order.

    Returns:
        Mentions in order; the first of each kind keeps the values of the dropped ones.
    """
    kept: list[Mention] = []
    for mention in mentions:
        twin = next((m for m in kept if _same(phrase, m, mention)), None)
        if twin is None:
            kept.append(mention)
            continue
        if _explains(phrase, twin, mention):
            twin.certainty, twin.cue = mention.certainty, mention.cue
        for axis, value in mention.values.items():
            twin.values.setdefault(axis, value)
    return kept


def _explains(phrase: Phrase, sign: Mention, name: Mention) -> bool:
    """Whether the later name makes a sign doubtful: "blunted angle, possibly an effusion"."""
    if sign.status != "present" or sign.certainty != "definite" or name.certainty == "definite":
        return False
    return phrase.words(sign.start, sign.end) != phrase.words(name.start, name.end)


def _same(phrase: Phrase, first: Mention, second: Mention) -> bool:
    if first.finding != second.finding or first.status != second.status:
        return False
    if first.subject or second.subject:
        return (
            first.subject and second.subject and first.status == "absent" and _fits(first, second)
        )
    if first.status == "present" and phrase.clause[first.start] != phrase.clause[second.start]:
        return False
    return _fits(first, second)


def _fits(first: Mention, second: Mention) -> bool:
    """Whether no place and no size speaks against both being one."""
    for key in _KEYS:
        one, other = first.values.get(key), second.values.get(key)
        if one is not None and other is not None and one != other:
            return False
    if first.values.get("location") == second.values.get("location"):
        return True
    return not (_is_fine(first) and _is_fine(second))


def _is_fine(mention: Mention) -> bool:
    rank = mention.values.get("location_rank")
    return isinstance(rank, int) and rank <= _FINE
