"""Numbers that count nothing: those that name, grade or date, and those of another noun.

"Station 7", "LR-3", "Garden 3", "series 3, image 14" and "12 May" hold numbers that count nothing.
"""

from radsearch.language.phrase import Phrase
from radsearch.language.tokens import canonical

_NAMES = frozenset(
    canonical(word)
    for word in (
        # parts of the body, and what is numbered along it
        "segment seg level station zone rib tooth toe finger digit ray metatarsal metacarpal mt mc "
        "compartment quadrant couinaud "
        # grades, and the scales that give them
        "grade type stage category class score scale version rads birads pirads tirads lirads "
        "orads cadrads lr tr acr aast bosniak fleischner debakey stanford harris garden schatzker "
        "neer frykman gartland mason pauwels modic pfirrmann meyerding fazekas lawrence hess "
        "fisher grader martin gleason likert grading isup deauville phase suv suvmax hu unit units "
        # images, places and days of an examination
        "series sery image img im se slice frame figure view position day pod week month room bed "
        "age aged target than /"
    ).split()
)
"""Words before a number that names or grades something: "PI-RADS 4", "rib 7", "L4/5"."""

_RANGE = frozenset({"to", "-", "through", ",", "and", "or"})
_MONTHS = frozenset(
    "january february march april june july august september october november december jan feb mar "
    "apr jun jul aug sep sept oct nov dec".split()
)


def is_name(phrase: Phrase, index: int) -> bool:
    """Whether a number is a name, a grade or a date; in "stations 4R and 7" both are.

    Args:
        phrase: The sentence taken apart.
        index: The token of the number.

    Returns:
        True if it counts nothing.
    """
    words = phrase.said
    at = index - 1
    if words[index].isdigit():
        while at > 1 and words[at] in _RANGE:
            lettered = len(words[at - 1]) == 1 and words[at - 1].isalpha()  # "4R"
            before = at - 2 if lettered else at - 1
            if not words[before].isdigit():
                break
            at = before - 1
    if at >= 0 and words[at] in _NAMES:
        return True
    return _is_date(phrase, index)


def _is_date(phrase: Phrase, index: int) -> bool:
    """Whether a month stands beside a number; "may" only with a capital inside a sentence."""
    for beside in (index - 1, index + 1):
        if not 0 <= beside < len(phrase.said):
            continue
        if phrase.said[beside] in _MONTHS:
            return True
        if phrase.said[beside] == "may" and phrase.surface(beside, beside + 1) == "May":
            return True
    return False


_OTHER_NOUN = frozenset(
    "without containing contain contains show shows showing has have is are was were remain "
    "in within beside".split()
)


_LINKS = frozenset(", and or with of in at".split())
_TAIL = 2
"""Words behind a name that may still be its noun: "two LR-3 lesions"."""


def is_of(phrase: Phrase, index: int, start: int, end: int, number: int) -> bool:
    """Whether a number before a noun counts it: "three hepatic lesions", not "room 3 lesion".

    Args:
        phrase: The sentence taken apart.
        index: The token of the number.
        start: First token of the noun.
        end: Behind its last token.
        number: The number.

    Returns:
        False where another noun or a verb stands between, or where nothing is in the plural.
    """
    if not _OTHER_NOUN.isdisjoint(phrase.words(index + 1, start)):
        return False
    last = min(end + _TAIL, len(phrase.said))
    while last > end and not _LINKS.isdisjoint(phrase.words(end, last)):
        last -= 1
    return number < 2 or any(is_plural(phrase, at) for at in range(index + 1, last))


def is_plural(phrase: Phrase, at: int) -> bool:
    """Whether a word is written in the plural: "nodes", "foci", "granulomata".

    Args:
        phrase: The sentence taken apart.
        at: A token.

    Returns:
        False for "mass", "thrombus" and other words that only end so.
    """
    raw = phrase.surface(at, at + 1).lower()
    if raw.endswith("mata"):
        return True
    return raw != phrase.said[at] and _ends_plural(raw, canonical(raw))


def _ends_plural(raw: str, one: str) -> bool:
    """Whether a word ends in the plural, and not only in British spelling: "haematoma"."""
    if raw == one or raw.endswith("ss"):
        return False
    return raw.endswith("s") or (raw.endswith(("i", "ae", "a")) and raw[-1] != one[-1])
