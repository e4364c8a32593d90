"""Which side of several a finding has, and which of the sides named near it say nothing of it."""

from collections.abc import Sequence

from radsearch.language.laterality import direction, merge
from radsearch.language.mention import Evidence, Mention
from radsearch.language.phrase import Phrase


def _says_nothing(mention: Mention, side: str) -> bool:
    """Whether a side only stresses a denial: "both lungs are clear", "trachea midline"."""
    if mention.status != "absent" or side not in ("bilateral", "midline"):
        return False
    return mention.subject or side == "midline"


_SIDELESS = frozenset(
    "osteopenia cardiomegaly coronary_calcification heart_failure aortic_atherosclerosis "
    "aortic_ectasia aortic_tortuosity vascular_congestion splenomegaly hepatomegaly kyphosis "
    "hepatic_steatosis cirrhosis prostate_enlargement brain_atrophy pericardial_effusion".split()
)
"""What a whole body or heart has, whatever side is named near it."""


def says_side(phrase: Phrase, mention: Mention, item: Evidence) -> bool:
    """Whether evidence places a finding; "both" and "symmetrical" only praise what is normal."""
    if item.axis != "laterality":
        return False
    if mention.status != "absent":
        return True
    whole = mention.finding == "chamber_enlargement"
    word = phrase.tokens[item.at].word
    return not whole and word != "both" and not word.startswith("symmetr")


_EXTENT = frozenset(
    "extending extend extension rising rise reaching reach tracking track abutting abut against "
    "displacing displace pushing push encasing invading invade compressing bulging".split()
)


def is_extent(phrase: Phrase, mention: Mention, item: Evidence) -> bool:
    """Whether a side is only where something reaches: "mass extending into the left hilum"."""
    if item.axis != "laterality" or item.at <= mention.end:
        return False
    return bool(_EXTENT.intersection(phrase.words(max(mention.end, item.at - 6), item.at)))


_COURSING = ("catheter", "tube", "picc", "pacemaker", "stent", "drain", "shunt", "line")


def has_course(mention: Mention) -> bool:
    """Whether a device may enter on one side and end on the other; the first side counts."""
    return any(part in mention.finding for part in _COURSING)


def _is_midline(mention: Mention) -> bool:
    """Whether a place is the middle: a central disc protrusion, a nodule of the isthmus."""
    if mention.status == "absent":
        return False
    central = mention.finding.startswith("disc_") and mention.values.get("zone") == "central"
    return central or mention.values.get("location") == "thyroid_isthmus"


def _is_of_both(phrase: Phrase, mention: Mention) -> bool:
    """Whether a normal statement opens with a pair: "both axillae are normal"."""
    before = phrase.words(max(0, mention.start - 2), mention.start)
    return mention.subject and before[-1:] == ["both"] and before[:1] != ["and"]


def settle_side(phrase: Phrase, mention: Mention, sides: Sequence[str]) -> None:
    """One side of all that were named: where a shift goes to, where a device enters."""
    values = mention.values
    if mention.finding in ("mediastinal_shift", "midline_shift", "tracheal_deviation"):
        side = direction(phrase) or (sides[-1] if sides else "")
        if side and side != "midline":
            values["laterality"] = side
    elif _is_of_both(phrase, mention):
        values["laterality"] = "bilateral"
    elif not sides and _is_midline(mention):
        values["laterality"] = "midline"
    elif sides and not _says_nothing(mention, merge(sides)) and mention.finding not in _SIDELESS:
        values["laterality"] = sides[0] if has_course(mention) else merge(sides)


_FROM = frozenset({"from", "in", "within"})


def holds(phrase: Phrase, named: Sequence[Mention], subject: Mention) -> Mention | None:
    """What lies in an organ that is normal otherwise: "a mass arises from the left kidney"."""
    at = subject.start - 1
    if at > 0 and phrase.said[at] in ("left", "right"):
        at -= 1
    if at > 0 and phrase.said[at] == "the":
        at -= 1
    if at < 1 or phrase.said[at] not in _FROM:
        return None
    clause = phrase.clause[at]
    before = [m for m in named if m.end <= at and phrase.clause[m.start] == clause]
    return before[-1] if before and before[-1].status == "present" else None
