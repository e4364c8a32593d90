"""Extraction on the Open-I reports, external: the 14 gold labels and the indexers' qualifiers.

No rule of the extraction was chosen on these reports. A label holds if the findings or the
impression state one of its findings as present. What counts follows the definitions, not the score:

- The gold's labels stand for headings of the indexers. Granuloma, scar, congestion and heart
  failure have headings of their own: no "Nodule", "Fibrosis", "Pleural_Thickening", "Edema".
- The authors' own lists of words (NegBio, `patterns/cxr14_phrases_v2.yml`, public domain) name
  more: a bulla is no "Emphysema", a calcified nodule no "Nodule", a tumor no "Mass";
  "Infiltration", "Mass" and "Pleural_Thickening" want their word.
- Uncertain mentions are no positive ones there (Peng et al. 2018, arXiv:1712.05898). "Likely" and
  "consistent with" are certain in their patterns, "probable", "suspicious", "suggests" are not.

Labels that no report holds are left out.
"""

import csv
import gzip
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from radsearch.evaluation.language import Tally
from radsearch.language import Finding, extract

LABELS: dict[str, tuple[str, ...]] = {
    "Atelectasis": ("atelectasis", "lobar_collapse"),
    "Cardiomegaly": ("cardiomegaly",),
    "Effusion": ("pleural_effusion",),
    "Infiltration": ("airspace_opacity", "consolidation", "interstitial_thickening"),
    "Mass": ("pulmonary_mass", "mediastinal_mass", "pleural_mass", "mass"),
    "Nodule": ("pulmonary_nodule",),
    "Pneumonia": ("pneumonia",),
    "Pneumothorax": ("pneumothorax",),
    "Consolidation": ("consolidation",),
    "Edema": ("pulmonary_edema", "interstitial_edema"),
    "Emphysema": ("emphysema",),
    "Fibrosis": ("fibrosis",),
    "Pleural_Thickening": ("pleural_thickening",),
    "Hernia": ("hiatal_hernia", "diaphragmatic_hernia"),
}
_WORDS = {
    "Infiltration": re.compile("infiltrat"),
    "Mass": re.compile("mass(?!ive)"),
    "Pleural_Thickening": re.compile("thick"),
}
"""Label -> what the words of its finding must hold."""

_UNCERTAIN = re.compile(
    "possib|presum|probab|question|suspe|suspic|suggest|favou?r|concern|consider"
)
"""Words that leave a mention uncertain in NegBio's patterns."""

_SIDES = {"left", "right", "bilateral"}
_SEVERITIES = {"mild", "moderate", "severe"}
_SITES = {
    "base": ("zone", "basal"),
    "apex": ("zone", "apical"),
    "upper lobe": ("location", "upper_lobe"),
    "middle lobe": ("location", "middle_lobe"),
    "lower lobe": ("location", "lower_lobe"),
    "lingula": ("location", "lingula"),
}
_NEGATED = re.compile(r"\b(?:no|not|without|free of|negative for|absent|resolved)\b[^.;]*$")


@dataclass
class OpenIScore:
    """Label -> tally of our labels and of the phrase baseline; qualifier axis -> (right, all)."""

    ours: dict[str, Tally] = field(default_factory=dict)
    phrases: dict[str, Tally] = field(default_factory=dict)
    qualifiers: dict[str, tuple[int, int]] = field(default_factory=dict)
    reports: int = 0


def macro_f1(tallies: Mapping[str, Tally]) -> float:
    """Mean F1 of the labels, each counting the same."""
    return sum(tally.f1 for tally in tallies.values()) / len(tallies) if tallies else 0.0


def measure_openi(folder: Path, phrases: Path | None = None) -> OpenIScore:
    """Agreement with the gold labels and the MeSH qualifiers.

    Args:
        folder: Holds `indiana_reports.csv.gz` and `openi_negbio_gold14.csv.gz`.
        phrases: The CheXpert labeler's phrases, for the baseline; None = no baseline.

    Returns:
        All counts.
    """
    gold = {row["uid"]: row for row in _rows(folder / "openi_negbio_gold14.csv.gz")}
    listed = _phrases(phrases) if phrases else {}
    score = OpenIScore()
    for row in _rows(folder / "indiana_reports.csv.gz"):
        if row["uid"] not in gold:
            continue
        score.reports += 1
        text = f"{row['findings']}\n\n{row['impression']}"
        found = [f for f in extract(text) if f.presence == "present" and f.certainty != "possible"]
        labels = gold[row["uid"]]
        for label in LABELS:
            wanted = labels[label] == "1"
            _count(score.ours, label, any(means(f, label, text) for f in found), wanted)
            if label in listed:
                _count(score.phrases, label, _mentioned(text, listed[label]), wanted)
        _qualifiers(score, row["MeSH"], found)
    score.ours = {label: tally for label, tally in score.ours.items() if tally.gold}
    return score


def means(finding: Finding, label: str, text: str) -> bool:
    """Whether a finding that a report states as present gives it a label.

    Args:
        finding: As extracted from `text`.
        label: One of `LABELS`.
        text: The report.

    Returns:
        True if it is certain enough and of the label's words.

    >>> report = "Calcified nodule. Mass of the left lung. Bulla."
    >>> [[name for name in LABELS if means(f, name, report)] for f in extract(report)]
    [[], ['Mass'], []]
    """
    if finding.finding not in LABELS[label] or finding.certainty == "possible":
        return False
    if finding.certainty == "probable" and _UNCERTAIN.search(finding.negated_by.lower()):
        return False
    if label == "Nodule" and finding.density == "calcified":
        return False
    words = _WORDS.get(label)
    return words is None or words.search(text[finding.start : finding.end].lower()) is not None


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)


def _count(table: dict[str, Tally], label: str, predicted: bool, wanted: bool) -> None:
    tally = table.setdefault(label, Tally())
    tally.hit += predicted and wanted
    tally.predicted += predicted
    tally.gold += wanted


_CHEXPERT = {
    "Atelectasis": "Atelectasis",
    "Cardiomegaly": "Cardiomegaly",
    "Effusion": "Pleural Effusion",
    "Infiltration": "Lung Opacity",
    "Nodule": "Lung Lesion",
    "Pneumonia": "Pneumonia",
    "Pneumothorax": "Pneumothorax",
    "Consolidation": "Consolidation",
    "Edema": "Edema",
    "Pleural_Thickening": "Pleural Other",
}
"""Our label -> the CheXpert category with the nearest meaning; four labels have none."""


def _phrases(path: Path) -> dict[str, list[str]]:
    by_label: dict[str, list[str]] = {}
    for row in _rows(path):
        if row["kind"] == "mention":
            name = row["label"].replace("_", " ").lower()
            by_label.setdefault(name, []).append(row["phrase"].lower())
    return {
        label: by_label[theirs.lower()]
        for label, theirs in _CHEXPERT.items()
        if theirs.lower() in by_label
    }


def _mentioned(text: str, phrases: Sequence[str]) -> bool:
    """Whether a sentence holds a phrase with no negation before it."""
    for sentence in re.split(r"[.\n]+", text.lower()):
        for phrase in phrases:
            at = sentence.find(phrase)
            if at >= 0 and not _NEGATED.search(sentence[:at]):
                return True
    return False


def _qualifiers(score: OpenIScore, mesh: str, found: Sequence[Finding]) -> None:
    for term in mesh.split(";"):
        heading, *qualifiers = [part.strip().lower() for part in term.split("/")]
        ids = {f.finding for f in extract(heading)} if qualifiers else set()
        mine = [f for f in found if f.finding in ids]
        if not mine:
            continue
        for axis, allowed in (("laterality", _SIDES), ("severity", _SEVERITIES)):
            for value in set(qualifiers) & allowed:
                _agree(score, axis, any(getattr(f, axis) == value for f in mine))
        for name, (axis, value) in _SITES.items():
            if name in qualifiers:
                _agree(score, "site", any(getattr(f, axis) == value for f in mine))


def _agree(score: OpenIScore, axis: str, right: bool) -> None:
    done, total = score.qualifiers.get(axis, (0, 0))
    score.qualifiers[axis] = (done + right, total + 1)
