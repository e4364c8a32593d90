"""RadSim of a dictated section with indexed reports, from the stored findings, without a loop.

The query's abnormal findings are scored against the abnormal findings of each candidate. Each
finding, on both sides, takes its best partner (one partner may serve two: that is what the exact
`radsim` forbids, at a hundred times the cost), so a missing finding costs and an added one costs.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from radsearch.language import agreement as axes
from radsearch.language.finding import Finding
from radsearch.language.radsim import MIN_RELATED, WEIGHTS, clinical_weight, is_abnormal
from radsearch.search.findings import Findings
from radsearch.search.stream import Ints

Values = NDArray[np.float64]

NOTHING_SAID = 0.5
"""Weight of what two sections share beyond their findings; a single old scar then costs a third."""

LEFT_OUT = 0.4
"""Share of a finding of the findings section: an impression leaves much of it out, on purpose.

Both were flat on the authored chest X-rays (R@1 41 to 42.8 and 45 to 47.5 for 0.1 to 1)."""

_WORD_AXES: dict[str, Callable[[str, str], float]] = {
    "laterality": axes.laterality_agreement,
    "location": axes.location_agreement,
    "zone": lambda a, b: axes.step_agreement(axes.ZONE, a, b),
    "severity": axes.severity_agreement,
    "density": axes.density_agreement,
    "temporal": axes.temporal_agreement,
}
_NUMBER_AXES = {"size_mm": ("size", axes.SIZE_RATIO), "count": ("count", axes.COUNT_RATIO)}
_LEVEL = {"definite": 3.0, "probable": 2.0, "possible": 1.0}


@dataclass(frozen=True, slots=True)
class SectionFindings:
    """The abnormal findings of one section of every report, ordered by report.

    Attributes:
        table: Where the rows come from.
        section: "findings", "impression" or "report".
        rows: (m,) rows of the table.
        pointers: (n + 1,) where each report's rows start.
        weights: (m,) clinical weight of each row.
        level: (m,) certainty, 1 to 3.
    """

    table: Findings
    section: str
    rows: Ints
    pointers: Ints
    weights: Values
    level: Values

    def scores(self, query: Sequence[Finding], positions: Ints, kind: str = "") -> Values:
        """Similarity of the query's findings with each report, (len(positions),), in [0, 1].

        Args:
            query: Findings of the dictated section.
            positions: Reports.
            kind: Which section the query is, "findings" or "impression".

        Returns:
            1 where the abnormal findings agree in all that both state; where neither has any, 1.
        """
        wanted = _distinct(query)
        sizes = self.pointers[positions + 1] - self.pointers[positions]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        inside = np.arange(starts[-1]) - np.repeat(starts[:-1], sizes)
        index = np.repeat(self.pointers[positions], sizes) + inside
        rows, weights = self.rows[index], self.weights[index]
        best_row, won = np.zeros(len(rows)), np.zeros(len(positions))
        for finding in wanted:
            score = self._against(finding, rows, self.level[index])
            best_row = np.maximum(best_row, score)
            won += clinical_weight(finding) * _grouped(np.maximum, score, starts)
        share, other = 1.0, 1.0
        if kind != self.section:
            share = LEFT_OUT if kind == "findings" else 1.0
            other = LEFT_OUT if self.section == "findings" else 1.0
        asked = share * sum(map(clinical_weight, wanted))
        held = other * _grouped(np.add, weights, starts)
        won = share * won + other * _grouped(np.add, weights * best_row, starts)
        return np.asarray((NOTHING_SAID + won) / (NOTHING_SAID + asked + held))

    def _against(self, finding: Finding, rows: Ints, level: Values) -> Values:
        """RadSim of one finding with each row; 0 where they are not to be matched."""
        words = tuple(self.table.words)
        identity = _related(words, finding.finding, finding.family)
        related = identity[self.table.columns["finding"][rows]]
        gap = np.abs(level - axes.certainty_level(finding))
        score = WEIGHTS["finding"] * related + WEIGHTS["certainty"] * (1 - gap / 3)
        total = np.full(len(rows), WEIGHTS["finding"] + WEIGHTS["certainty"])
        for name in _WORD_AXES:
            value = getattr(finding, name)
            if value is None:
                continue
            agreed = _agreements(words, name, value)[self.table.columns[name][rows]]
            stated = agreed >= 0
            score += WEIGHTS[name] * np.where(stated, agreed, 0.0)
            total += WEIGHTS[name] * stated
        for name, (axis, none_at) in _NUMBER_AXES.items():
            value = getattr(finding, name)
            if value is None:
                continue
            own = axes.count_value(value) if name == "count" else value
            other = self.table.numbers[name][rows]
            stated = ~np.isnan(other)
            score += WEIGHTS[axis] * np.where(stated, _ratios(other, own, none_at), 0.0)
            total += WEIGHTS[axis] * stated
        # times the relatedness: a cousin in the family tree answers worse than the mean says
        return np.asarray(np.where(related >= MIN_RELATED, related * score / total, 0.0))


def _ratios(numbers: NDArray[np.float32], own: float, none_at: float) -> Values:
    """`ratio_agreement` of each number with `own`; NaN where there is none.

    >>> _ratios(np.array([8, 0, np.nan]), 8.0, 4).tolist()
    [1.0, 0.0, nan]
    """
    if own <= 0:
        return np.where(np.isnan(numbers), np.nan, np.asarray(numbers == own, np.float64))
    with np.errstate(divide="ignore"):
        away = np.abs(np.log(numbers) - math.log(own)) / math.log(none_at)
    return np.asarray(np.maximum(1.0 - away, 0.0))


def section_findings(table: Findings, section: str) -> SectionFindings:
    """The abnormal findings of a section, or of the whole report.

    Args:
        table: All findings of the index.
        section: "findings", "impression" or "report".

    Returns:
        Its rows by report.
    """
    present = table.columns["presence"] == table.code("present")
    normal = np.array([word.startswith("normal") for word in table.words])
    keep = present & ~normal[table.columns["family"]]
    if section != "report":
        keep &= table.columns["section"] == table.code(section)
    rows = np.flatnonzero(keep)
    rows = rows[np.argsort(table.doc[rows], kind="stable")]
    weight_of = np.array([clinical_weight(Finding(word, "")) for word in table.words])
    level_of = table.lookup(_LEVEL, 3.0).astype(np.float64)
    return SectionFindings(
        table,
        section,
        rows,
        np.searchsorted(table.doc[rows], np.arange(table.n + 1)),
        weight_of[table.columns["finding"][rows]],
        level_of[table.columns["certainty"][rows]],
    )


def _distinct(query: Sequence[Finding]) -> list[Finding]:
    """Abnormal findings, those of equal id and attributes once."""
    bare = (replace(f, sentence="", start=0, end=0, negated_by="") for f in query if is_abnormal(f))
    return list(dict.fromkeys(bare))


@lru_cache(maxsize=512)
def _related(words: tuple[str, ...], finding: str, family: str) -> Values:
    from radsearch.language.lexicon import load_lexicon

    families = load_lexicon().families
    own = Finding(finding, family)
    return np.array(
        [
            axes.finding_agreement(own, Finding(word, families[word])) if word in families else 0.0
            for word in words
        ]
    )


@lru_cache(maxsize=1024)
def _agreements(words: tuple[str, ...], name: str, value: str) -> Values:
    """Agreement of `value` with each word of the table on one axis; -1 for unstated."""
    out = np.full(len(words), -1.0)
    for code, word in enumerate(words):
        if word:
            try:
                out[code] = _WORD_AXES[name](value, word)
            except ValueError:  # a word of another axis
                out[code] = 0.0
    return out


def _grouped(ufunc: np.ufunc, values: Values, starts: Ints) -> Values:
    """`ufunc` over the rows of each report; 0 for a report without rows."""
    out = np.zeros(len(starts) - 1)
    filled = np.flatnonzero(starts[1:] > starts[:-1])
    if len(filled):
        out[filled] = ufunc.reduceat(values, starts[:-1][filled])
    return out
