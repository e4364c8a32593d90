"""A bare word takes the organ of the finding beside it: "contusion with edema" is of the brain.

Only where neither a place in the sentence nor the region of the text says what the word means.
"""

from collections.abc import Sequence

from radsearch.language.lexicon import Lexicon
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_BARE = frozenset({"edema", "edematous", "swelling", "surrounding edema", "perilesional edema"})
_STONES = frozenset({"stone", "calculus"})
_HOLDER = {
    "cholelithiasis": "gallbladder", "cholecystitis": "gallbladder",
    "choledocholithiasis": "bile_duct", "biliary_dilatation": "bile_duct",
}  # fmt: skip
"""Finding -> the group of places whose stones a sentence that names it speaks of."""

_GROUP = {"brain": "brain", "bone": "bone", "joint": "joint", "breast": "breast", "spine": "spine"}
"""First part of a family -> the group of places that its findings belong to."""


def take_organs(phrase: Phrase, lexicon: Lexicon, mentions: Sequence[Mention]) -> None:
    """Give a bare word the meaning that it has in the organ of the nearest finding.

    Args:
        phrase: The sentence taken apart.
        lexicon: What words mean.
        mentions: Its mentions in order; changed in place.
    """
    for place, mention in enumerate(mentions):
        name = " ".join(phrase.words(mention.start, mention.end))
        if name in _STONES and not mention.sites:
            _take_holder(lexicon, mention, mentions[:place], name)
        if name not in _BARE or mention.sites:
            continue
        for other in (*mentions[:place][-1:], *mentions[place + 1 :][:1]):
            if phrase.clause[other.start] != phrase.clause[mention.start]:
                continue
            group = _GROUP.get(lexicon.families[other.finding].partition("/")[0])
            if group and (name, group) in lexicon.combine:
                mention.finding, mention.sites = lexicon.combine[name, group], (group,)
                break


def _take_holder(lexicon: Lexicon, stone: Mention, before: Sequence[Mention], name: str) -> None:
    """Bare stones are those of the organ just spoken of: "cholelithiasis, stones up to 12 mm"."""
    group = _HOLDER.get(before[-1].finding) if before else None
    if group and (name, group) in lexicon.combine:
        stone.finding, stone.sites = lexicon.combine[name, group], (group,)
