"""Which place a general word stands nearest to."""

from radsearch.language.lexicon import Match
from radsearch.language.phrase import Phrase

_LEVELS = frozenset(
    f"{part}{n}" for part, most in (("c", 7), ("t", 12), ("l", 5)) for n in range(1, most + 1)
)
_AT = frozenset({"at", "to", "level"})


def near_sites(head: Match, phrase: Phrase) -> list[str]:
    """Groups of the places around a word, the nearest first.

    Args:
        head: A general word.
        phrase: The sentence it stands in.

    Returns:
        Groups; places in other phrases, poles and heights count as farther than they are.
    """
    ranked: list[tuple[float, int, str]] = []
    clause = phrase.clause[head.start]
    for site in phrase.of("site"):
        if _is_stage(phrase, site) or (site.start >= head.end and is_spared(phrase, site)):
            continue
        if phrase.clause[site.start] != clause and (
            site.start >= head.end or (site.entry.name == "pleura" and site.end > phrase.heading)
        ):
            continue
        gap = (
            float(head.start - site.end) if site.end <= head.start else site.start - head.end + 0.5
        )
        if site.start < head.end and head.start < site.end:
            gap = 0.0
        segments = abs(phrase.segment[site.start] - phrase.segment[head.start])
        gap += 3.0 * segments
        if phrase.clause[site.start] != clause:
            gap += 20
        if site.end <= phrase.heading:
            gap = max(gap, 12.0)
        elif phrase.heading and site.start >= head.end and segments and not _is_bone(site):
            gap += 12.0  # "CARDIAC: mild enlargement, calcified aorta" enlarges the heart
        if is_pole(phrase, site):
            gap += 40.0
        if _says_height(phrase, site):
            gap += 40.0
        ranked.append((gap, site.start - site.end, site.entry.name))
    return [name for _, _, name in sorted(ranked)]


def _is_bone(site: Match) -> bool:
    """Whether a place is a part of what "Bones:" heads: "healed fractures of the right ribs"."""
    return site.entry.name in ("rib", "vertebra", "bone")


_STAGING = frozenset("least stage staged".split())
_NODAL = frozenset({"n0", "n1", "n2", "n3", "nx"})


def _is_stage(phrase: Phrase, site: Match) -> bool:
    """Whether "T3" is the stage of a tumor: "T3 N1", "T3b", "at least T3"."""
    if phrase.tokens[site.start].word not in ("t1", "t2", "t3", "t4"):
        return False
    near = phrase.words(max(0, site.start - 1), site.start)
    after = phrase.words(site.end, site.end + 2)
    glued = site.end < len(phrase.tokens) and (
        phrase.tokens[site.end].start == phrase.tokens[site.start].end
        and after[0] in ("a", "b", "c", "d")
    )
    return glued or bool(_STAGING.intersection(near) or _NODAL.intersection(after))


_SPARING = frozenset({"sparing", "spare"})


def is_spared(phrase: Phrase, site: Match) -> bool:
    """Whether nothing lies at a place: "cysts and nodules, sparing the costophrenic angles".

    Args:
        phrase: The sentence taken apart.
        site: A place in it.

    Returns:
        True where "sparing" governs the place.
    """
    segment = phrase.segment[site.start]
    before = range(max(0, site.start - 5), site.start)
    return any(phrase.said[at] in _SPARING and phrase.segment[at] == segment for at in before)


def _says_height(phrase: Phrase, site: Match) -> bool:
    """Whether a vertebra only says how high something lies: "a mass at T5"."""
    before = phrase.words(max(0, site.start - 1), site.start)
    return phrase.tokens[site.start].word in _LEVELS and bool(_AT.intersection(before))


def is_pole(phrase: Phrase, site: Match) -> bool:
    """Whether a place is a pole, which many organs have: another organ that is named rules.

    Args:
        phrase: The sentence taken apart.
        site: A place in it.

    Returns:
        True for "upper pole".
    """
    return "pole" in phrase.words(site.start, site.end)
