"""Sides: adjectives, places, "right greater than left", direction of a shift, shared sides."""

from collections.abc import Sequence

from radsearch.language.lexicon import Match
from radsearch.language.numbered import is_plural
from radsearch.language.phrase import Phrase
from radsearch.language.ranked import PAIRED, both_of_ranked
from radsearch.language.reach import VERBS

_SIDELESS = frozenset(
    "ventricle ventricular atrium atrial heart coronary circumflex cardiac gastric gastroepiploic "
    "colic".split()
)
"""Behind "left" or "right" these name a part, not a side of the body."""

_EDGES = frozenset("border margin contour shadow silhouette".split())


def find_sides(phrase: Phrase, parts: bool = False) -> list[tuple[int, int, str]]:
    """Start, end and side of all words that name a side, in order.

    Args:
        phrase: The sentence taken apart.
        parts: Whether "right ventricle" and the like count too.

    Returns:
        Token ranges and sides.
    """
    sides: list[tuple[int, int, str]] = []
    behind = 0
    for match in phrase.of("modifier"):  # in order of start, the longest first
        if match.entry.name != "laterality" or match.end <= behind:
            continue
        if parts or not _names_a_part(phrase, match):
            sides.append((match.start, match.end, match.entry.value))
            behind = match.end
    sides = [s for s in sides if not _counts_two(phrase, s) and not _is_pronoun(phrase, s)]
    if phrase.says(_BOTH):
        sides = [s for s in sides if not _is_correlative(phrase, s)]
    sides += _either(phrase)
    covered = {index for start, end, _ in sides for index in range(start, end)}
    for match in phrase.of("anatomy"):
        if _says_side(phrase, match) and not covered & set(range(match.start, match.end)):
            sides.append((match.start, match.end, match.entry.detail))
    sides.sort()
    return [side for side in both_of_ranked(phrase, sides) if not _is_standard(phrase, side[0])]


_PUSHES = ("displac", "deviat", "shift", "push")
_AGAINST = frozenset({"than", "versus", "vs"})
_PAIRS_AGAINST = frozenset({"relative to", "compared to", "compared with", "relation to"})


def _is_standard(phrase: Phrase, start: int) -> bool:
    """Whether a side is only what another is compared with: "larger than the left"."""
    words = [w for w in phrase.words(max(0, start - 5), start) if w not in ("the", "on", "that")]
    if words[-1:] in (["to"], ["toward"]) and any(w.startswith(_PUSHES) for w in words):
        return True
    if phrase.tokens[start].word == "to":  # "to the left" is one alias
        words.append("to")
    if words[-1:] in (["above"], ["below"]) and _ends_there(phrase, start):
        return True  # "right dome 3 cm above the left"
    return words[-1:] in ([w] for w in _AGAINST) or " ".join(words[-2:]) in _PAIRS_AGAINST


def _ends_there(phrase: Phrase, start: int) -> bool:
    """Whether no noun follows a side."""
    return phrase.words(start + 1, start + 2) in ([], ["."], [","], [";"], ["and"], ["with"])


_ONE_SIDED = frozenset("left right lul lll rul rml rll".split())
_BEFORE_PAIRED = frozenset("of the main posterior anterior lateral medial common".split())


def _counts_two(phrase: Phrase, side: tuple[int, int, str]) -> bool:
    """Whether "both" only counts: "both LUL nodules"."""
    start, end, _ = side
    after = phrase.words(end, end + 2)
    return phrase.words(start, end) == ["both"] and any(word in _ONE_SIDED for word in after)


def _is_pronoun(phrase: Phrase, side: tuple[int, int, str]) -> bool:
    """Whether "both" only takes up two things: "nodule and granuloma, both unchanged"."""
    start, end, _ = side
    if phrase.words(start, end) != ["both"] or start == 0:
        return False
    following = phrase.words(end, end + 1)
    if phrase.tokens[start - 1].word == "of" and following and following[0] in _ASKED:
        return True  # "biopsy of both advised"
    if phrase.tokens[start - 1].word in _IS and following and following[0] not in PAIRED:
        return True  # "wedging of T7 and of T9 are both unchanged"
    if phrase.tokens[start - 1].word != "," or not following:
        return not following
    stable = any(m.start == end and m.entry.name == "temporal" for m in phrase.of("modifier"))
    return stable or following[0] in VERBS or following[0] in _NO_NOUN


_IS = frozenset("is are was were remain appear".split())
_BOTH = frozenset({"both"})
_IMAGES = frozenset("view projection image film radiograph phase series study scan plane".split())
_UNSIDED = frozenset("bowel disc wall level joint image study fracture lesion plate screw".split())


def _is_correlative(phrase: Phrase, side: tuple[int, int, str]) -> bool:
    """Whether "both" is of no pair of the body: "both small and large bowel", "on both views"."""
    start, end, _ = side
    if phrase.tokens[start].word != "both" and "both" not in phrase.words(start, end):
        return False
    following = phrase.words(end, end + 4)
    if phrase.words(end - 1, end) == ["side"]:
        return following[:1] == ["of"] and not _UNSIDED.isdisjoint(following)
    if following[1:2] == ["and"] and following[0] not in PAIRED:
        return True
    if following[:1] == ["the"] and following[1:2] != [] and following[1] not in PAIRED:
        return "and" in phrase.words(end + 1, end + 8)  # "both the duct and the pancreas"
    if following[:1] == ["its"] and "and" in phrase.words(end, end + 5):
        return True  # "both its side hole and its tip"
    return not _IMAGES.isdisjoint(following[:2])


_ASKED = frozenset("advised recommended needed suggested".split())
_NO_NOUN = frozenset(
    "greater larger smaller bigger of normal up under below about measuring in with as "
    ", . ;".split()
)


_EITHER = frozenset({"either", "neither", "each", "two"})


def _either(phrase: Phrase) -> list[tuple[int, int, str]]:
    """Both sides, for "in either lung" and "neither hilum"."""
    if not phrase.says(_EITHER):
        return []
    return [
        (index, index + 1, "bilateral")
        for index, word in enumerate(phrase.said)
        if word in _EITHER and _is_pair(phrase, index, word) and not _is_listed(phrase, index)
    ]


def _is_pair(phrase: Phrase, index: int, word: str) -> bool:
    """Whether a paired part follows; "the two bases" are both, "two lung nodules" are not."""
    if word != "two":
        return _is_paired(phrase, index + 1)
    if index == 0 or phrase.said[index - 1] != "the":
        return False
    at = index + 1
    while at < len(phrase.said) - 1 and phrase.said[at + 1] in PAIRED:
        at += 1
    following = phrase.words(at + 1, at + 2)
    named = at < len(phrase.said) and phrase.said[at] in PAIRED and is_plural(phrase, at)
    return named and following[:1] not in (["on"], ["of"])


def _is_listed(phrase: Phrase, index: int) -> bool:
    """Whether "neither" only opens a list: "neither pleural nor mediastinal"."""
    return phrase.said[index] == "neither" and phrase.words(index + 2, index + 3) == ["nor"]


def _is_paired(phrase: Phrase, at: int) -> bool:
    """Whether a paired part follows: "lung", "of the kidneys", "main bronchus"."""
    words = [w for w in phrase.words(at, at + 3) if w not in _BEFORE_PAIRED]
    return bool(words) and words[0] in PAIRED


_LUNG_SIDES = frozenset(
    "lingula middle_lobe bronchus_intermedius retrocardiac upper_lobe lower_lobe".split()
)
_LIVER = frozenset({"right_hepatic_lobe", "left_hepatic_lobe"})
_SAYS = frozenset({"left", "right", "both", "bilateral", "l", "r"})


def _says_side(phrase: Phrase, match: Match) -> bool:
    """Whether a place is named by its side; that the spleen lies on the left is not stated."""
    if not match.entry.detail or match.entry.name in _LIVER:
        return False
    words = phrase.words(match.start, match.end)
    return (
        match.entry.name in _LUNG_SIDES
        or any(word in _SAYS for word in words)
        or (words[0].startswith("bi") and match.entry.detail == "bilateral")
    )


def _names_a_part(phrase: Phrase, match: Match) -> bool:
    if match.end >= len(phrase.tokens) or match.entry.value not in ("left", "right"):
        return False
    following = phrase.words(match.end, match.end + 2)
    if following[0] == "anterior":  # the left anterior descending artery, not the left anterior rib
        return following[1:] == ["descending"]
    if following[0] == "main":  # the left main coronary artery, not the left main bronchus
        return match.entry.value == "left" and following[1:] not in (
            ["bronchus"],
            ["renal"],
            ["pulmonary"],
            ["portal"],
        )
    if following[0] in ("heart", "cardiac") and following[1:] and following[1] in _EDGES:
        return False  # "over the left heart border"
    return following[0] in _SIDELESS


def merge(stated: Sequence[str]) -> str:
    """One side of several: left and right together are "bilateral"."""
    distinct = set(stated)
    if "bilateral" in distinct or {"left", "right"} <= distinct:
        return "bilateral"
    return stated[0]


def direction(phrase: Phrase) -> str:
    """The side to which something is shifted; "" if none is named."""
    words = phrase.said
    pushed = [at for at, word in enumerate(words) if word.startswith(_PUSHES)]
    for first in (*pushed[-1:], 0):
        for index in range(first, len(words) - 1):
            if words[index] in ("to", "toward", "towards"):
                for word in words[index + 1 : index + 3]:
                    if word in ("left", "right"):
                        return word
    for word in words:
        if word in ("leftward", "rightward"):
            return word[:-4]
    return ""
