"""Whether a place is that of the largest of many only: "nodules, the largest 9 mm on the left"."""

from radsearch.language.mention import Evidence, Mention
from radsearch.language.phrase import Phrase
from radsearch.language.reach import VERBS

_LARGEST = frozenset("largest greatest biggest worst maximal maximally maximum dominant".split())
_WHERE = frozenset({"laterality", "zone"})


def of_largest(phrase: Phrase, mention: Mention, item: Evidence) -> bool:
    """Whether a place is that of the largest of many, not of all of them.

    Args:
        phrase: The sentence taken apart.
        mention: What the evidence was given to.
        item: Evidence of any axis.

    Returns:
        True if "largest" or the like leads from the finding to its place.
    """
    if item.axis not in _WHERE and not item.axis.startswith("site:"):
        return False
    between = phrase.words(mention.end, max(item.at, mention.end))
    if not _LARGEST.intersection(between):
        return False
    last = max(at for at, word in enumerate(between) if word in _LARGEST)
    return "," not in between[last:] or not VERBS.intersection(between[last:])
