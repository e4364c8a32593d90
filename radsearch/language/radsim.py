"""RadSim: attribute-decomposed similarity of findings and of reports.

Paper: QureRadEmbed 2026, section "RadSim". Score = sum of weight x agreement over the attributes
that both sides state, divided by the sum of those weights.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from radsearch.language import agreement as axes
from radsearch.language.assignment import best_assignment
from radsearch.language.finding import Finding
from radsearch.report import Report

WEIGHTS: Mapping[str, float] = {
    "finding": 2.0,  # paper, golden case 5.32 / 6.30 = 0.84, as the next five
    "certainty": 1.0,
    "laterality": 1.0,
    "location": 0.8,
    "severity": 0.8,
    "size": 0.7,
    "zone": 0.6,  # ours: below the lobe that holds it
    "density": 0.6,
    "temporal": 0.6,
    "count": 0.5,
}
OPPOSITE_CAP = 0.15  # ours: of a pair in which one side states what the other denies outright
DOUBT_CAP = 0.15  # ours: added to the cap by each step of doubt
BASE = 0.1  # ours: what two reports share beyond their findings; lets false findings count
NEGATIVE_WEIGHT = 0.05  # ours: of a matched denial; RadJudge: normal findings hardly score
Array = TypeVar("Array", float, NDArray[np.float64])

MIN_RELATED = 0.25  # findings of one organ system may be matched


@dataclass(frozen=True, slots=True)
class Part:
    """What one attribute adds: its weight and its agreement in [0, 1]."""

    weight: float
    agreement: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two findings that were matched, by their place in the two lists, and their similarity."""

    first: int
    second: int
    similarity: "Similarity"


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity with its reasons.

    Attributes:
        score: In [0, 1].
        parts: By attribute; of two reports, summed over their matched findings.
        contradictions: Attributes in outright conflict ("presence", "laterality").
        pairs: Of two reports: which finding was matched to which.
        only_first: Places of findings in the first list that have no partner.
        only_second: The same in the second list.
    """

    score: float
    parts: Mapping[str, Part] = field(default_factory=dict)
    contradictions: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    only_first: tuple[int, ...] = ()
    only_second: tuple[int, ...] = ()


def radsim(
    a: Finding | Sequence[Finding] | Report, b: Finding | Sequence[Finding] | Report
) -> Similarity:
    """Similarity of two findings, or of two reports given as their findings.

    Findings: the weighted mean of agreement over the attributes that both state; a finding that is
    present on one side and absent on the other is capped at 0.15 (more where it is doubtful).
    Reports: findings are matched one to one for the largest total; each pair counts by its clinical
    weight, unmatched abnormal findings count against, unmatched denials do not.

    Args:
        a: A finding, or a report: its findings, or the `Report`, whose body is then extracted.
        b: The same kind as `a`.

    Returns:
        Score and parts. Symmetric; 1 for equal arguments; two normal reports score 1.

    Raises:
        TypeError: If one is a finding and the other a list.

    >>> left = Finding("pleural_effusion", "pleura/fluid", laterality="left", severity="mild")
    >>> right = Finding("pleural_effusion", "pleura/fluid", laterality="right", severity="mild")
    >>> round(radsim(left, right).score, 3)
    0.792
    >>> radsim([left], []).score < radsim([left], [right]).score < radsim([left], [left]).score
    True
    """
    if isinstance(a, Finding) and isinstance(b, Finding):
        return _of_findings(a, b)
    if isinstance(a, Finding) or isinstance(b, Finding):
        raise TypeError("radsim compares two findings or two lists of findings, not one of each")
    return _of_reports(_findings(a), _findings(b))


def _findings(report: Sequence[Finding] | Report) -> Sequence[Finding]:
    if isinstance(report, Report):
        from radsearch.language.extract import extract  # the engine is not needed for lists

        return extract(report.body)
    return report


def _of_findings(a: Finding, b: Finding) -> Similarity:
    parts = {name: Part(WEIGHTS[name], value) for name, value in _agreements(a, b)}
    total = sum(part.weight for part in parts.values())
    score = sum(part.weight * part.agreement for part in parts.values()) / total
    conflicts = []
    if a.presence != b.presence:
        conflicts.append("presence")
        score = min(score, opposite_cap(axes.certainty_level(a) - axes.certainty_level(b)))
    if {a.laterality, b.laterality} == {"left", "right"}:
        conflicts.append("laterality")
    return Similarity(score, parts, tuple(conflicts))


def opposite_cap(level_gap: float) -> float:
    """The most that a pair of opposite presence can score, by its gap in certainty, 0 to 3.

    >>> round(opposite_cap(3), 2), round(opposite_cap(1), 2)
    (0.15, 0.45)
    """
    return OPPOSITE_CAP + DOUBT_CAP * (3.0 - abs(level_gap))


def _agreements(a: Finding, b: Finding) -> list[tuple[str, float]]:
    """Attribute and agreement, for the attributes that both state."""
    level_gap = abs(axes.certainty_level(a) - axes.certainty_level(b))
    stated = [("finding", axes.finding_agreement(a, b)), ("certainty", 1.0 - level_gap / 3)]
    if a.laterality and b.laterality:
        stated.append(("laterality", axes.laterality_agreement(a.laterality, b.laterality)))
    if a.location and b.location:
        stated.append(("location", axes.location_agreement(a.location, b.location)))
    if a.zone and b.zone:
        stated.append(("zone", axes.step_agreement(axes.ZONE, a.zone, b.zone)))
    if a.severity and b.severity:
        stated.append(("severity", axes.severity_agreement(a.severity, b.severity)))
    if a.size_mm is not None and b.size_mm is not None:
        stated.append(("size", axes.ratio_agreement(a.size_mm, b.size_mm, axes.SIZE_RATIO)))
    if a.count is not None and b.count is not None:
        counts = axes.count_value(a.count), axes.count_value(b.count)
        stated.append(("count", axes.ratio_agreement(*counts, axes.COUNT_RATIO)))
    if a.density and b.density:
        stated.append(("density", axes.density_agreement(a.density, b.density)))
    if a.temporal and b.temporal:
        stated.append(("temporal", axes.temporal_agreement(a.temporal, b.temporal)))
    return stated


def is_abnormal(finding: Finding) -> bool:
    """Whether it states something, rather than denying it or calling the study normal."""
    return finding.presence == "present" and not finding.family.startswith("normal")


def clinical_weight(finding: Finding) -> float:
    """How much the finding counts in a report: 2 if critical, 1, 0.5 if incidental; denials less.

    >>> clinical_weight(Finding("pneumothorax", "pleura/air"))
    2.0
    >>> clinical_weight(Finding("pneumothorax", "pleura/air", presence="absent"))
    0.05
    """
    return _significance().get(finding.finding, 1.0) if is_abnormal(finding) else NEGATIVE_WEIGHT


@lru_cache(maxsize=1)
def _significance() -> dict[str, float]:
    file = resources.files("radsearch.language").joinpath("lexicon/significance.tsv")
    lines = file.read_text("utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines if line and line[0] != "#")
    return {finding: float(weight) for finding, weight, _ in rows}


def _of_reports(a: Sequence[Finding], b: Sequence[Finding]) -> Similarity:
    weight_a, weight_b = [clinical_weight(x) for x in a], [clinical_weight(x) for x in b]
    found = {
        (i, j): _of_findings(x, y)
        for i, x in enumerate(a)
        for j, y in enumerate(b)
        if axes.finding_agreement(x, y) >= MIN_RELATED
    }
    alone_a = [w * is_abnormal(x) for w, x in zip(weight_a, a, strict=True)]
    alone_b = [w * is_abnormal(x) for w, x in zip(weight_b, b, strict=True)]
    gain = np.zeros((len(a), len(b)))
    for (i, j), similarity in found.items():
        weight = max(weight_a[i], weight_b[j])
        gain[i, j] = matching_gain(similarity.score, weight, alone_a[i] + alone_b[j])
    matched = best_assignment(gain) if gain.size else []
    only_a = tuple(sorted(set(range(len(a))) - {i for i, _ in matched}))
    only_b = tuple(sorted(set(range(len(b))) - {j for _, j in matched}))
    base = base_weight(a, b)
    weights = [max(weight_a[i], weight_b[j]) for i, j in matched]
    won = [w * found[pair].score for w, pair in zip(weights, matched, strict=True)]
    lost = [*(alone_a[i] for i in only_a), *(alone_b[j] for j in only_b)]
    # fsum: the sum must not depend on which report comes first
    score = math.fsum([base, *won]) / math.fsum([base, *weights, *lost])
    pairs = tuple(Pair(i, j, found[i, j]) for i, j in matched)
    conflicts = sorted({name for pair in pairs for name in pair.similarity.contradictions})
    return Similarity(float(score), _summed(pairs), tuple(conflicts), pairs, only_a, only_b)


def matching_gain(score: Array, weight: Array, alone: Array) -> Array:
    """What matching two findings saves: their costs alone, less what the pair itself loses.

    Denials cost nothing alone; they gain by their agreement, so that they are matched at all.

    Args:
        score: RadSim of the pair.
        weight: The larger clinical weight of the two.
        alone: Sum of what each costs without a partner.

    Returns:
        A number or an array like the arguments.
    """
    return alone + weight * (score - (alone > 0))


def base_weight(a: Sequence[Finding], b: Sequence[Finding]) -> float:
    """What two reports share beyond their findings: nearly nothing, unless both are normal."""
    return BASE if any(map(is_abnormal, a)) or any(map(is_abnormal, b)) else 1.0


def _summed(pairs: Sequence[Pair]) -> dict[str, Part]:
    parts: dict[str, Part] = {}
    for pair in pairs:
        for name, part in pair.similarity.parts.items():
            old = parts.get(name, Part(0.0, 0.0))
            weight = old.weight + part.weight
            mean = (old.weight * old.agreement + part.weight * part.agreement) / weight
            parts[name] = Part(weight, mean)
    return parts
