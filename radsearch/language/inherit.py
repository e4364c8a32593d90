"""What one mention takes from another: sides of a list, everything for an interpretation.

"Small left collection, suspicious for hemothorax" speaks of one thing twice: the second name takes
side, size and change of the first. "Right effusion and atelectasis" shares the side alone.
"""

from collections.abc import Sequence
from itertools import pairwise

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase
from radsearch.language.reach import EXISTENCE

_ALL = (
    "laterality", "location", "zone", "size_mm", "dimensions_mm", "prior_size_mm", "temporal",
    "severity", "density",
)  # fmt: skip
_PLACE = ("laterality", "location", "zone")
_SHIFTS = frozenset({"mediastinal_shift", "midline_shift", "tracheal_deviation"})
INTERPRETS = frozenset(
    "representing represent reflecting reflect indicating indicate consistent compatible "
    "suggesting suggest suggestive suspicious keeping likely probably possibly presumably typical "
    "concerning worrisome favored appearance".split()
)
_JOINS = frozenset(
    "and or nor with which leaving causing due secondary from showing containing versus vs "
    "rather".split()
)
_PREDICATES = frozenset("is are was were has have remain remains appear appears".split())


def inherit(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Copy attributes between the mentions of a sentence.

    Args:
        phrase: The sentence taken apart.
        mentions: Settled mentions, in order; changed in place.
    """
    named = [m for m in mentions if not m.subject and m.finding not in _SHIFTS]
    for left, right in pairwise(named):
        if left.end > right.start or phrase.clause[left.start] != phrase.clause[right.start]:
            continue
        between = phrase.words(left.end, right.start)
        linked = any(word in INTERPRETS for word in between) or between[:3] == ["c", "/", "w"]
        if linked and right.status == "present":
            _copy(left, right, _ALL)
        elif any(word in _JOINS for word in between) and "no" not in between:
            _copy(left, right, _PLACE)
            if all(word in ("and", "or", "nor") for word in between):
                _copy(right, left, _PLACE)
    _spread_change(phrase, named)
    _spread_side(phrase, named)


def _copy(source: Mention, target: Mention, axes: Sequence[str]) -> None:
    """Fill axes that the target lacks, unless a side of its own says it is elsewhere."""
    side, own = source.values.get("laterality"), target.values.get("laterality")
    if own is not None and own != side:
        return
    for axis in axes:
        if axis in source.values:
            target.values.setdefault(axis, source.values[axis])


_CENTRAL = (
    "cardi", "aort", "osteop", "degenerat", "vertebra", "scoliosis", "mediastin", "coronary",
    "sternotomy", "pericard", "spond", "canal", "disc_", "valve", "congestion", "heart", "edema",
    "chamber", "ascites", "hepat", "bone_metast",
)  # fmt: skip


def _is_central(mention: Mention) -> bool:
    """Whether the finding is of the midline, or of the whole body."""
    return any(part in mention.finding for part in _CENTRAL)


def _spread_side(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Where one side alone is stated, what its clause names later lies there too."""
    for clause in {phrase.clause[mention.start] for mention in mentions}:
        here = [m for m in mentions if phrase.clause[m.start] == clause and m.status == "present"]
        stated = [m for m in here if m.values.get("laterality") in ("left", "right")]
        sides = {m.values["laterality"] for m in stated}
        if len(sides) != 1:
            continue
        for mention in here:
            if mention.start > stated[0].start and not _is_central(mention):
                mention.values.setdefault("laterality", stated[0].values["laterality"])


def _spread_change(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """A change said of a whole list, "... , unchanged" or "X and Y are stable", holds for all."""
    for match in phrase.of("modifier"):
        if match.entry.name != "temporal" or not _closes(phrase, match.start, match.end):
            continue
        for mention in mentions:
            same = phrase.clause[mention.start] == phrase.clause[match.start]
            if same and mention.end <= match.start and mention.status == "present":
                mention.values.setdefault("temporal", match.entry.value)


def _closes(phrase: Phrase, start: int, end: int) -> bool:
    """Whether a change stands alone behind a comma, or as the predicate of the clause."""
    before = phrase.tokens[start - 1].word if start else ""
    if before in _PREDICATES:
        return not any(word in EXISTENCE for word in phrase.words(end, end + 1))
    return before == "," and end == phrase.clause_end(start)
