"""Gathers what the words around a mention say of it, and settles one value an axis."""

from collections.abc import Sequence

from radsearch.language.change import compared, is_no_change, is_weak
from radsearch.language.coordination import split
from radsearch.language.count import find_counts
from radsearch.language.development import developed
from radsearch.language.elsewhere import is_elsewhere, is_mixed
from radsearch.language.inherit import inherit
from radsearch.language.itemise import itemise
from radsearch.language.largest import of_largest
from radsearch.language.laterality import find_sides
from radsearch.language.lexicon import Match, outermost
from radsearch.language.located import elided_lobes, places
from radsearch.language.look import settle_density
from radsearch.language.measure import Measure
from radsearch.language.mention import Evidence, Mention
from radsearch.language.nearest import is_spared
from radsearch.language.owner import owner
from radsearch.language.phrase import Phrase
from radsearch.language.prior_grade import RANK, graded_change, is_earlier
from radsearch.language.prior_value import find_prior_values
from radsearch.language.rename import rename
from radsearch.language.side import has_course, holds, is_extent, says_side, settle_side
from radsearch.language.size import find_sizes, settle_sizes

_INSIDE = frozenset({"density", "zone"})
"""Axes that may be read inside a finding's own name: "calcified granuloma"."""

_HAS = frozenset({"has", "have"})
_GRADES = frozenset("mildly slightly moderately markedly severely minimally borderline".split())


def _grades(phrase: Phrase, match: Match) -> bool:
    """Whether a word inside a name describes all the same: "heart is mildly enlarged", "old"."""
    if match.entry.name == "temporal":
        return match.entry.value == "chronic" or phrase.said[match.start] in _HAS
    return match.entry.name == "severity" and phrase.tokens[match.start].word in _GRADES


_FINE = {"segment": 0, "level": 0, "lobe": 1, "vessel": 2, "joint": 2, "bone": 2, "organ": 3}


def assign_attributes(phrase: Phrase, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with `values` filled; one that stands for two sides becomes two.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions in order, normal statements included.

    Returns:
        Mentions in order.
    """
    _gather(phrase, mentions)
    parts = [
        part
        for mention in mentions
        for item in itemise(phrase, mention)
        for part in ([item] if item is not mention else split(phrase, mention))
    ]
    for part in parts:
        _settle(phrase, part)
    inherit(phrase, parts)
    for part in parts:
        rename(phrase, part)
        if part.status == "absent":
            _deny(part)
    return parts


def _gather_words(phrase: Phrase, named: Sequence[Mention]) -> None:
    """Give severities, densities and changes to what they describe."""
    for match in outermost(phrase.of("modifier")):
        axis = match.entry.name
        if axis in ("certainty", "laterality", "count"):
            continue
        if axis not in _INSIDE and _inside(match, named) and not _grades(phrase, match):
            continue
        if axis == "temporal" and is_no_change(phrase, match):
            continue
        if axis == "density" and _lacks(phrase, match.start):
            continue
        if axis == "severity" and _grades_a_look(phrase, match, named):
            continue
        if axis == "severity" and is_earlier(phrase, match.start, match.end):
            axis = "prior_severity"
        _give(phrase, named, match, axis, match.entry.value)
    for start, end, change in compared(phrase):
        target = owner(phrase, named, start, end)
        if target is not None:
            target.evidence.append(Evidence("temporal", change, start))
    for target, change in developed(phrase, named):
        target.evidence.append(Evidence("temporal", change, target.start))
    for target, change, at in find_prior_values(phrase, named):
        target.evidence.append(Evidence("temporal", change, at))


_DENIES = (["not"], ["non"], ["never"], ["without"])
_LACKING = frozenset({"lack", "lacks", "lacking"})


def _lacks(phrase: Phrase, at: int) -> bool:
    """Whether a look is denied: "not calcified", "lacks a fatty hilum"."""
    before = phrase.words(max(0, at - 2), at)
    return before[-1:] in _DENIES or not _LACKING.isdisjoint(before)


_LOOKS = frozenset("diffusion restricted restriction enhancement uptake washout".split())


def _grades_a_look(phrase: Phrase, match: Match, named: Sequence[Mention]) -> bool:
    """Whether a grade is of how a lesion looks: "a focus with marked diffusion restriction"."""
    if _LOOKS.isdisjoint(phrase.words(match.end, match.end + 1)):
        return False
    return not any(mention.start <= match.end < mention.end for mention in named)


def _gather_places(phrase: Phrase, named: Sequence[Mention]) -> None:
    """Give places to what lies there."""
    for match in places(phrase):
        if is_spared(phrase, match):
            continue
        kind = match.entry.value
        _give(phrase, named, match, "zone" if kind == "zone" else f"site:{kind}", match.entry.name)
    for index, lobe in elided_lobes(phrase):
        target = owner(phrase, named, index, index + 1)
        if target is not None:
            target.evidence.append(Evidence("site:lobe", lobe, index))


def _gather(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Give each describing word, place and number of a sentence to the mention that it is of."""
    named = [mention for mention in mentions if not mention.subject]
    if named:
        _gather_words(phrase, named)
        _gather_places(phrase, named)
    sides = find_sides(phrase)
    plain = {start for start, _, _ in sides}
    if any(m.finding in _CHAMBERS for m in named):
        sides = find_sides(phrase, parts=True)
    for start, end, side in sides:
        target = owner(phrase, mentions, start, end)
        if target is None or is_elsewhere(phrase, start, end, target):
            continue
        if target.finding in _CHAMBERS and phrase.said[end - 1] in _EDGES:
            continue  # "double right heart border" is the left atrium
        if start in plain or target.finding in _CHAMBERS:
            target.evidence.append(Evidence("laterality", side, start))
        holder = holds(phrase, named, target) if target.subject else None
        if holder is not None:
            holder.evidence.append(Evidence("laterality", side, start))
    for target, measure in find_sizes(phrase, named) if named else ():
        target.evidence.append(Evidence("size", measure, measure.start))
    for target, count, at in find_counts(phrase, named) if named else ():
        target.evidence.append(Evidence("count", count, at))


_PARTIAL_CHANGE = frozenset({"resolved", "new"})


def _deny(mention: Mention) -> None:
    """A denial keeps only what limits it: "no new nodule", "no large one", "none over 4 mm"."""
    values = mention.values
    values.pop("count", None)
    sizes = [item.value for item in mention.evidence if isinstance(item.value, Measure)]
    if not any(measure.bound == ">" for measure in sizes):
        values.pop("size_mm", None)
        values.pop("dimensions_mm", None)
    looks = [item for item in mention.evidence if item.axis == "density"]
    if not any(item.at < mention.start or item.at >= mention.end for item in looks):
        values.pop("density", None)
    if values.get("temporal") not in _PARTIAL_CHANGE:
        values.pop("temporal", None)


_EDGES = frozenset("border margin contour".split())
_CHAMBERS = frozenset(
    {
        "chamber_enlargement",
        "coronary_calcification",
        "right_heart_strain",
        "ventricular_hypertrophy",
    }
)
"""Findings of parts of the heart, which have a side of their own."""


def _give(
    phrase: Phrase, mentions: Sequence[Mention], match: Match, axis: str, value: object
) -> None:
    target = owner(phrase, mentions, match.start, match.end)
    if target is None or (_means_apart(phrase, match) and _is_one_thing(target)):
        return
    target.evidence.append(Evidence(axis, value, match.start))


def _means_apart(phrase: Phrase, match: Match) -> bool:
    return phrase.words(match.start, match.end) == ["discrete"]


def _is_one_thing(mention: Mention) -> bool:
    """Whether "discrete" says that it stands alone, not that it is slight."""
    lesion = any(part in mention.finding for part in ("nodule", "mass", "lesion", "cyst", "fract"))
    return lesion or mention.status == "absent"


def _inside(match: Match, mentions: Sequence[Mention]) -> bool:
    return any(m.start <= match.start and match.end <= m.end for m in mentions)


def _settle(phrase: Phrase, mention: Mention) -> None:
    values = mention.values
    rank = 9
    weak = False
    evidence = [item for item in mention.evidence if not of_largest(phrase, mention, item)]
    stated = [e for e in evidence if says_side(phrase, mention, e)]
    own = [e for e in stated if not is_extent(phrase, mention, e)]
    sides = [] if is_mixed(phrase, mention, stated) else [str(e.value) for e in own or stated]
    for item in evidence:
        if item.axis == "temporal":
            if values.get("temporal") in (None, "chronic") or weak:
                values["temporal"] = item.value
                weak = is_weak(phrase, item.at)
        elif item.axis.startswith("site:"):
            fine = _FINE.get(item.axis[5:], 4)
            if fine < rank:
                rank = fine
                values["location"] = item.value
                values["location_rank"] = rank
        elif item.axis == "count" and _counts_exactly(phrase, mention, item):
            values["count"] = item.value
        elif item.axis in ("zone", "count"):
            values.setdefault(item.axis, item.value)
    _settle_grade(mention, evidence)
    density = settle_density(phrase, evidence)
    if density is not None:
        values.setdefault("density", density)
    settle_side(phrase, mention, sides)
    settle_sizes(mention)


def _settle_grade(mention: Mention, evidence: Sequence[Evidence]) -> None:
    """The worst grade of today, and the change since an earlier one."""
    values = mention.values
    if has_course(mention):
        return  # a tube may be advanced, never severe
    for item in evidence:
        known = RANK.get(str(values.get("severity")), -1)
        if item.axis == "severity" and RANK.get(str(item.value), 0) > known:
            values["severity"] = item.value
    graded = graded_change(values.get("severity"), evidence)
    if graded is not None:
        values.setdefault("temporal", graded)


def _counts_exactly(phrase: Phrase, mention: Mention, item: Evidence) -> bool:
    """Whether a number outdoes a word: "eleven scattered nodules", not "two or three"."""
    return (
        isinstance(item.value, int)
        and item.at < mention.start
        and phrase.words(item.at - 1, item.at) != ["or"]
    )
