"""Headings that are a statement: "There are three nodules: ...", "No effusion: ...".

A template asks for a noun ("Pneumothorax: ..."). A reader who dictates a diagnosis and then what it
rests on says more before the colon: a verb, a denial, a cue such as "signs of", a side, an age.
"""

from collections.abc import Sequence

from radsearch.language.count import is_lesion
from radsearch.language.mention import Mention
from radsearch.language.numbered import is_plural
from radsearch.language.phrase import Phrase

_VERBS = frozenset(
    "is are was were has have had show shows demonstrate remain persist there appear seen".split()
)
_OPENERS = frozenset("finding sign feature sequela picture evidence appearance pattern".split())
_KINDS = frozenset(
    "acute chronic subacute old healed known recurrent suspected probable possible likely early "
    "complicated uncomplicated decompensated obstructing congestive ruptured perforated treated "
    "progressive metastatic infected residual".split()
)
_UNITS = frozenset({"mm", "cm"})
_DENIALS = frozenset({"no", "without"})
_CUES = frozenset({"negation", "resolved", "history", "uncertainty"})
_DIAGNOSES = frozenset(
    "appendicitis pneumonia cholecystitis diverticulitis pancreatitis choledocholithiasis colitis "
    "heart_failure tuberculosis osteomyelitis discitis septic_arthritis empyema bowel_obstruction "
    "splenic_infarct renal_infarct pyelonephritis cirrhosis interstitial_lung_disease".split()
)
"""Diagnoses that rest on other findings, and that no template asks for without an answer."""

_ASKING = frozenset(
    "check question query exclude evaluate assess versus vs or follow type score grade".split()
)
_UNREAD = frozenset("consider needs need must recommended advised suggested ?".split())


def states(phrase: Phrase, asked: Sequence[Mention], behind: Sequence[Mention]) -> bool:
    """Whether the words before a colon state or deny their finding by themselves.

    Args:
        phrase: The sentence taken apart; it has a heading.
        asked: The mentions in the heading, in order; at least one.
        behind: Those behind the colon.

    Returns:
        False for the noun of a template and for a question.
    """
    said = phrase.words(0, phrase.heading - 1)
    if is_lesion(asked[-1].finding) and is_plural(phrase, asked[-1].end - 1):
        return False  # "three nodules: ..." lists what it names
    if not _ASKING.isdisjoint(said) or not _UNREAD.isdisjoint(phrase.said[phrase.heading :]):
        return False
    if said[0] in _DENIALS or not _VERBS.isdisjoint(said):
        return True
    if said[0] in _OPENERS and "of" in said[:4]:
        return True
    first = asked[0]
    within = phrase.words(0, first.end)
    if not _KINDS.isdisjoint(within) and first.start <= 3:
        return True
    return first.finding in _DIAGNOSES and _rests_on(phrase, behind)


def _rests_on(phrase: Phrase, behind: Sequence[Mention]) -> bool:
    """Whether what follows shows or measures something and denies nothing."""
    denied = any(
        cue.start >= phrase.heading and cue.entry.name in _CUES for cue in phrase.of("cue")
    )
    return not denied and (bool(behind) or not _UNITS.isdisjoint(phrase.said[phrase.heading :]))


def part(phrase: Phrase, answered: bool) -> None:
    """Make the heading a clause of its own: what stands behind the colon describes other things.

    Args:
        phrase: The sentence taken apart; changed in place.
        answered: Whether findings stand behind the colon.
    """
    if answered or not _DENIALS.isdisjoint(phrase.words(0, phrase.heading)):
        for index in range(phrase.heading, len(phrase.clause)):
            phrase.clause[index] += 1
