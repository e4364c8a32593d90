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
_WORN = (["degenerative"], ["spondylotic"])
_WEAR = frozenset(
    "osteophyte disc_degeneration spondylolisthesis osteoarthritis facet_arthropathy".split()
)
_SURFACES = frozenset("rim wall margin capsule contour outline border surface edge".split())
_TRACED = frozenset({"abnormal_uptake"})
_NOT_OF_ONE = frozenset((",", "or"))
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
    if before and _is_part(phrase, mention, before[-1], words):
        return True
    if mention.finding in _TRACED:  # "a node with intense uptake"
        clause = phrase.clause[mention.start]
        return any(phrase.clause[m.start] == clause for m in (*before, *following))
    if words == ["nodular"]:
        return _is_shape(phrase, mention, following)
    if not following:
        return False
    if words in _WORN and following[0].finding in _WEAR:  # "degenerative spurs"
        return phrase.segment[mention.start] == phrase.segment[following[0].start]
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


def _is_part(phrase: Phrase, mention: "Mention", noun: "Mention", words: Sequence[str]) -> bool:
    """Whether a word behind a finding is a part or a sign of it: "fracture with callus"."""
    between = phrase.words(noun.end, mention.start)
    if words[-1] == "callus" and noun.finding in _BROKEN:
        return between[-1:] != ["no"]
    if words[0] == "cystic" and noun.finding.endswith(_MASSES):
        return "with" in between  # "mass with cystic areas"
    if words[-1] == "node" and noun.finding == "calcified_lymph_node":
        return "of" in between  # "calcification of the nodes"
    # "tonsils descend below the foramen magnum"
    return list(words[-2:]) == ["foramen", "magnum"] and noun.finding in _TONSILS


def _is_shape(phrase: Phrase, word: "Mention", following: Sequence["Mention"]) -> bool:
    """Whether "nodular" is the shape of what follows or of a rim: "a thick nodular wall"."""
    before = phrase.words(max(0, word.start - 5), word.start)
    if not _SURFACES.isdisjoint((*before, *phrase.words(word.end, word.end + 1))):
        return True
    if not following or phrase.clause[word.start] != phrase.clause[following[0].start]:
        return False
    ahead = phrase.words(word.end, following[0].end)
    return ahead[-1] != "pattern" and _NOT_OF_ONE.isdisjoint(ahead)


def _lists(word: str) -> bool:
    return word in ("and", ",", "or", "(", ")", "mm", "cm", "lower", "upper") or word[0].isdigit()
