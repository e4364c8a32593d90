"""The status columns of an index against gold: rules alone, and rules with heads.

A status counts once a report, by family as in `radsearch bench language`, and by finding id. What a
normal statement implies and the gold does not list is no error, because the gold lists only some
of it; ids outside the gold's ontology are not counted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from radsearch.evaluation.language import Tally
from radsearch.heads.model import Floats, Heads
from radsearch.heads.policy import Columns, by_rules, combine
from radsearch.language.extract import extract
from radsearch.language.finding import Finding
from radsearch.language.sentence import split_sentences

NORMAL = "no_abnormality"


@dataclass(frozen=True, slots=True)
class ColumnTable:
    """F1 of status columns.

    Attributes:
        tallies: (source, state, unit) -> counts; source "rules" or "combined", state "present" or
            "absent", unit "family" or "finding".
        reports: How many.
        filled: Statuses that come from the heads.
        filled_right: Those that the gold has.
        disputed: Statuses that the heads contradict.
        disputed_wrong: Those that the gold contradicts or lacks.
    """

    tallies: Mapping[tuple[str, str, str], Tally]
    reports: int
    filled: int
    filled_right: int
    disputed: int
    disputed_wrong: int


def measure_columns(
    heads: Heads,
    rows: Sequence[Mapping[str, Any]],
    families: Mapping[str, str],
    embed: Callable[[Sequence[str]], Floats],
    view: str = "findings",
) -> ColumnTable:
    """Compare the columns of authored reports with their gold.

    Args:
        heads: Of the encoder behind `embed`.
        rows: Of the authored corpus.
        families: Gold finding id -> family.
        embed: Vectors of sentences.
        view: Which text of the rows.

    Returns:
        The table.
    """
    texts = [str(row[view]) for row in rows]
    found = [extract(text) for text in texts]
    cut = [split_sentences(text) for text in texts]
    silent = [
        not any(s.start <= f.start < s.end for f in findings)
        for findings, sentences in zip(found, cut, strict=True)
        for s in sentences
    ]
    statuses = [_statuses(findings) for findings in found]
    vectors = embed([s.text for sentences in cut for s in sentences])
    counts = [len(sentences) for sentences in cut]
    combined = combine(heads, statuses, vectors, counts, np.array(silent, np.bool_))
    tallies: dict[tuple[str, str, str], Tally] = {}
    filled = right = disputed = wrong = 0
    for row, findings, told, both in zip(rows, found, statuses, combined, strict=True):
        gold = _gold(row["annotations"])
        implied = {f.finding for f in findings} - {f.finding for f in findings if not f.implied}
        for source, columns in (("rules", by_rules(told)), ("combined", both)):
            for state in ("present", "absent"):
                _tally(tallies, source, state, columns, gold, families, implied)
        filled += len(both.filled)
        right += sum(gold.get(name) == _status_of(both, name) for name in both.filled)
        disputed += len(both.disputed)
        wrong += sum(gold.get(name) != told[name] for name in both.disputed)
    return ColumnTable(tallies, len(rows), filled, right, disputed, wrong)


def _tally(
    tallies: dict[tuple[str, str, str], Tally],
    source: str,
    state: str,
    columns: Columns,
    gold: Mapping[str, str],
    families: Mapping[str, str],
    implied: set[str],
) -> None:
    said = set(columns.present if state == "present" else columns.absent) - {NORMAL}
    if state == "present":  # a hedged presence is one in the gold, as in `bench language`
        said |= set(columns.uncertain)
        wanted = {name for name, status in gold.items() if status in ("present", "uncertain")}
    else:
        wanted = {name for name, status in gold.items() if status == "absent"}
    said = {name for name in said if name in families}
    for unit in ("finding", "family"):
        names = {n if unit == "finding" else families[n] for n in wanted if n in families}
        mine = {n if unit == "finding" else families[n] for n in said - implied}
        mine |= {n if unit == "finding" else families[n] for n in said} & names
        tally = tallies.setdefault((source, state, unit), Tally())
        tally.hit += len(names & mine)
        tally.predicted += len(mine)
        tally.gold += len(names)


def _statuses(findings: Sequence[Finding]) -> dict[str, str]:
    out: dict[str, str] = {}
    for wanted in ("absent", "uncertain", "present"):
        out.update((f.finding, wanted) for f in findings if f.status == wanted)
    return out


def _gold(annotations: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    out: dict[str, str] = {}
    for wanted in ("absent", "uncertain", "present"):
        for note in annotations:
            hedged = note["certainty"] == "possible" and note["presence"] == "present"
            status = "uncertain" if hedged else str(note["presence"])
            if status == wanted and note["finding"] != NORMAL:
                out[str(note["finding"])] = status
    return out


def _status_of(columns: Columns, name: str) -> str:
    return "present" if name in columns.present else "absent"
