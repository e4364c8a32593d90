"""Extraction against the gold of the authored corpus: presence, attributes, speed.

A predicted record matches at most one gold record of the same report and presence; same family is
enough, the exact id, overlapping words and the same side are preferred. Records whose id is not in
the gold's ontology are not counted as wrong, because the gold could not hold them.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from radsearch.evaluation.authored import Part, read_authored
from radsearch.language import Finding, extract

AXES = ("laterality", "severity", "size_mm", "count", "density", "temporal", "certainty")
_NORMAL = "no_abnormality"


@dataclass
class Tally:
    """True positives, predictions and gold records of one kind."""

    hit: int = 0
    predicted: int = 0
    gold: int = 0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 1 if there was nothing to find nor found."""
        both = self.predicted + self.gold
        return 2 * self.hit / both if both else 1.0

    @property
    def precision(self) -> float:
        """Share of the predictions that are right."""
        return self.hit / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        """Share of the gold that was found."""
        return self.hit / self.gold if self.gold else 1.0


@dataclass
class LanguageScore:
    """What `measure_language` found.

    Attributes:
        tallies: "present", "absent" (same family counts), the same with "_exact" (same id), and
            with "_report" for each family once a report. What a normal statement implies and the
            gold does not list is no error, because the gold lists only some of it; "_strict"
            counts it as one.
        stated: Axis -> (right, all) over matched records whose gold states the axis.
        whole: Axis -> (right, all) over all matched records; None must then be None.
        sentences_per_second: On one core, sentence cache emptied.
        reports: Number of reports.
    """

    tallies: dict[str, Tally] = field(default_factory=dict)
    stated: dict[str, tuple[int, int]] = field(default_factory=dict)
    whole: dict[str, tuple[int, int]] = field(default_factory=dict)
    sentences_per_second: float = 0.0
    reports: int = 0


Pair = tuple[Mapping[str, Any], Finding]


def read_ontology(corpus: Path) -> dict[str, str]:
    """Gold finding id -> family."""
    lines = (corpus / "ontology.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return dict(line.split("\t")[:2] for line in lines if line.strip())


def align(
    gold: Sequence[Mapping[str, Any]],
    found: Sequence[Finding],
    text: str,
    same: Callable[[Mapping[str, Any], Finding], bool],
) -> list[tuple[int, int]]:
    """Pairs (gold, found) of one report and one presence, the best pairs first.

    Args:
        gold: Annotations.
        found: Extracted records.
        text: The text that both speak of.
        same: Whether a gold and a found record may be paired.

    Returns:
        Index pairs, each index at most once.
    """
    scored: list[tuple[float, int, int]] = []
    spans = [_span(text, str(note["quote"])) for note in gold]
    for row, note in enumerate(gold):
        for column, finding in enumerate(found):
            if not same(note, finding):
                continue
            begin, end = spans[row]
            overlap = finding.start < end and begin < finding.end
            score = 3.0 * overlap + 2.5 * (note["finding"] == finding.finding)
            score += (note["laterality"] == finding.laterality) + 0.5 * (
                note["size_mm"] is not None and note["size_mm"] == finding.size_mm
            )
            scored.append((-score, row, column))
    used_rows: set[int] = set()
    used_columns: set[int] = set()
    pairs: list[tuple[int, int]] = []
    for _, row, column in sorted(scored):
        if row not in used_rows and column not in used_columns:
            used_rows.add(row)
            used_columns.add(column)
            pairs.append((row, column))
    return pairs


def _span(text: str, quote: str) -> tuple[int, int]:
    at = text.find(quote)
    return (at, at + len(quote)) if at >= 0 else (0, 0)


def agrees(axis: str, gold: object, found: object) -> bool:
    """Whether an attribute is right: sizes within 1 mm, counts as numbers or words.

    >>> agrees("size_mm", 12, 12.7), agrees("count", 3, "multiple")
    (True, True)
    """
    if gold is None or found is None:
        return gold is None and found is None
    if axis == "size_mm":
        return abs(float(str(gold)) - float(str(found))) <= 1.0
    if axis == "count" and found == "multiple" and isinstance(gold, int):
        return gold > 2
    return gold == found


def measure_language(corpus: Path, parts: Sequence[Part]) -> LanguageScore:
    """Score of `extract` on the findings texts of the authored corpus.

    Args:
        corpus: Folder that holds `ontology.tsv` and `authored/`.
        parts: Parts of the corpus to read.

    Returns:
        All counts.
    """
    families = read_ontology(corpus)
    rows = [row for part in parts for row in read_authored(corpus / "authored", part)]
    score = LanguageScore(reports=len(rows))
    for row in rows:
        text = str(row["findings"])
        found = extract(text)
        for presence in ("present", "absent"):
            gold = [a for a in row["annotations"] if a["presence"] == presence]
            gold = [a for a in gold if a["finding"] != _NORMAL]
            mine = [f for f in found if f.presence == presence and f.finding != _NORMAL]
            _count(score, presence, gold, mine, families, text)
    score.sentences_per_second = speed(str(row["findings"]) for row in rows)
    return score


def _count(
    score: LanguageScore,
    presence: str,
    gold: Sequence[Mapping[str, Any]],
    found: Sequence[Finding],
    families: Mapping[str, str],
    text: str,
) -> None:
    pairs = align(gold, found, text, lambda a, b: families.get(a["finding"]) == b.family)
    exact = align(gold, found, text, lambda a, b: a["finding"] == b.finding)
    for name, matched in ((presence, pairs), (f"{presence}_exact", exact)):
        columns = {column for _, column in matched}
        listed = [f for at, f in enumerate(found) if at in columns or f.finding in families]
        named = [f for at, f in enumerate(found) if at in columns or not f.implied]
        if presence == "absent":
            _add(score, f"{name}_strict", len(matched), len(listed), len(gold))
        counted = [f for f in listed if f in named]
        _add(score, name, len(matched), len(counted), len(gold))
    gold_set = {families[a["finding"]] for a in gold}
    found_set = {
        f.family for f in found if f.family in gold_set or (f.finding in families and not f.implied)
    }
    _add(score, f"{presence}_report", len(gold_set & found_set), len(found_set), len(gold_set))
    for row, column in pairs:
        for axis in AXES:
            wanted, got = gold[row].get(axis), getattr(found[column], axis)
            right = agrees(axis, wanted, got)
            _bump(score.whole, axis, right)
            if wanted is not None:
                _bump(score.stated, axis, right)


def _add(score: LanguageScore, name: str, hit: int, predicted: int, gold: int) -> None:
    tally = score.tallies.setdefault(name, Tally())
    tally.hit += hit
    tally.predicted += predicted
    tally.gold += gold


def _bump(table: dict[str, tuple[int, int]], axis: str, right: bool) -> None:
    done, total = table.get(axis, (0, 0))
    table[axis] = (done + right, total + 1)


def speed(texts: Iterable[str]) -> float:
    """Sentences that `extract` reads a second, each text once, sentence cache emptied before."""
    from radsearch.language.extract import read_sentence
    from radsearch.language.sentence import split_sentences

    kept = list(texts)
    count = sum(len(split_sentences(text)) for text in kept)
    extract("No effusion.")
    read_sentence.cache_clear()
    begin = time.process_time()
    for text in kept:
        extract(text)
    return count / (time.process_time() - begin)


def worst(counter: Counter[str], most: int = 20) -> list[tuple[str, int]]:
    """The most frequent entries of a counter, ties in order of name."""
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))[:most]
