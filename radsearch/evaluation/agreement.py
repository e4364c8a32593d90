"""Do report scores order candidates as readers do? Kendall tau within a study; RadJudge's tests.

Paper: QureRadEmbed 2026, table 6. No reader data is shipped: `agreement_files` reads what the user
has downloaded under its own terms.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from radsearch.evaluation.bootstrap import mean_interval
from radsearch.evaluation.discrepancy import Scorer
from radsearch.report import Report

EQUAL = 0.15  # scores this close count as equal; RadJudge states no tolerance of its own


@dataclass(frozen=True, slots=True)
class Rated:
    """One candidate with a reader's rating.

    Attributes:
        study: What candidates are compared within: a study, or a sentence's source.
        reference: The report to be met.
        candidate: The report that was rated.
        errors: The readers' number of errors, or another rating of which less is better.
    """

    study: str
    reference: str
    candidate: str
    errors: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """Kendall tau of a score with the readers.

    Attributes:
        within: Mean over studies of tau-b inside a study; nan if no study has two ratings.
        low: Lower bound of its 95 % interval over studies.
        high: Upper bound.
        studies: How many studies count.
        overall: Tau-b over all candidates at once.
        n: How many candidates.
    """

    within: float
    low: float
    high: float
    studies: int
    overall: float
    n: int


def kendall_tau_b(a: ArrayLike, b: ArrayLike) -> float:
    """Kendall's tau-b of two equally long lists; nan if one of them is constant.

    Kendall 1945, doi:10.1093/biomet/33.3.239.

    >>> kendall_tau_b([1, 2, 3], [1, 2, 3]), round(kendall_tau_b([1, 2, 3, 3], [1, 3, 2, 2]), 2)
    (1.0, 0.2)
    """
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    upper = np.triu_indices(len(x), 1)
    dx, dy = np.sign(x[:, None] - x)[upper], np.sign(y[:, None] - y)[upper]
    total = math.sqrt(float((dx != 0).sum()) * float((dy != 0).sum()))
    return float((dx * dy).sum()) / total if total else math.nan


def agreement(rated: Sequence[Rated], scorer: Scorer) -> Agreement:
    """How well a score orders candidates as the readers do.

    Args:
        rated: Candidates with ratings.
        scorer: Higher = better.

    Returns:
        Tau of the score with the negated number of errors: 1 = the same order.
    """
    scores = np.asarray(scorer([(r.reference, r.candidate) for r in rated]), dtype=float)
    quality = np.array([-r.errors for r in rated])
    groups: dict[str, list[int]] = {}
    for place, row in enumerate(rated):
        groups.setdefault(row.study, []).append(place)
    taus = [kendall_tau_b(scores[g], quality[g]) for g in groups.values() if len(g) > 1]
    kept = np.array([tau for tau in taus if not math.isnan(tau)])
    low, high = mean_interval(kept)
    within = float(kept.mean()) if len(kept) else math.nan
    overall = kendall_tau_b(scores, quality)
    return Agreement(within, low, high, len(kept), overall, len(rated))


@dataclass(frozen=True, slots=True)
class RankingTest:
    """One RadJudge test.

    Attributes:
        test_id: Such as "6a".
        reference: The ground truth.
        candidates: Name -> text.
        contexts: Name -> the patient's age and indication, as far as stated.
        expected: Such as ("C1 > C2", "C2 > C3").
    """

    test_id: str
    reference: str
    candidates: Mapping[str, str]
    contexts: Mapping[str, Mapping[str, str]]
    expected: tuple[str, ...]


_RELATION = re.compile(r"(\w+)\s*([>=])\s*(\w+)")


def passes(test: RankingTest, scores: Mapping[str, float], *, equal: float = EQUAL) -> bool:
    """Whether scores order a test's candidates as expected.

    Args:
        test: The test.
        scores: Candidate -> score, higher = better.
        equal: Largest difference at which "=" holds; ">" holds for any difference.

    Returns:
        True only if every relation holds.

    >>> test = RankingTest("x", "", {}, {}, ("C1 > C2", "C2 = C3"))
    >>> passes(test, {"C1": 0.9, "C2": 0.5, "C3": 0.45})
    True
    """
    for relation in test.expected:
        match = _RELATION.fullmatch(relation.strip())
        if match is None:
            raise ValueError(f"relation is {relation!r}, wanted 'C1 > C2' or 'C1 = C2'")
        left, right = scores[match[1]], scores[match[3]]
        if match[2] == ">" and not left > right + 1e-9:
            return False
        if match[2] == "=" and abs(left - right) > equal:
            return False
    return True


def radjudge_scores(test: RankingTest) -> dict[str, float]:
    """The score of `compare` for each candidate, with the patient's context where one is stated."""
    from radsearch.comparison import compare

    scores: dict[str, float] = {}
    for name, text in test.candidates.items():
        context = test.contexts.get(name, {})
        age = context.get("age", "")
        reference = Report(
            test.test_id,
            unlabelled=test.reference,
            age=int(age) if age.isdigit() else None,
            indication=context.get("indication", ""),
        )
        scores[name] = compare(reference, text, encoder="none").score
    return scores


def radsim_scores(test: RankingTest) -> dict[str, float]:
    """Plain RadSim of each candidate's findings with the reference's."""
    from radsearch.language import extract, radsim

    found = extract(test.reference)
    return {n: radsim(found, extract(text)).score for n, text in test.candidates.items()}
