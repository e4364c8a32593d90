"""The width of the heart as a share of that of the chest: above one half it is too large.

Told by a ratio ("CTR 0.56"), a share ("heart 56 % of the chest") or two widths.
"""

import re

from radsearch.language.measure import find_measures
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_NUMBER = re.compile(r"[0-9]*\.?[0-9]+", re.ASCII)
_DECIMAL = re.compile(r"0?\.[3-8][0-9]", re.ASCII)
_HEART = frozenset({"heart", "cardiac"})
_CHEST = frozenset({"chest", "thorax", "thoracic"})
_PERCENT = frozenset({"%", "percent"})
_LIMIT = 0.5
_BETWEEN = frozenset(
    "size ratio silhouette width diameter transverse shadow is measure of at , : to on the was "
    "cardiac maximum index about now".split()
)


def find_heart_ratio(phrase: Phrase) -> list[Mention]:
    """Cardiomegaly for a heart wider than half the chest, its denial up to it.

    Args:
        phrase: The sentence taken apart.

    Returns:
        One mention, or none if no ratio is told; the denied one counts as implied.
    """
    words = phrase.said
    if "ctr" in words or "cardiothoracic" in words:
        return _named(phrase)
    hearts = [at for at, word in enumerate(words) if word in _HEART]
    if not hearts or not any(word[0].isdigit() or word[0] == "." for word in words):
        return []
    return _plain(phrase, hearts[0]) or _share(phrase, hearts[0]) or _widths(phrase, hearts[0])


def _named(phrase: Phrase) -> list[Mention]:
    words = phrase.said
    for index, word in enumerate(words):
        if word != "ctr" and words[max(0, index - 1) : index + 1] != ["cardiothoracic", "ratio"]:
            continue
        for number in range(index + 1, min(index + 6, len(words))):
            if share := _ratio(words[number]):
                return [_mention(phrase, index, number, share)]
    return []


def _plain(phrase: Phrase, heart: int) -> list[Mention]:
    """A number below one without a unit: "heart size 0.56"."""
    words = phrase.said
    for at in range(heart + 1, min(heart + 7, len(words))):
        if _DECIMAL.fullmatch(words[at]):
            unit = words[at + 1 : at + 2]
            return (
                [] if unit in (["mm"], ["cm"]) else [_mention(phrase, heart, at, _ratio(words[at]))]
            )
        if words[at] not in _BETWEEN:
            return []
    return []


def _share(phrase: Phrase, heart: int) -> list[Mention]:
    """A share in percent: "the heart takes 56 percent of the chest"."""
    words = phrase.said
    for at in range(heart + 1, len(words) - 2):
        if words[at] == ",":
            return []
        if words[at + 1] in _PERCENT and words[at + 2] == "of":
            share = _ratio(words[at])
            if share and not _CHEST.isdisjoint(words[at + 3 : at + 7]):
                return [_mention(phrase, heart, at, share)]
    return []


def _widths(phrase: Phrase, heart: int) -> list[Mention]:
    """Two widths in either order: "cardiac diameter 15 cm, thoracic diameter 28 cm"."""
    if not phrase.says(_CHEST):
        return []
    measures = [m for m in find_measures(phrase.tokens) if m.role == "size" and len(m.values) == 1]
    if len(measures) != 2:
        return []
    owners = [_owner(phrase.said, m.start) for m in measures]
    sizes = {owner: m.values[0] for owner, m in zip(owners, measures, strict=True)}
    if set(owners) != {"heart", "chest"} or not 0.3 < sizes["heart"] / sizes["chest"] < 0.9:
        return []
    last = measures[owners.index("heart")].start
    return [_mention(phrase, min(heart, last), max(heart, last), sizes["heart"] / sizes["chest"])]


def _owner(words: list[str], at: int) -> str:
    """Whose width a number is: the nearest of heart and chest before it."""
    for index in range(at - 1, -1, -1):
        if words[index] in _HEART:
            return "heart"
        if words[index] in _CHEST:
            return "chest"
    return ""


def _mention(phrase: Phrase, start: int, last: int, share: float) -> Mention:
    mention = Mention("cardiomegaly", start, last + 1)
    if share <= _LIMIT:
        mention.status, mention.subject = "absent", True
        mention.cue = phrase.surface(last, last + 1)
    return mention


def _ratio(word: str) -> float:
    """A share of one, from "0.46" or "46"; 0 if the word is neither."""
    if not _NUMBER.fullmatch(word):
        return 0.0
    value = float(word)
    return value if 0.2 < value < 0.95 else value / 100 if 20 <= value <= 95 else 0.0
