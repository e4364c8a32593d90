"""A report generator's drafts against their references: scores, errors by kind, worst cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from radsearch.comparison import Comparison, compare_batch
from radsearch.encoder.protocol import Encoder
from radsearch.errors import CorpusError
from radsearch.evaluation.bootstrap import mean_interval, paired_p_value
from radsearch.report import Report

METRICS = ("score", "n_actionable", "cosine", "directional", "align_f1")


@dataclass(frozen=True, slots=True)
class DraftScores:
    """One system's drafts, in the order of the references.

    Attributes:
        ids: Of the reports, in order.
        values: Metric -> one value a report; without an encoder only the first two.
        by_kind: Kind of error -> how many, over all reports.
        missing: Ids of references without a draft: each counted as an empty draft.
        comparisons: In order.
    """

    ids: tuple[str, ...]
    values: Mapping[str, np.ndarray]
    by_kind: Mapping[str, int]
    missing: tuple[str, ...]
    comparisons: tuple[Comparison, ...]

    def mean(self, metric: str) -> tuple[float, float, float]:
        """Mean and the bounds of its 95 % bootstrap interval."""
        low, high = mean_interval(self.values[metric])
        return float(self.values[metric].mean()), low, high

    def worst(self, n: int) -> list[tuple[str, int, float]]:
        """Id, actionable errors and score of the n worst drafts; most errors first, then by id."""
        rows = zip(self.ids, self.comparisons, strict=True)
        table = [(i, c.n_actionable, c.score) for i, c in rows]
        return sorted(table, key=lambda row: (-row[1], row[2], row[0]))[:n]


def score_drafts(
    references: Sequence[Report], drafts: Sequence[Report], *, encoder: Encoder | None = None
) -> DraftScores:
    """Judge every draft against the reference of the same id.

    Args:
        references: What radiologists wrote.
        drafts: What a system wrote; drafts of other ids are not looked at.
        encoder: For cosine and alignment; None = without.

    Returns:
        The scores.

    Raises:
        CorpusError: If no draft has the id of a reference.
    """
    written = {draft.report_id: draft for draft in drafts}
    ids = tuple(report.report_id for report in references)
    missing = tuple(i for i in ids if i not in written)
    if len(missing) == len(ids):
        raise CorpusError(
            f"none of {len(drafts)} drafts has the id of one of {len(ids)} references: "
            f"give both files the same report ids"
        )
    pairs = [
        (report, written.get(report.report_id, Report(report.report_id))) for report in references
    ]
    comparisons = compare_batch(pairs, encoder="none" if encoder is None else encoder)
    values = {
        "score": np.array([c.score for c in comparisons]),
        "n_actionable": np.array([float(c.n_actionable) for c in comparisons]),
    }
    if encoder is not None:
        values["cosine"] = np.array([c.cosine or 0.0 for c in comparisons])
        values["directional"] = np.array(
            [c.directional.score if c.directional else 0.0 for c in comparisons]
        )
        values["align_f1"] = np.array([c.align_f1 or 0.0 for c in comparisons])
    counts: dict[str, int] = {}
    for comparison in comparisons:
        for kind, n in comparison.errors_by_kind.items():
            counts[kind] = counts.get(kind, 0) + n
    kinds = dict(sorted(counts.items(), key=lambda row: (-row[1], row[0])))
    return DraftScores(ids, values, kinds, missing, tuple(comparisons))


def paired(a: DraftScores, b: DraftScores) -> dict[str, tuple[float, float]]:
    """Mean difference a - b and its two-sided p by approximate randomisation, for each metric.

    Args:
        a: One system.
        b: Another, on the same references.

    Returns:
        Metric -> (difference, p).
    """
    return {
        name: (
            float((a.values[name] - b.values[name]).mean()),
            paired_p_value(a.values[name], b.values[name]),
        )
        for name in METRICS
        if name in a.values and name in b.values
    }
