"""Tag heads against labels: AUROC per label, and decisions at thresholds.

Three scores stand beside each other: the heads alone (largest sentence logit), rules and heads
joined (`radsearch.heads.joint`), and the rules alone (present > uncertain > silent > absent).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.classification import Counts, auroc, count, macro_interval, youden
from radsearch.heads.joint import joint_logits, status_codes
from radsearch.heads.model import Floats, Heads, sigmoid
from radsearch.language.extract import extract
from radsearch.language.sentence import split_sentences

SCORES = ("heads", "joint", "rules")
RULE_SCORE = np.array([1.0, 3.0, 0.0, 2.0], np.float32)  # silent, present, absent, uncertain


@dataclass(frozen=True, slots=True)
class ReportScores:
    """What heads and rules say of reports.

    Attributes:
        findings: Names of the columns.
        logits: "present" and "absent" -> (reports, f), heads alone.
        joint: The same, rules and heads joined.
        codes: (reports, f) by rules.
        statuses: Per report what the rules say, of every finding.
    """

    findings: tuple[str, ...]
    logits: Mapping[str, Floats]
    joint: Mapping[str, Floats]
    codes: NDArray[np.int8]
    statuses: Sequence[Mapping[str, str]]

    def score(self, name: str, state: str = "present") -> Floats:
        """(reports, f) of one of `SCORES`; the rules' is for "present"."""
        if name == "rules":
            return np.asarray(RULE_SCORE[self.codes], np.float32)
        return (self.logits if name == "heads" else self.joint)[state]


def score_reports(
    heads: Heads,
    texts: Sequence[Sequence[str]],
    embed: Callable[[Sequence[str]], Floats],
) -> ReportScores:
    """Scores of reports given as their body texts.

    Args:
        heads: Of the encoder behind `embed`.
        texts: Per report its findings, impression, ...
        embed: Vectors of sentences.

    Returns:
        All scores.
    """
    sentences = [[s.text for text in report for s in split_sentences(text)] for report in texts]
    vectors = embed([sentence for report in sentences for sentence in report])
    logits = heads.logits(vectors, [len(report) for report in sentences])
    statuses = [rule_status(report) for report in texts]
    codes = status_codes(statuses, heads.findings)
    joint = joint_logits(heads, codes, logits)
    named = {str(state): values for state, values in logits.items()}
    both = {str(state): values for state, values in joint.items()}
    return ReportScores(heads.findings, named, both, codes, statuses)


def rule_status(texts: Sequence[str]) -> dict[str, str]:
    """Finding id -> status by rules over the texts of a report; present, uncertain, absent."""
    out: dict[str, str] = {}
    found = [finding for text in texts for finding in extract(text)]
    for wanted in ("absent", "uncertain", "present"):
        out.update((f.finding, wanted) for f in found if f.status == wanted)
    out.pop("no_abnormality", None)
    return out


def label_scores(
    values: Floats, findings: Sequence[str], meanings: Sequence[Sequence[str]]
) -> Floats:
    """(reports, labels): the largest of the findings that each label means."""
    column = {name: at for at, name in enumerate(findings)}
    out = np.zeros((len(values), len(meanings)), np.float32)
    for at, members in enumerate(meanings):
        held = [column[name] for name in members if name in column]
        if held:
            out[:, at] = values[:, held].max(axis=1)
    return out


@dataclass(frozen=True, slots=True)
class LabelTable:
    """AUROC of labels.

    Attributes:
        name: Of the data.
        reports: How many.
        labels: Names.
        support: Positive reports of each label.
        auroc: Score -> one value a label.
        interval: Score -> 95 % interval of the macro AUROC over reports.
        at_threshold: Per label the counts of the heads at the thresholds chosen on validation.
        at_youden: Per label the counts at thresholds selected on these very reports.
    """

    name: str
    reports: int
    labels: tuple[str, ...]
    support: tuple[int, ...]
    auroc: Mapping[str, tuple[float, ...]]
    interval: Mapping[str, tuple[float, float]]
    at_threshold: tuple[Counts, ...]
    at_youden: tuple[Counts, ...]

    def macro(self, score: str) -> float:
        """Mean AUROC over the labels."""
        return float(np.nanmean(self.auroc[score]))


def label_table(
    name: str,
    scores: ReportScores,
    heads: Heads,
    labels: Sequence[str],
    gold: NDArray[np.bool_],
    meanings: Sequence[Sequence[str]],
) -> LabelTable:
    """Measure reports that have been scored.

    Args:
        name: Of the data.
        scores: Of the reports.
        heads: Give the thresholds.
        labels: Names of the columns of `gold`.
        gold: (reports, labels).
        meanings: Per label the findings that it means.

    Returns:
        The table.
    """
    found: dict[str, tuple[float, ...]] = {}
    interval: dict[str, tuple[float, float]] = {}
    for score in SCORES:
        values = label_scores(scores.score(score), scores.findings, meanings)
        found[score] = tuple(auroc(values[:, t], gold[:, t]) for t in range(len(labels)))
        interval[score] = macro_interval(values, gold)
    alone = scores.score("heads")
    said = label_scores(
        (sigmoid(alone) >= heads.decide["present"]).astype(np.float32), scores.findings, meanings
    )
    values = label_scores(alone, scores.findings, meanings)
    best = [
        count(values[:, t] >= youden(values[:, t], gold[:, t]), gold[:, t])
        for t in range(len(labels))
    ]
    chosen = [count(said[:, t] > 0, gold[:, t]) for t in range(len(labels))]
    support = tuple(int(n) for n in gold.sum(axis=0))
    return LabelTable(
        name, len(gold), tuple(labels), support, found, interval, tuple(chosen), tuple(best)
    )
