"""RadSim of many reports at once: the same numbers as `radsim`, by table look-ups.

Each axis becomes a small table of agreements between the values that occur; all pairs of findings
are then scored by indexing, and only the one-to-one matching remains a loop over report pairs.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.language import agreement as axes
from radsearch.language.assignment import best_assignment
from radsearch.language.finding import Finding
from radsearch.language.radsim import (
    BASE,
    DOUBT_CAP,
    MIN_RELATED,
    OPPOSITE_CAP,
    WEIGHTS,
    clinical_weight,
    is_abnormal,
    matching_gain,
)

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Axis:
    """How one attribute is read off a finding (None = unstated) and how two values agree."""

    weight: float
    value: Callable[[Finding], Hashable]
    agreement: Callable[..., float]


def _finding_pair(a: tuple[str, str], b: tuple[str, str]) -> float:
    return axes.finding_agreement(Finding(*a), Finding(*b))


_AXES = (
    _Axis(WEIGHTS["laterality"], lambda f: f.laterality, axes.laterality_agreement),
    _Axis(WEIGHTS["location"], lambda f: f.location, axes.location_agreement),
    _Axis(WEIGHTS["zone"], lambda f: f.zone, lambda a, b: axes.step_agreement(axes.ZONE, a, b)),
    _Axis(WEIGHTS["severity"], lambda f: f.severity, axes.severity_agreement),
    _Axis(
        WEIGHTS["size"],
        lambda f: f.size_mm,
        lambda a, b: axes.ratio_agreement(a, b, axes.SIZE_RATIO),
    ),
    _Axis(
        WEIGHTS["count"],
        lambda f: None if f.count is None else axes.count_value(f.count),
        lambda a, b: axes.ratio_agreement(a, b, axes.COUNT_RATIO),
    ),
    _Axis(WEIGHTS["density"], lambda f: f.density, axes.density_agreement),
    _Axis(WEIGHTS["temporal"], lambda f: f.temporal, axes.temporal_agreement),
)
_IDENTITY = _Axis(WEIGHTS["finding"], lambda f: (f.finding, f.family), _finding_pair)


def radsim_matrix(
    reports: Sequence[Sequence[Finding]], others: Sequence[Sequence[Finding]] | None = None
) -> NDArray[np.float32]:
    """RadSim of every report with every other.

    Args:
        reports: Findings of each of n reports.
        others: Findings of each of m reports; None = `reports` again, each pair scored once.

    Returns:
        (n, m), in [0, 1]; entry (i, j) is `radsim(reports[i], others[j]).score`.

    >>> effusion = Finding("pleural_effusion", "pleura/fluid")
    >>> radsim_matrix([[effusion], []]).round(2).tolist()
    [[1.0, 0.09000000357627869], [0.09000000357627869, 1.0]]
    """
    columns = reports if others is None else others
    coded = _Coded([f for report in (*reports, *(others or ())) for f in report])
    ends_a = np.cumsum([0, *(len(report) for report in reports)])
    first_b = 0 if others is None else int(ends_a[-1])
    ends_b = first_b + np.cumsum([0, *(len(report) for report in columns)])
    alone = coded.weight * coded.abnormal  # what a finding costs that has no partner
    losses = np.concatenate(([0.0], np.cumsum(alone)))
    scores = np.zeros((len(reports), len(columns)), np.float32)
    for i in range(len(reports)):
        a = slice(int(ends_a[i]), int(ends_a[i + 1]))
        start = i if others is None else 0
        all_b = slice(int(ends_b[start]), int(ends_b[-1]))
        weight = np.maximum(coded.weight[a, None], coded.weight[None, all_b])
        pair = coded.pair_scores(a, all_b)  # (findings of i, findings of the others)
        cost = alone[a, None] + alone[None, all_b]
        gain = np.where(pair > 0, matching_gain(pair, weight, cost), 0.0)
        for j in range(start, len(columns)):
            b = slice(int(ends_b[j]), int(ends_b[j + 1]))
            part = slice(b.start - all_b.start, b.stop - all_b.start)
            loss = losses[a.stop] - losses[a.start], losses[b.stop] - losses[b.start]
            unmatched = alone[a], alone[b]
            matched = best_assignment(gain[:, part]) if gain[:, part].size else []
            scores[i, j] = _report_score(pair[:, part], weight[:, part], matched, unmatched, loss)
            if others is None:
                scores[j, i] = scores[i, j]
    return scores


def _report_score(
    pair: Floats,
    weight: Floats,
    matched: Sequence[tuple[int, int]],
    alone: tuple[Floats, Floats],
    loss: tuple[float, float],
) -> float:
    """Score of one report pair: `alone` is what each finding costs unmatched, `loss` the sums."""
    base = BASE if loss[0] or loss[1] else 1.0
    total, won = base + loss[0] + loss[1], base
    for i, j in matched:
        total += weight[i, j] - alone[0][i] - alone[1][j]
        won += weight[i, j] * pair[i, j]
    return won / total


class _Coded:
    """Findings as arrays: a code an axis, with one table of agreements between codes."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.weight = np.array([clinical_weight(f) for f in findings], dtype=float)
        self.abnormal = np.array([is_abnormal(f) for f in findings], dtype=float)
        self.present = np.array([f.presence == "present" for f in findings], dtype=bool)
        self.level = np.array([axes.certainty_level(f) for f in findings], dtype=float)
        self.identity = _table(_IDENTITY, findings)
        self.axes = [(axis.weight, *_table(axis, findings)) for axis in _AXES]

    def pair_scores(self, a: slice, b: slice) -> Floats:
        """RadSim of each finding of a with each of b; 0 where they are not to be matched."""
        codes, table = self.identity
        related = table[codes[a, None], codes[None, b]]
        gap = np.abs(self.level[a, None] - self.level[None, b])
        score = WEIGHTS["finding"] * related + WEIGHTS["certainty"] * (1 - gap / 3)
        total = np.full_like(score, WEIGHTS["finding"] + WEIGHTS["certainty"])
        for weight, codes, table in self.axes:
            agreed = table[codes[a, None], codes[None, b]]
            both = agreed >= 0  # -1: one of them does not state it
            score += weight * np.where(both, agreed, 0.0)
            total += weight * both
        score /= total
        opposite = self.present[a, None] != self.present[None, b]
        capped = np.minimum(score, OPPOSITE_CAP + DOUBT_CAP * (3.0 - gap))
        return np.where(related >= MIN_RELATED, np.where(opposite, capped, score), 0.0)


def _table(axis: _Axis, findings: Sequence[Finding]) -> tuple[NDArray[np.int64], Floats]:
    """Each finding's code, and agreement between codes; -1 with the last code, "unstated"."""
    values = [axis.value(finding) for finding in findings]
    places: dict[Hashable, int] = {}
    for value in values:
        if value is not None:
            places.setdefault(value, len(places))
    n = len(places)
    codes = np.array([n if value is None else places[value] for value in values], dtype=np.int64)
    table = np.full((n + 1, n + 1), -1.0)
    for first, i in places.items():
        for second, j in places.items():
            table[i, j] = axis.agreement(first, second)
    return codes, table
