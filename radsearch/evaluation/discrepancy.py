"""Does a score tell an error from a rewording? Win rates of paraphrase and condensation over error.

Paper: QureRadEmbed 2026, table 5. For a reference R, a paraphrase P, a condensation C and a
near-verbatim copy E with one clinical error: a win if R~P (or R~C) scores better than R~E; a tie
counts a half. "Free wording" asks harder: P beside R against the same P beside E, where no text is
a copy of another.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import numpy as np

from radsearch.errors import CorpusError
from radsearch.evaluation.authored import Part, read_authored
from radsearch.evaluation.bootstrap import mean_interval
from radsearch.evaluation.inject import KINDS, inject

Half = Literal["development", "test", "all"]
Scorer = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""Pairs of reference and candidate -> one score each, higher = better."""

TIE = 1e-9
ROWS = ("paraphrase", "condensation", "free wording")


@dataclass(frozen=True, slots=True)
class Case:
    """A reference with texts that say the same and texts with one error each.

    Attributes:
        case_id: Groups what belongs together in the bootstrap.
        reference: R.
        paraphrases: P: other words, the same facts.
        condensations: C: the same facts, normal statements left out.
        errors: Kind and text of each E.
    """

    case_id: str
    reference: str
    paraphrases: tuple[str, ...]
    condensations: tuple[str, ...]
    errors: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WinRate:
    """Share of comparisons won, half credit for ties, with its 95 % interval over cases."""

    rate: float
    low: float
    high: float
    n: int


def half_of(case_id: str) -> Half:
    """Which half a case belongs to, by the hash of its id.

    >>> half_of("fam4-laterality-001"), half_of("fam4-severity-009")
    ('development', 'test')
    """
    even = blake2b(case_id.encode(), digest_size=4).digest()[0] % 2 == 0
    return "development" if even else "test"


def read_families(path: Path, half: Half = "all") -> list[Case]:
    """Cases from a file of contrast families: anchor, same, condensed, graded.

    Args:
        path: A JSON-lines file such as `data/corpus/contrast/families4.jsonl`.
        half: Which half of the families.

    Returns:
        One case a family; the kind of its errors is the family's axis.
    """
    return [
        Case(
            row["id"],
            row["anchor"],
            tuple(row["same"]),
            (row["condensed"],) if row.get("condensed") else (),
            tuple((row["axis"], error["text"]) for error in row["graded"]),
        )
        for row in _rows(path)
        if half in ("all", half_of(row["id"]))
    ]


def read_cases(path: Path) -> list[Case]:
    """Cases of the user's own, JSON lines: id, reference, paraphrase, condensation, error, kind.

    Args:
        path: The file; `kind`, `paraphrase` and `condensation` may be missing.

    Returns:
        One case a line.

    Raises:
        CorpusError: If a line has no reference or no error.
    """
    cases: list[Case] = []
    for number, row in enumerate(_rows(path), 1):
        if not row.get("reference") or not row.get("error"):
            raise CorpusError(
                f"{path} line {number} lacks 'reference' or 'error': wanted one JSON object a line "
                f"with id, reference, paraphrase, condensation, error, kind"
            )
        cases.append(
            Case(
                str(row.get("id", number)),
                row["reference"],
                (row["paraphrase"],) if row.get("paraphrase") else (),
                (row["condensation"],) if row.get("condensation") else (),
                ((str(row.get("kind", "error")), row["error"]),),
            )
        )
    return cases


def authored_cases(folder: Path, part: Part, *, seed: int = 0) -> list[Case]:
    """Cases from the authored corpus: findings, their rewrite, and injected errors.

    Args:
        folder: `data/corpus/authored`.
        part: Which part of the corpus.
        seed: Of the injection.

    Returns:
        One case a report in which at least one error could be injected.
    """
    cases: list[Case] = []
    for row in read_authored(folder, part):
        made = [inject(row["findings"], kind, seed=seed) for kind in KINDS]
        errors = tuple((e.kind, e.text) for e in made if e is not None)
        if errors:
            cases.append(Case(row["id"], row["findings"], (row["findings_rewrite"],), (), errors))
    return cases


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise CorpusError(
            f"{path} cannot be read ({error.strerror}): give a JSON-lines file"
        ) from None
    for line in lines:
        if line.strip():
            yield json.loads(line)


def win_rates(cases: Sequence[Case], scorer: Scorer) -> dict[str, dict[str, WinRate]]:
    """Win rates by row (paraphrase, condensation, free wording) and by kind of error.

    Args:
        cases: What to compare.
        scorer: Scores all pairs in one call.

    Returns:
        Row -> kind -> rate; the kind "all" is over all comparisons.
    """
    pairs: dict[tuple[str, str], int] = {}
    for reference, candidate in _pairs(cases):
        pairs.setdefault((reference, candidate), len(pairs))
    scores = np.asarray(scorer(list(pairs)), dtype=float)
    won: dict[str, dict[str, list[tuple[float, str]]]] = {row: {} for row in ROWS}
    for case in cases:
        for kind, error in case.errors:
            wrong = scores[pairs[case.reference, error]]
            for row, texts in (
                ("paraphrase", case.paraphrases),
                ("condensation", case.condensations),
            ):
                for text in texts:
                    value = _win(scores[pairs[case.reference, text]], wrong), case.case_id
                    for name in (kind, "all"):
                        won[row].setdefault(name, []).append(value)
            for text in case.paraphrases:
                right, wrong_too = scores[pairs[case.reference, text]], scores[pairs[error, text]]
                for name in (kind, "all"):
                    value = _win(right, wrong_too), case.case_id
                    won["free wording"].setdefault(name, []).append(value)
    return {
        row: {kind: _rate(values) for kind, values in sorted(kinds.items())}
        for row, kinds in won.items()
    }


def _pairs(cases: Sequence[Case]) -> Iterator[tuple[str, str]]:
    for case in cases:
        for text in (*case.paraphrases, *case.condensations):
            yield case.reference, text
        for _, error in case.errors:
            yield case.reference, error
            for text in case.paraphrases:
                yield error, text


def _win(right: float, wrong: float) -> float:
    return 0.5 if abs(right - wrong) <= TIE else float(right > wrong)


def _rate(values: Sequence[tuple[float, str]]) -> WinRate:
    rates = np.array([value for value, _ in values])
    low, high = mean_interval(rates, clusters=[case for _, case in values])
    return WinRate(float(rates.mean()), low, high, len(rates))


@dataclass(frozen=True, slots=True)
class KindAccuracy:
    """How often the worst error that a comparison names is of the injected kind."""

    right: int
    total: int
    confused: dict[tuple[str, str], int]


def kind_accuracy(cases: Sequence[Case]) -> dict[str, KindAccuracy]:
    """Accuracy of error kinds on cases whose error kinds are those of `compare`.

    Args:
        cases: As `authored_cases` makes them.

    Returns:
        By injected kind, and "all".
    """
    from radsearch.comparison import compare_batch

    found: dict[str, list[str]] = {}
    pairs = [(case.reference, text) for case in cases for _, text in case.errors]
    kinds = [kind for case in cases for kind, _ in case.errors]
    for kind, comparison in zip(kinds, compare_batch(pairs, encoder="none"), strict=True):
        found.setdefault(kind, []).append(
            comparison.errors[0].kind if comparison.errors else "none"
        )
    table: dict[str, KindAccuracy] = {}
    for kind, names in sorted(found.items()):
        wrong = [name for name in names if name != kind]
        confused = {(kind, name): wrong.count(name) for name in sorted(set(wrong))}
        table[kind] = KindAccuracy(len(names) - len(wrong), len(names), confused)
    every = {pair: n for row in table.values() for pair, n in row.confused.items()}
    right, total = sum(r.right for r in table.values()), sum(r.total for r in table.values())
    return {**table, "all": KindAccuracy(right, total, every)}
