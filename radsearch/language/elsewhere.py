"""Sides that a sentence names and that are none of the finding they stand near."""

from collections.abc import Sequence

from radsearch.language.mention import Evidence, Mention
from radsearch.language.phrase import Phrase

_ORGANS = frozenset("kidney ovary testis lobe adrenal gland lung".split())


def is_elsewhere(phrase: Phrase, start: int, end: int, target: Mention) -> bool:
    """Whether a side is of an organ's length, of where nothing is, or only stressed in a denial.

    Args:
        phrase: The sentence taken apart.
        start: First token of the side.
        end: Behind its last token.
        target: The mention that it would be given to.

    Returns:
        True if the mention does not lie there.
    """
    return (
        _is_length(phrase, end, target)
        or _is_spared(phrase, start, end, target)
        or _is_stressed(phrase, start, target)
        or _is_landmark(phrase, start, end, target)
    )


def _is_length(phrase: Phrase, end: int, target: Mention) -> bool:
    """Whether a side is only that of an organ's length: "right 10 cm, left 11 cm, no stone"."""
    if target.status != "absent" or target.subject or target.start < end:
        return False
    following = phrase.words(end, target.start)
    if following[:1] and following[0] in _ORGANS:  # "right kidney 10 cm and left kidney 11 cm, ..."
        following = following[1:]
    return following[:1] != [] and following[0][0].isdigit() and "," in following


_NOWHERE = frozenset("none nothing not nil no".split())
_SPARED = frozenset(
    "none nil clear normal free negative unremarkable unaffected spared clean dry".split()
)


def _is_spared(phrase: Phrase, start: int, end: int, target: Mention) -> bool:
    """Whether a side is that where nothing is: "fluid on the right, left clear", "not left"."""
    if target.status == "absent" or target.subject or target.end > start:
        return False
    segment = phrase.segment[start]
    at = start
    while at > target.end and phrase.segment[at - 1] == segment:
        at -= 1
    if not _NOWHERE.isdisjoint(phrase.words(at, start)):
        return True
    following = [w for w in phrase.words(end, end + 2) if w not in ("side", "is")]
    return following[:1] != [] and following[0] in _SPARED


_STRESSES = frozenset("including particularly especially notably particular".split())


def _is_stressed(phrase: Phrase, start: int, target: Mention) -> bool:
    """Whether a denial holds everywhere and a side is only stressed: "no node, notably left"."""
    if target.status != "absent" or target.start > start:
        return False
    return not _STRESSES.isdisjoint(phrase.words(max(target.end, start - 3), start))


_BRANCHES = frozenset({"subclavian", "carotid"})
_BEYOND = frozenset("from beyond distal proximal past level at".split())


def _is_landmark(phrase: Phrase, start: int, end: int, target: Mention) -> bool:
    """Whether a branch only says how far up the aorta: "from just beyond the left subclavian"."""
    if _BRANCHES.isdisjoint(phrase.words(end, end + 2)):
        return False
    if not target.finding.startswith(("aort", "stent", "device", "endoleak")):
        return False
    return not _BEYOND.isdisjoint(phrase.words(max(0, start - 3), start))


_MIDDLE = frozenset(
    "mediastinum anterior_mediastinum middle_mediastinum posterior_mediastinum subcarinal carina "
    "superior_mediastinum aortopulmonary_window para_aortic retroperitoneum aortocaval mesenteric "
    "presacral porta_hepatis gastrohepatic sternum sacrum ivc sphenoid_sinus".split()
)
"""Places that the body has once."""

_JOINS = frozenset("and or , plus".split())
_SMALL = frozenset("the a an in at of on to both left right".split())


def is_mixed(phrase: Phrase, mention: Mention, stated: Sequence[Evidence]) -> bool:
    """Whether a denial is of a list of places, one of them in the midline: it holds for all.

    "Inferior vena cava and right renal vein without thrombus" denies a thrombus on no one side.

    Args:
        phrase: The sentence taken apart.
        mention: What is denied there.
        stated: Its sides.

    Returns:
        True if a place of the midline is joined to a sided one by "and" or a comma.
    """
    if mention.status != "absent" or not stated:
        return False
    places = [e for e in mention.evidence if e.axis.startswith("site:")]
    middle = [e.at for e in places if e.value in _MIDDLE]
    return any(_is_joined(phrase, *sorted((e.at, at))) for e in stated for at in middle)


def _is_joined(phrase: Phrase, first: int, second: int) -> bool:
    """Whether nothing but places and links stands between two tokens."""
    covered = {
        at
        for kind in ("anatomy", "site", "modifier")
        for match in phrase.of(kind)
        for at in range(match.start, match.end)
    }
    between = range(first + 1, second)
    words = [phrase.said[at] for at in between]
    return not _JOINS.isdisjoint(words) and all(
        at in covered or word in _JOINS or word in _SMALL
        for at, word in zip(between, words, strict=True)
    )
