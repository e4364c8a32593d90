"""One density of several that are said of a finding: what it is made of before how bright it is."""

from collections.abc import Sequence

from radsearch.language.mention import Evidence
from radsearch.language.phrase import Phrase

_BRIGHTNESS = frozenset({"hypodense", "isodense", "hyperdense"})
_MATTER = frozenset({"fluid", "fat", "solid"})


def settle_density(phrase: Phrase, evidence: Sequence[Evidence]) -> object:
    """The density of a finding; None if none is said.

    Args:
        phrase: The sentence taken apart.
        evidence: What is said of the finding, in order of the words.

    Returns:
        The first value; that of the inside instead of a rim's, and that of what it is made of
        ("hypoechoic solid mass" is solid) instead of a brightness.
    """
    looks = [item for item in evidence if item.axis == "density"]
    if not looks:
        return None
    inside = [item for item in looks if not _is_of_rim(phrase, item)]
    if inside and _is_of_rim(phrase, looks[0]):
        looks = [item for item in inside if item.value != "enhancing"] or looks
    if looks[0].value in _BRIGHTNESS:
        made_of = next((item.value for item in looks if item.value in _MATTER), None)
        return made_of or looks[0].value
    return looks[0].value


def _is_of_rim(phrase: Phrase, item: Evidence) -> bool:
    """Whether only the rim enhances, so that the inside may look otherwise."""
    before = phrase.words(max(0, item.at - 1), item.at + 1)
    return item.value == "enhancing" and not {"rim", "ring"}.isdisjoint(before)
