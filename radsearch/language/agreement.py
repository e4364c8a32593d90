"""Agreement of two stated values on each attribute axis, in [0, 1]; 1 = the same.

Every axis is graded: ordered values lose by their distance, numbers by their log ratio, anatomy
and findings by their distance in the tree.
"""

import math
import re
from functools import lru_cache
from importlib import resources

from radsearch.language.finding import Finding

SEVERITY = ("trace", "mild", "moderate", "severe")
TEMPORAL = ("resolved", "decreased", "stable", "increased", "new")
ZONE = ("apical", "upper", "mid", "lower", "basal")
DENSITY_SCALES = (
    ("ground_glass", "part_solid", "solid", "calcified"),
    ("hypodense", "isodense", "hyperdense"),
    ("t2_hypointense", "isointense", "t2_hyperintense"),
)
DENSITY_KIN = {  # values of different scales that describe much the same look
    frozenset(("fluid", "hypodense")): 0.6,
    frozenset(("fluid", "t2_hyperintense")): 0.6,
    frozenset(("fat", "hypodense")): 0.5,
    frozenset(("calcified", "hyperdense")): 0.6,
    frozenset(("solid", "enhancing")): 0.5,
}
COUNT_WORDS = {"few": 3.0, "multiple": 6.0, "innumerable": 30.0}
SEVERITY_STEP = 0.4  # paper's golden case: a severity that agrees in part counts 0.4
SIZE_RATIO = 4.0  # sizes four times apart agree not at all
COUNT_RATIO = 30.0  # one against innumerable

SAME_FAMILY = 0.6
SAME_SYSTEM = 0.25
LOBES = ("upper_lobe", "middle_lobe", "lower_lobe")
_LEVEL = re.compile(r"^([cdtls])(\d{1,2})(?:_([cdtls])?(\d{1,2}))?$")
_LEVEL_START = {"c": 0, "t": 7, "d": 7, "l": 19, "s": 24}


@lru_cache(maxsize=1)
def kin() -> dict[frozenset[str], float]:
    """Pairs of finding ids that readers use for the same thing, with their relatedness."""
    table = resources.files("radsearch.language").joinpath("lexicon/kin.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines()[1:] if line and line[0] != "#")
    return {frozenset((first, second)): float(value) for first, second, value in rows}


def finding_agreement(a: Finding, b: Finding) -> float:
    """Relatedness in the family tree: same id 1, kin as listed, same family, same organ system.

    >>> effusion = Finding("pleural_effusion", "pleura/fluid")
    >>> finding_agreement(effusion, Finding("hemothorax", "pleura/fluid"))
    0.6
    >>> finding_agreement(effusion, Finding("fracture", "bone/fracture"))
    0.0
    """
    if a.finding == b.finding:
        return 1.0
    known = kin().get(frozenset((a.finding, b.finding)))
    if known is not None:
        return known
    if a.family == b.family:
        return SAME_FAMILY
    return SAME_SYSTEM if a.family.partition("/")[0] == b.family.partition("/")[0] else 0.0


def laterality_agreement(a: str, b: str) -> float:
    """Same side 1; bilateral against one side 0.5; opposite sides 0.

    >>> laterality_agreement("left", "bilateral"), laterality_agreement("left", "right")
    (0.5, 0.0)
    """
    if a == b:
        return 1.0
    return 0.5 if "bilateral" in (a, b) and "midline" not in (a, b) else 0.0


def location_agreement(a: str, b: str) -> float:
    """Same site 1; a part against its whole 0.7; vertebrae and lobes by their distance; else 0.

    >>> location_agreement("upper_lobe", "middle_lobe"), location_agreement("l4", "l5")
    (0.4, 0.8)
    """
    if a == b:
        return 1.0
    if (first := vertebra(a)) is not None and (second := vertebra(b)) is not None:
        return max(0.0, 1.0 - abs(first - second) / 5)
    if a in LOBES and b in LOBES:
        return 0.4 if abs(LOBES.index(a) - LOBES.index(b)) == 1 else 0.1
    words_a, words_b = set(a.split("_")), set(b.split("_"))
    return 0.7 if words_a < words_b or words_b < words_a else 0.0


def vertebra(location: str) -> float | None:
    """Place of a vertebra or disc in the spine, C1 = 1; a disc lies half a step below; else None.

    >>> vertebra("c1"), vertebra("t1"), vertebra("l4_l5"), vertebra("liver")
    (1.0, 8.0, 23.5, None)
    """
    match = _LEVEL.match(location)
    if not match:
        return None
    region, number, _, below = match.groups()
    return _LEVEL_START[region] + int(number) + (0.5 if below else 0.0)


def step_agreement(scale: tuple[str, ...], a: str, b: str) -> float:
    """One less the share of the scale that lies between; a value off the scale agrees only alike.

    >>> step_agreement(TEMPORAL, "stable", "new")
    0.5
    """
    if a == b:
        return 1.0
    if a not in scale or b not in scale:
        return 0.0
    return 1.0 - abs(scale.index(a) - scale.index(b)) / (len(scale) - 1)


def severity_agreement(a: str, b: str) -> float:
    """Falls by the factor 0.4 a step.

    >>> severity_agreement("mild", "moderate")
    0.4
    """
    gap: int = abs(SEVERITY.index(a) - SEVERITY.index(b))
    return float(SEVERITY_STEP**gap)


def ratio_agreement(a: float, b: float, none_at: float) -> float:
    """One less the log ratio, 0 where one is `none_at` times the other.

    >>> ratio_agreement(8, 8, 4), round(ratio_agreement(8, 16, 4), 2), ratio_agreement(5, 50, 4)
    (1.0, 0.5, 0.0)
    """
    if a <= 0 or b <= 0:
        return 1.0 if a == b else 0.0
    return max(0.0, 1.0 - abs(math.log(a) - math.log(b)) / math.log(none_at))


def count_value(count: int | str) -> float:
    """A count as a number; few, multiple and innumerable lie on the same scale."""
    return COUNT_WORDS[count] if isinstance(count, str) else float(count)


def density_agreement(a: str, b: str) -> float:
    """By steps on the shared scale, by kinship across scales, else 0.

    >>> round(density_agreement("ground_glass", "solid"), 2)
    0.33
    """
    if a == b:
        return 1.0
    for scale in DENSITY_SCALES:
        if a in scale and b in scale:
            return step_agreement(scale, a, b)
    return DENSITY_KIN.get(frozenset((a, b)), 0.0)


def certainty_level(finding: Finding) -> float:
    """Place on absent 0 < possible 1 < probable 2 < definite 3; a doubtful absence lies between.

    >>> certainty_level(Finding("mass", "other/mass", presence="absent"))
    0.0
    """
    level = {"definite": 3.0, "probable": 2.0, "possible": 1.0}[finding.certainty]
    return level if finding.presence == "present" else (3.0 - level) / 2


def temporal_agreement(a: str, b: str) -> float:
    """Steps on resolved < decreased < stable < increased < new; chronic is nearly stable."""
    if a != b and {a, b} == {"stable", "chronic"}:
        return 0.8
    plain_a, plain_b = ("stable" if x == "chronic" else x for x in (a, b))
    return step_agreement(TEMPORAL, plain_a, plain_b)
