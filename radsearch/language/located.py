"""Places that a sentence names: no weighting, no projection, and lobes named by a word alone."""

from collections.abc import Iterator

from radsearch.language.lexicon import Match, outermost
from radsearch.language.phrase import Phrase

_SIGNAL = frozenset("hyperintense hypointense signal bright dark weighted flair isointense".split())


def places(phrase: Phrase) -> list[Match]:
    """The places that a sentence names, the longest ones only.

    Args:
        phrase: The sentence taken apart.

    Returns:
        Matches in order of start.
    """
    named = outermost(phrase.of("anatomy"))
    return [
        m
        for m in named
        if not (m.entry.name in ("t1", "t2") and _is_signal(phrase, m))
        and not (m.entry.name == "frontal_lobe" and _is_view(phrase, m))
    ]


_VIEWS = frozenset("view lateral projection radiograph film image".split())


def _is_view(phrase: Phrase, match: Match) -> bool:
    """Whether "frontal" is a projection, not a lobe."""
    near = phrase.words(match.end, match.end + 3)
    return phrase.words(match.start, match.end) == ["frontal"] and bool(_VIEWS.intersection(near))


def _is_signal(phrase: Phrase, match: Match) -> bool:
    """Whether "T2" is a weighting, not a vertebra."""
    near = phrase.words(match.end, match.end + 4)
    return bool(_SIGNAL.intersection(near)) or "/" in near[:1]


_LOBES = {"upper": "upper_lobe", "middle": "middle_lobe", "lower": "lower_lobe"}


_LISTED = frozenset("upper middle lower left right both bilateral the and or / ,".split())


def elided_lobes(phrase: Phrase) -> Iterator[tuple[int, str]]:
    """Lobes whose noun comes later: "right middle and both lower lobes".

    Args:
        phrase: The sentence taken apart.

    Yields:
        The token that names a lobe, and the lobe.
    """
    words = phrase.said
    for index, word in enumerate(words if "lobe" in words else ()):
        if word in _LOBES and words[index + 1 : index + 2] in (["and"], ["or"], ["/"], [","]):
            at = index + 2
            while at < len(words) and words[at] in _LISTED:
                at += 1
            if words[at : at + 1] == ["lobe"] and words[at - 1] in _LOBES:
                yield index, _LOBES[word]
