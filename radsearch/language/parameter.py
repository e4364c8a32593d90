"""Findings that are a quantity too small or too large: "disc height at L4-L5 is mildly reduced".

A noun of `parameters.tsv` and a word of less or more, joined by nothing but places, grades and
auxiliary verbs, are a finding together.
"""

from collections.abc import Sequence

from radsearch.language.lexicon import Match
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_LESS = frozenset(
    "reduced reduction decreased decrease reduce low lower lowered lost loses loss small smaller "
    "diminished diminution narrowed narrowing narrow narrower limited fallen thinned thinning thin "
    "thinner shallow collapsed declined".split()
)
_MORE = frozenset(
    "increased increase large larger enlarged enlargement big bigger wide wider widened widening "
    "expanded high higher raised elevated elevation lifted tented prominent prominence "
    "coarse coarsened".split()
)
_VERBS = frozenset(
    "is are was were be been has have had appear look seem remain measure show shows stand sits "
    "stands lie lies sit".split()
)
_WORDS = _LESS | _MORE | _VERBS
_LINKS = frozenset(
    "of in at on the a an both left right some somewhat more most all several multiple by about "
    "around throughout bilaterally again now too slightly very than anterior posterior medial "
    "lateral its their third half quarter and to mm cm % - l r lumbar thoracic cervical".split()
)
_REACH = 9
_DEGREES = frozenset({"severity", "laterality", "zone"})


def find_parameters(phrase: Phrase) -> list[Mention]:
    """Mentions of quantities that are too small or too large, in order.

    Args:
        phrase: The sentence taken apart.

    Returns:
        Mentions that cover the noun, the word of less or more and what lies between.
    """
    found: list[Mention] = []
    for noun in phrase.of("parameter"):
        if (found and noun.start < found[-1].end) or _describes(phrase, noun):
            continue
        at, more = _judged(phrase, noun)
        finding = noun.entry.value if more else noun.entry.name
        if at >= 0 and finding:
            found.append(Mention(finding, min(noun.start, at), max(noun.end, at + 1)))
    return found


def _describes(phrase: Phrase, noun: Match) -> bool:
    """Whether the noun only belongs to a finding behind it: "diaphragm hernia"."""
    if noun.end >= len(phrase.tokens) or phrase.tokens[noun.end].word in _WORDS:
        return False
    return any(m.start == noun.end for kind in ("finding", "head") for m in phrase.of(kind))


def _judged(phrase: Phrase, noun: Match) -> tuple[int, bool]:
    """Token of the word of less or more that belongs to a noun, and which of both; -1 if none."""
    places, grades = _covered(phrase, ("site", "anatomy")), _covered(phrase, ("modifier",))
    for steps in (_behind(phrase, noun), _before(phrase, noun)):
        for at in steps:
            word = phrase.tokens[at].word
            if at not in places and (word in _LESS or word in _MORE):
                return at, word in _MORE
            if word == "and" and at + 1 not in places:
                break  # "flat diaphragm and widened retrosternal space"
            told = word.endswith("ly") or word[0].isdigit() or at in places or at in grades
            if not (told or word in _VERBS or word in _LINKS):
                break
    return -1, False


def _behind(phrase: Phrase, noun: Match) -> range:
    """Tokens of a predicate."""
    return range(noun.end, min(noun.end + _REACH, phrase.clause_end(noun.start)))


def _before(phrase: Phrase, noun: Match) -> range:
    """Tokens of an attribute, the nearest first."""
    first = max(noun.start - _REACH, phrase.clause_start(noun.start), phrase.heading)
    return range(noun.start - 1, first - 1, -1)


def _covered(phrase: Phrase, kinds: Sequence[str]) -> set[int]:
    """Tokens of the matches of some kinds; of modifiers only places and degrees."""
    return {
        at
        for kind in kinds
        for m in phrase.of(kind)
        if kind != "modifier" or m.entry.name in _DEGREES
        for at in range(m.start, m.end)
    }
