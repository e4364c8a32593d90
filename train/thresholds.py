"""Thresholds of heads, chosen on validation reports and nowhere else."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.file import NEVER
from radsearch.heads.model import STATES, Heads, State
from radsearch.heads.policy import fills

from .head_documents import Document

Floats = NDArray[np.float32]
POSITIVES = 8
"""Validation reports a finding needs for a threshold of its own; else it takes the pooled one."""

PRECISION = 0.8
FILLS = 20
"""Fills before the precision of a threshold is believed: four texts tell of one report, so that a
few cases make eight fills, and eight such fills did not hold on other reports."""


def best_f1(scores: Floats, labels: NDArray[np.bool_]) -> float:
    """The threshold of the largest F1, halfway to the next lower score; the highest of equals.

    >>> best_f1(np.array([0.1, 0.4, 0.8, 0.9], np.float32), np.array([0, 0, 1, 1], bool))
    0.6000000238418579
    """
    order = np.argsort(-scores, kind="stable")
    ranked, hits = scores[order], np.cumsum(labels[order])
    ends = np.append(ranked[1:] != ranked[:-1], True)
    f1 = 2 * hits / (np.arange(1, len(order) + 1) + max(int(labels.sum()), 1))
    at = int(np.argmax(np.where(ends, f1, -1.0)))
    below = ranked[at + 1] if at + 1 < len(ranked) else 0.0
    return float((ranked[at] + below) / 2)


def decide_thresholds(
    probabilities: Mapping[State, Floats],
    documents: Sequence[Document],
    findings: Sequence[str],
    judged: NDArray[np.bool_],
) -> tuple[dict[State, Floats], dict[State, list[str]]]:
    """Per finding and state the threshold of the best F1.

    Args:
        probabilities: By state (documents, findings).
        documents: The validation reports.
        findings: Names of the columns.
        judged: (f,) which of them the gold could name.

    Returns:
        Thresholds (f,), and per finding what chose it: "validation" or "validation, pooled".
    """
    thresholds: dict[State, Floats] = {}
    chosen: dict[State, list[str]] = {}
    for state in STATES:
        scores = probabilities[state]
        labels = gold_labels(documents, findings, state)
        pooled = best_f1(scores[:, judged].ravel(), labels[:, judged].ravel())
        own = labels.sum(axis=0) >= POSITIVES
        values = [
            best_f1(scores[:, at], labels[:, at]) if own[at] else pooled
            for at in range(len(findings))
        ]
        thresholds[state] = np.array(values, np.float32)
        chosen[state] = ["validation" if o else "validation, pooled" for o in own]
    return thresholds, chosen


def fill_thresholds(
    heads: Heads, documents: Sequence[Document], vectors: Floats, named: Collection[str]
) -> dict[State, float]:
    """By state the lowest probability from which the fills of the policy are right often enough.

    One threshold for all findings, because fills are too few to choose one for each; above 1 where
    no threshold is precise enough.

    Args:
        heads: Calibrated.
        documents: Validation texts.
        vectors: Of their sentences, one document after another.
        named: Finding ids that the gold could name; others are not judged.

    Returns:
        By state.
    """
    owner = np.repeat(np.arange(len(documents)), [len(d.sentences) for d in documents])
    silent = np.array([mark for d in documents for mark in d.silent], np.bool_)
    out: dict[State, float] = {}
    for state in STATES:
        best: dict[tuple[int, str], float] = {}
        for fill in fills(heads, state, vectors, silent):
            at = (int(owner[fill.sentence]), fill.finding)
            if fill.finding in named and fill.finding not in documents[at[0]].rules:
                best[at] = max(best.get(at, 0.0), fill.probability)
        ranked = sorted(best.items(), key=lambda item: -item[1])
        right = np.array([documents[row].gold.get(name) == state for (row, name), _ in ranked])
        filled = np.arange(1, len(ranked) + 1)
        good = np.flatnonzero((np.cumsum(right) / filled >= PRECISION) & (filled >= FILLS))
        out[state] = round(ranked[int(good[-1])][1], 4) if len(good) else NEVER
    return out


def gold_labels(
    documents: Sequence[Document], findings: Sequence[str], state: State
) -> NDArray[np.bool_]:
    """Whether the gold gives each document this state of each finding, (documents, findings)."""
    return np.array([[d.gold.get(name) == state for name in findings] for d in documents])
