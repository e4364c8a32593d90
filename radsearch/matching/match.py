"""Findings of two reports paired one to one by RadSim, and what is left over."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from radsearch.language.agreement import finding_agreement
from radsearch.language.assignment import best_assignment
from radsearch.language.finding import Finding
from radsearch.language.radsim import is_abnormal, radsim
from radsearch.matching.attributes import differences
from radsearch.matching.record import Mention
from radsearch.matching.weigh import weigh

SAME_THING = 0.5  # relatedness from which two names may be one thing
COVERS = 0.6  # relatedness from which a finding needs no counterpart of its own
SAME_NAME = 1.3  # gain of two mentions of one name: "nodule, possibly adenoma" beside "adenoma"
DENIES = 0.8  # relatedness from which a denial of one is a denial of the other


@dataclass(frozen=True, slots=True)
class Matching:
    """Which abnormal mentions belong together; mentions by their place in the two lists.

    Attributes:
        pairs: (reference, candidate, RadSim).
        denied: In the reference, denied in the candidate: (reference, candidate's denial).
        affirmed: In the candidate, denied in the reference: (reference's denial, candidate).
        missing: In the reference alone.
        added: In the candidate alone.
    """

    pairs: tuple[tuple[int, int, float], ...]
    denied: tuple[tuple[int, int], ...]
    affirmed: tuple[tuple[int, int], ...]
    missing: tuple[int, ...]
    added: tuple[int, ...]


def match_mentions(reference: Sequence[Mention], candidate: Sequence[Mention]) -> Matching:
    """Pair the abnormal findings of two reports for the largest total RadSim.

    A finding without a partner is no loss where another of its kind covers it: "consolidation
    consistent with pneumonia" beside "pneumonia".

    Args:
        reference: Merged mentions.
        candidate: Merged mentions.

    Returns:
        Pairs and leftovers.
    """
    left = [i for i, m in enumerate(reference) if is_abnormal(m.finding)]
    right = [j for j, m in enumerate(candidate) if is_abnormal(m.finding)]
    pairs = _pairs(reference, candidate, left, right)
    paired_left, paired_right = {i for i, _, _ in pairs}, {j for _, j, _ in pairs}
    denied, missing = _leftovers(reference, candidate, [i for i in left if i not in paired_left])
    affirmed, added = _leftovers(candidate, reference, [j for j in right if j not in paired_right])
    return Matching(
        tuple(pairs),
        tuple(denied),
        tuple((i, j) for j, i in affirmed),
        tuple(missing),
        tuple(added),
    )


def _pairs(
    reference: Sequence[Mention], candidate: Sequence[Mention], left: list[int], right: list[int]
) -> list[tuple[int, int, float]]:
    if not left or not right:
        return []
    gain = np.zeros((len(left), len(right)))
    for row, i in enumerate(left):
        for column, j in enumerate(right):
            a, b = reference[i].finding, candidate[j].finding
            if finding_agreement(a, b) >= SAME_THING:
                least = max(0.01, min(weigh(a), weigh(b)))  # the larger one would reward crossing
                same = SAME_NAME if a.finding == b.finding else 1.0
                gain[row, column] = least * same * radsim(a, b).score
    found = best_assignment(gain)
    return [
        (left[r], right[c], radsim(reference[left[r]].finding, candidate[right[c]].finding).score)
        for r, c in found
    ]


def _leftovers(
    own: Sequence[Mention], other: Sequence[Mention], places: Sequence[int]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Of unpaired findings: those that the other report denies, and those it does not mention."""
    contradicted, alone = [], []
    for i in places:
        finding = own[i].finding
        if any(_covers(m.finding, finding) for m in other):
            continue
        denial = next((j for j, m in enumerate(other) if denies(m.finding, finding)), None)
        both = any(denies(m.finding, finding) for m in own)  # says and denies it: of two places
        if denial is None or both:
            alone.append(i)
        else:
            contradicted.append((i, denial))
    return contradicted, alone


def same_place(a: Finding, b: Finding) -> bool:
    """Whether no stated side and no stated site speaks against both being in one place."""
    return not any(
        d.kind in ("laterality", "location") and "bilateral" not in (d.reference, d.candidate)
        for d in differences(a, b)
    )


def _covers(known: Finding, finding: Finding) -> bool:
    if not is_abnormal(known) or finding_agreement(known, finding) < COVERS:
        return False
    return same_place(known, finding)


def denies(denial: Finding, finding: Finding) -> bool:
    """Whether a report that makes this denial contradicts this finding."""
    if denial.presence != "absent" or finding_agreement(denial, finding) < DENIES:
        return False
    return same_place(denial, finding)
