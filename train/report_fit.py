"""From sentences to reports: scales, the weights that join rules and heads, thresholds."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.joint import joint_features, status_codes
from radsearch.heads.model import STATES, Heads, State, sigmoid

from .head_documents import Document
from .logistic import fit_logistic, platt
from .state_fit import SILENT
from .thresholds import decide_thresholds, fill_thresholds, gold_labels

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What validation reports chose.

    Attributes:
        decide: By state, (f,).
        chosen: By state, what chose each.
        fill: By state, one for all findings.
    """

    decide: dict[State, Floats]
    chosen: dict[State, list[str]]
    fill: dict[State, float]


def fit_reports(
    heads: Heads, documents: Sequence[Document], vectors: Floats, named: Collection[str]
) -> tuple[Heads, Thresholds]:
    """Heads with the scales and weights of reports, and thresholds.

    Args:
        heads: Of sentences.
        documents: Validation texts; scales and weights are of the whole ones.
        vectors: Of their sentences, one document after another.
        named: Finding ids that the gold could name.

    Returns:
        The heads with `report` and `joint`, and what was chosen.
    """
    judged = np.array([name in named for name in heads.findings])
    in_whole = np.repeat([d.whole for d in documents], [len(d.sentences) for d in documents])
    whole = [document for document in documents if document.whole]
    counts = [len(document.sentences) for document in whole]
    report = report_scales(heads, whole, heads.logits(vectors[in_whole], counts), judged)
    heads = replace(heads, report=report)
    logits = heads.logits(vectors[in_whole], counts)
    heads = replace(heads, joint=joint_weights(heads, whole, logits, judged))
    alone = {state: sigmoid(logits[state]) for state in STATES}
    decide, chosen = decide_thresholds(alone, whole, heads.findings, judged)
    return heads, Thresholds(decide, chosen, fill_thresholds(heads, documents, vectors, named))


def report_scales(
    heads: Heads, documents: Sequence[Document], logits: dict[State, Floats], judged: Bools
) -> dict[State, tuple[float, float]]:
    """Platt scale and offset of a report's largest logit, from validation reports.

    Args:
        heads: With plain scales.
        documents: The reports.
        logits: By state (documents, findings).
        judged: (findings,) which of them the gold could name.

    Returns:
        By state.
    """
    out: dict[State, tuple[float, float]] = {}
    for state in STATES:
        live = (heads.states[state].bias > SILENT) & judged
        labels = gold_labels(documents, heads.findings, state)
        out[state] = platt(logits[state][:, live].ravel(), labels[:, live].ravel())
    return out


def joint_weights(
    heads: Heads, documents: Sequence[Document], logits: dict[State, Floats], judged: Bools
) -> dict[State, tuple[float, ...]]:
    """Weights that join rules and heads, from validation reports; arguments as `report_scales`."""
    codes = status_codes([d.rules for d in documents], heads.findings)
    features = joint_features(codes, logits)[:, judged].reshape(-1, 6)
    out: dict[State, tuple[float, ...]] = {}
    for state in STATES:
        labels = gold_labels(documents, heads.findings, state)[:, judged].ravel()
        ones = np.ones(len(labels), np.float32)
        weights, bias = fit_logistic(features[:, :5], labels, ones, penalty=1.0)
        out[state] = tuple(round(float(value), 5) for value in (*weights, bias))
    return out
