"""What one mention takes from another: sides of a list, everything for an interpretation.

"Small left collection, suspicious for hemothorax" speaks of one thing twice: the second name takes
side, size and change of the first. "Right effusion and atelectasis" shares the side alone.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from radsearch.language.contrast import contrasted
from radsearch.language.lexicon import load_lexicon
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase
from radsearch.language.spread import spread_change

_ALL = (
    "laterality", "location", "zone", "size_mm", "dimensions_mm", "prior_size_mm", "temporal",
    "severity", "density", "count",
)  # fmt: skip
_PLACE = ("laterality", "location", "zone")
_SHIFTS = frozenset({"mediastinal_shift", "midline_shift", "tracheal_deviation"})
INTERPRETS = frozenset(
    "representing represent reflecting reflect indicating indicate sign consistent compatible "
    "suggesting suggest suggestive suspicious keeping likely probably possibly presumably typical "
    "concerning worrisome favored appearance".split()
)
_JOINS = frozenset(
    "and or nor with which leaving causing due secondary from showing containing versus vs "
    "rather".split()
)


def inherit(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Copy attributes between the mentions of a sentence.

    Args:
        phrase: The sentence taken apart.
        mentions: Settled mentions, in order; changed in place.
    """
    _share_subject(mentions)
    if all(mention.subject for mention in mentions):
        return
    _except(phrase, mentions)
    named = [m for m in mentions if not m.subject and m.finding not in _SHIFTS]
    for left, right in contrasted(phrase, named):
        if not is_central(right.finding):
            _copy(left, right, _PLACE)
    for left, right in pairwise(named):
        _between_two(phrase, left, right)
    spread_change(phrase, [m for m in mentions if not m.subject])
    _spread_side(phrase, named)
    _from_subject(phrase, mentions)
    _share_denied(mentions)


def _between_two(phrase: Phrase, left: Mention, right: Mention) -> None:
    """What two neighbours of one clause take from each other."""
    if left.end > right.start or phrase.clause[left.start] != phrase.clause[right.start]:
        return
    if left.noun or right.noun:
        _copy_kind(left, right)
        return
    between = phrase.words(left.end, right.start)
    plain = [word for word in between if word not in _SIDES]
    linked = not INTERPRETS.isdisjoint(between) or between[:3] == ["c", "/", "w"]
    if linked and right.status == "present":
        _copy(left, right, _ALL)
        _copy(right, left, _PLACE)
    elif not between or plain in (["of"], ["of", "the"]):
        _copy(right, left, _PLACE)
    elif not _JOINS.isdisjoint(between) and "no" not in between:
        if not (between[-1] == "and" and _follows(left)):
            _share(left, right)
        if all(word in ("and", "or", "nor") for word in between) and not _leads(right):
            _share(right, left)
        elif "with" in between and right.values.get("laterality") == "bilateral":
            _share(right, left)
    elif _lies_in(plain):
        _share(right, left)


def _share_subject(mentions: Sequence[Mention]) -> None:
    """All that one normal statement denies lies on the side that it names."""
    sides = {m.start: m.values["laterality"] for m in mentions if m.subject and _has_side(m)}
    for mention in mentions:
        if mention.subject and mention.start in sides:
            mention.values.setdefault("laterality", sides[mention.start])


def _has_side(mention: Mention) -> bool:
    return "laterality" in mention.values


_EXCEPT = frozenset({"apart", "aside", "except", "besides", "save", "barring"})


def _except(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """The band lies on the right in "right lung clear apart from a band of atelectasis"."""
    for mention in mentions if phrase.says(_EXCEPT) else ():
        start = phrase.clause_start(mention.start)
        if mention.subject or phrase.tokens[start].word not in _EXCEPT:
            continue
        clear = [m for m in mentions if m.subject and m.end <= start and m.status == "absent"]
        side = clear[-1].values.get("laterality") if clear else None
        if side is not None and not is_central(mention.finding):
            mention.values.setdefault("laterality", side)


def _copy(source: Mention, target: Mention, axes: Sequence[str]) -> None:
    """Fill axes that the target lacks, unless a side of its own says it is elsewhere."""
    side, own = source.values.get("laterality"), target.values.get("laterality")
    if own is not None and own != side:
        return
    for axis in axes:
        if axis in source.values:
            target.values.setdefault(axis, source.values[axis])


def _share(source: Mention, target: Mention) -> None:
    """Fill the place of what is listed with it; what lies in the midline takes no side."""
    if is_central(target.finding) or target.values.get("location") in UNPAIRED:
        return
    if source.values.get("laterality") == "midline":
        return
    _copy(source, target, _PLACE)


def _follows(mention: Mention) -> bool:
    """Whether its side stands behind it only: "lines at both bases" in a list."""
    stated = [item.at for item in mention.evidence if item.axis == "laterality"]
    return bool(stated) and min(stated) >= mention.end


def _leads(mention: Mention) -> bool:
    """Whether its side stands before or in it only: "effusion and left atelectasis"."""
    stated = [item.at for item in mention.evidence if item.axis == "laterality"]
    return bool(stated) and max(stated) < mention.end


_SIDES = frozenset({"left", "right"})
_INSIDE = frozenset("within in inside through of into along".split())
_LINKING = _INSIDE | frozenset(
    "a an the this its is are seen noted present found lie persist fill several many some".split()
)


def _lies_in(between: Sequence[str]) -> bool:
    """Whether nothing but "is seen within the" stands between a thing and what holds it."""
    return _LINKING.issuperset(between) and not _INSIDE.isdisjoint(between)


UNPAIRED = frozenset(
    "mediastinum anterior_mediastinum middle_mediastinum posterior_mediastinum subcarinal carina "
    "superior_mediastinum precarinal aortopulmonary_window para_aortic retroperitoneum aortocaval "
    "mesenteric mesorectal presacral porta_hepatis gastrohepatic sternum trachea esophagus "
    "thyroid_isthmus sphenoid_sinus aorta ascending_aorta aortic_arch descending_aorta "
    "thoracic_aorta abdominal_aorta".split()
)
"""Places of the midline: what lies there takes no side from its neighbour in a list."""

_KIND = ("severity", "density", "temporal")


def _copy_kind(left: Mention, right: Mention) -> None:
    """Things of one noun in two organs are alike in all but place and size."""
    source, target = (left, right) if right.noun else (right, left)
    _copy(source, target, _KIND)
    count = source.values.get("count")
    if isinstance(count, str):
        target.values.setdefault("count", count)


_CENTRAL = (
    "cardi", "aort", "degenerat", "vertebra", "mediastin", "coronary", "sternotomy", "pericard",
    "spond", "scoliosis", "kyphosis", "canal", "disc_", "congestion", "heart", "pulmonary_edema",
    "interstitial_edema", "ascites", "hepat", "bone_metast", "ivc_", "trache", "low_lung", "ileus",
    "hydroceph", "hemoperitoneum", "valve_calc", "pulmonary_artery_enl", "varices", "enteric_tube",
    "cholecystectomy", "splenectomy", "gallbladder", "prosthetic_v", "cabg",
)  # fmt: skip
_UNPAIRED_FAMILIES = (
    "heart/", "mediastinum/", "liver/", "spleen/", "biliary/", "pancreas/", "pelvis/uterus",
    "pelvis/prostate", "urinary/bladder", "spine/disc", "spine/stenosis", "bone/density", "gi/",
    "neck/airway",
)  # fmt: skip
"""Families of organs that the body has once."""


@lru_cache(maxsize=2048)
def is_central(finding: str) -> bool:
    """Whether the finding is of the midline, of an unpaired organ or of the whole body.

    >>> is_central("cardiomegaly"), is_central("cholelithiasis"), is_central("pleural_effusion")
    (True, True, False)
    """
    if any(part in finding for part in _CENTRAL):
        return True
    return load_lexicon().families.get(finding, "").startswith(_UNPAIRED_FAMILIES)


def _spread_side(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Where one side alone is stated, what its clause names later lies there too."""
    if len(mentions) < 2:
        return
    for clause in {phrase.clause[mention.start] for mention in mentions}:
        here = [m for m in mentions if phrase.clause[m.start] == clause and m.status == "present"]
        stated = [m for m in here if m.values.get("laterality") in ("left", "right")]
        sides = {m.values["laterality"] for m in stated}
        if len(sides) != 1:
            continue
        for mention in here:
            if mention.start > stated[0].start and not _elsewhere(mention):
                mention.values.setdefault("laterality", stated[0].values["laterality"])


def _elsewhere(mention: Mention) -> bool:
    return (
        mention.noun is not None
        or is_central(mention.finding)
        or mention.values.get("location") in UNPAIRED
    )


def _share_denied(mentions: Sequence[Mention]) -> None:
    """What one "no" denies shares the side: "the left breast shows no mass or distortion"."""
    sides: dict[int, object] = {}
    for mention in mentions:
        if mention.cue_at >= 0 and mention.status == "absent" and _has_side(mention):
            stated = [e.at for e in mention.evidence if e.axis == "laterality"]
            if stated and max(stated) < mention.cue_at:
                sides[mention.cue_at] = mention.values["laterality"]
    for mention in mentions:
        if mention.status == "absent" and mention.cue_at in sides:
            mention.values.setdefault("laterality", sides[mention.cue_at])


_SHOWS = frozenset("show contain demonstrate have has with reveal".split())


def _from_subject(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """The haze lies on the left in "the left lung has re-expanded and shows a haze"."""
    for subject in mentions:
        if not subject.subject or not _has_side(subject):
            continue
        for mention in mentions:
            if mention.start < subject.end or mention.subject or is_central(mention.finding):
                continue
            if _is_said_of(phrase, subject, mention):
                mention.values.setdefault("laterality", subject.values["laterality"])


def _is_said_of(phrase: Phrase, subject: Mention, mention: Mention) -> bool:
    """Whether a finding is one of a normal subject: shown by it, its predicate, or denied there."""
    between = phrase.words(subject.end, mention.start)
    if ";" in between:
        return False
    if mention.status == "absent":  # "right lung clear, without nodules"
        return _denies_there(between)
    span = subject.values.get("span")
    if isinstance(span, tuple) and span[1] > mention.end and "no" not in between:
        return True  # "the right artery is narrowed but patent"
    own = "its" in phrase.words(mention.end, phrase.clause_end(mention.start))
    parting = {"no"} if own else {",", "no"}
    return bool(_SHOWS.intersection(between)) and not parting.intersection(between)


_CLEAR_OF = (["clear", "of"], ["free", "of"], ["free", "from"])


def _denies_there(between: Sequence[str]) -> bool:
    """Whether "without" or "shows no" leads from a subject to what is denied of it."""
    if "without" in between or between[-2:] in _CLEAR_OF:
        return True
    at = between.index("no") if "no" in between else 0
    return at > 0 and between[at - 1] in _SHOWS
