"""What a place means in a text on another region: ducts of a breast, sulci of the brain."""

from collections.abc import Sequence

from radsearch.language.lexicon import Match
from radsearch.language.nearest import is_pole
from radsearch.language.phrase import Phrase

_READ_AS: dict[tuple[str, str], tuple[frozenset[str], str]] = {
    ("brain", "bone"): (frozenset({"cortical", "cortex"}), "brain"),
    ("brain", "marrow"): (frozenset({"medullary"}), "brain"),
    ("brain", "pleura"): (frozenset({"sulcus", "sulcal"}), "brain"),
    ("brain", "lung"): (frozenset({"fissure", "apical", "apex"}), "brain"),
    ("chest", "ventricle"): (frozenset({"ventricle", "ventricular"}), "chamber"),
    ("abdomen", "bone"): (frozenset({"cortical", "cortex"}), "kidney"),
    ("breast", "bile_duct"): (frozenset({"duct", "ductal"}), "breast"),
    ("neck", "bile_duct"): (frozenset({"duct", "ductal"}), "salivary"),
    ("abdomen", "neck_soft"): (frozenset({"cervical"}), "uterus"),
    ("abdomen", "spine"): (frozenset({"cervical"}), "uterus"),
}
"""(region, group of a place) -> words by which the group is named, what these mean there."""


def in_region(near: Sequence[str], phrase: Phrase, domain: str) -> list[str]:
    """The groups of places near a word as a text on some region means them.

    Args:
        near: Groups, the nearest first.
        phrase: The sentence they stand in.
        domain: What the whole text is about.

    Returns:
        The same, those replaced that mean something else there.
    """
    read = [_read(group, phrase, domain) for group in near]
    if "rib" in read and "bone" in read and _is_any_bone(phrase):
        read = ["rib" if group == "bone" else group for group in read]
    return read


_ANY_BONE = frozenset({"cortical", "bony", "osseous", "bone"})


def _is_any_bone(phrase: Phrase) -> bool:
    """Whether no bone is named: the "cortical step" of a rib is of the rib."""
    return all(_is_one(phrase, s, _ANY_BONE) for s in phrase.of("site") if s.entry.name == "bone")


def _read(group: str, phrase: Phrase, domain: str) -> str:
    if group == "kidney" and (domain == "neck" or _is_lobe(phrase)):
        return "thyroid"
    words, meant = _READ_AS.get((domain, group), (frozenset(), group))
    if not words:
        return group
    sites = [site for site in phrase.of("site") if site.entry.name == group]
    return meant if all(_is_one(phrase, site, words) for site in sites) else group


def _is_one(phrase: Phrase, site: Match, words: frozenset[str]) -> bool:
    return words.issuperset(phrase.words(site.start, site.end))


def _is_lobe(phrase: Phrase) -> bool:
    """Whether a pole is of a lobe of the thyroid: "lower pole of the left lobe"."""
    if "lobe" not in phrase.said:
        return False
    return all(is_pole(phrase, s) for s in phrase.of("site") if s.entry.name == "kidney")
