"""Plain words of size, which are a finding only of an organ: "big heart", not "a big cyst"."""

from radsearch.language.lexicon import Match
from radsearch.language.phrase import Phrase

_LOOSE = frozenset(
    "big large bigger plump wide wider thick thicker thin tight narrow full bulky".split()
)
_ENDS = frozenset(
    ", . ; : ) ( and but with at on in for as to by or than throughout again now there too".split()
)
_ECHOES = frozenset({"echogenic", "hyperechoic", "bright"})
_LESIONS = frozenset(
    "lesion nodule mass focus area spot stone calculus polyp debris sludge kidney cortex".split()
)
_UNITS = frozenset({"mm", "cm", "millimeter", "centimeter", "than"})


def is_loose(match: Match, phrase: Phrase) -> bool:
    """Whether a plain word is of another noun or of a measure: "a large liver cyst", "5 mm thick".

    "Big heart" and "the pleura is thick" are what counts.

    Args:
        match: A general word with a place.
        phrase: The sentence it stands in.

    Returns:
        True if it describes no place.
    """
    word = phrase.tokens[match.start].word
    if match.end - match.start == 1 and word in _ECHOES:
        return bool(_LESIONS.intersection(phrase.words(match.end, match.end + 4)))
    if word not in _LOOSE:
        return False
    if match.end - match.start > 1:  # "large liver" is none in "large liver cyst"
        return _names_more(match.end, phrase)
    if match.start and phrase.tokens[match.start - 1].word in _UNITS:
        return True
    if match.end >= len(phrase.tokens) or phrase.tokens[match.end].word in _ENDS:
        return False
    ends = {
        place.end
        for kind in ("site", "anatomy", "subject")
        for place in phrase.of(kind)
        if place.start == match.end
    }
    return not ends or any(_names_more(end, phrase) for end in ends)


def _names_more(at: int, phrase: Phrase) -> bool:
    """Whether another finding begins at a token."""
    return any(other.start == at for kind in ("finding", "head") for other in phrase.of(kind))
