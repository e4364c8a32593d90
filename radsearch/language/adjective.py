"""Words that are a finding alone and an adjective or a sign beside another noun.

"Calcified" in "calcified hilar nodes", "healed" in "healed fracture", "callus" of a fracture.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from radsearch.language.phrase import Phrase

if TYPE_CHECKING:
    from radsearch.language.mention import Mention

_BROKEN = frozenset({"fracture", "rib_fracture", "stress_fracture"})
_BEFORE_NOUN = frozenset({"healed", "hyperdense", "displaced", "ruptured"})
_WITH_GAS = frozenset({"cholecystitis", "pyelonephritis"})
_TONSILS = frozenset({"chiari_malformation", "herniation"})
_MASSES = ("mass", "lesion")
_SIZED = frozenset(("enlarged", "prominent"))
_ADJECTIVE = ("ed", "ous", "ic", "ant", "ing")


def qualifies(
    phrase: Phrase,
    mention: "Mention",
    before: Sequence["Mention"],
    following: Sequence["Mention"],
) -> bool:
    """Whether a word only describes another noun: "enlarged nodes", "healed fracture".

    Args:
        phrase: The sentence taken apart.
        mention: What the word would be alone.
        before: Mentions before it.
        following: The next mention behind it, if there is one.

    Returns:
        True if it is no finding of its own.
    """
    words = phrase.words(mention.start, mention.end)
    if words[-1:] == ["callus"] and before and before[-1].finding in _BROKEN:
        return phrase.words(mention.start - 1, mention.start) != ["no"]  # "fracture with callus"
    if words[0] == "cystic" and before and before[-1].finding.endswith(_MASSES):
        return "with" in phrase.words(before[-1].end, mention.start)  # "mass with cystic areas"
    if words[-1] == "node" and before and before[-1].finding == "calcified_lymph_node":
        return "of" in phrase.words(before[-1].end, mention.start)  # "calcification of the nodes"
    if words[-2:] == ["foramen", "magnum"] and before and before[-1].finding in _TONSILS:
        return True  # "tonsils descend below the foramen magnum"
    if not following:
        return False
    if words[-1] == "band":  # "a linear band of scarring"
        return phrase.clause[mention.start] == phrase.clause[following[0].start]
    if words == ["emphysematous"] and following[0].finding in _WITH_GAS:
        return True
    if words[-1] in _BEFORE_NOUN:
        return phrase.segment[mention.start] == phrase.segment[following[0].start]
    if words == ["calcified"]:
        ahead = phrase.words(mention.end, following[0].start + 1)
        if "," in ahead or ahead[-1].endswith(_ADJECTIVE):
            return False  # "calcified tortuous aorta"
    elif following[0].finding != "lymphadenopathy" or words[-1] not in _SIZED:
        return False
    places = {
        place
        for kind in ("site", "anatomy", "modifier")
        for match in phrase.of(kind)
        for place in range(match.start, match.end)
    }
    between = range(mention.end, following[0].start)
    return all(n in places or _lists(phrase.tokens[n].word) for n in between)


def _lists(word: str) -> bool:
    return word in ("and", ",", "or", "(", ")", "mm", "cm", "lower", "upper") or word[0].isdigit()
