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
_THIN = frozenset("septum septation rim wall capsule slice section".split())
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
    if word == "thin" and phrase.tokens[match.end].word in _THIN:
        return True  # "a cyst with a thin septum"
    ends = {
        place.end
        for kind in ("site", "anatomy", "subject")
        for place in phrase.of(kind)
        if place.start == match.end
    }
    return not ends or any(_names_more(end, phrase) for end in ends)


_GROWN = frozenset({"enlarged", "enlarging"})
_BE = frozenset("has have had is are was be been now also slightly mildly markedly further".split())
_GROWING = frozenset(
    "cyst lesion mass nodule fibroid aneurysm aaa sac hematoma metastasis tumor hemangioma polyp "
    "abscess deposit".split()
)


def is_growth(match: Match, phrase: Phrase) -> bool:
    """Whether "enlarged" is said of a lesion: "Liver: the cyst has enlarged" is no large liver.

    Args:
        match: A general word.
        phrase: The sentence it stands in.

    Returns:
        True if the noun before it is a lesion.
    """
    if phrase.tokens[match.end - 1].word not in _GROWN:
        return False
    at = match.start - 1
    while at >= 0 and phrase.said[at] in _BE:
        at -= 1
    if at < 0 or phrase.said[at] not in _GROWING:
        return False
    first = at
    while first > 0 and phrase.segment[first - 1] == phrase.segment[at]:
        first -= 1
    return first == 0 or phrase.said[first - 1] != "with"  # "liver with a cyst is enlarged"


_AIR = frozenset({"gas", "air"})
_POCKETS = frozenset({"collection", "abscess", "empyema"})
_HOLDING = frozenset("with and containing contain enclosing holding".split())


def is_content(match: Match, phrase: Phrase) -> bool:
    """Whether gas is that of a pocket: "retrosternal collection with rim and gas bubbles".

    Args:
        match: A general word.
        phrase: The sentence it stands in.

    Returns:
        True if a pocket of the same clause holds it, and no "in" leads elsewhere.
    """
    words = phrase.words(match.start, match.end)
    if _AIR.isdisjoint(words) and words[-1] != "level":
        return False
    before = phrase.words(phrase.clause_start(match.start), match.start)
    pockets = [at for at, word in enumerate(before) if word in _POCKETS]
    return (
        bool(pockets)
        and not _HOLDING.isdisjoint(before[pockets[-1] :])
        and phrase.words(match.end, match.end + 1) not in (["in"], ["within"], ["along"])
    )


def _names_more(at: int, phrase: Phrase) -> bool:
    """Whether another finding begins at a token."""
    return any(other.start == at for kind in ("finding", "head") for other in phrase.of(kind))
