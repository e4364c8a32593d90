"""Readers for published files of rated report pairs. The user downloads them; none is shipped.

- RadJudge (CRIMSON, github.com/rajpurkarlab/CRIMSON, MIT): one row a candidate, columns test_id,
  ground_truth, candidate, text, context, expected_ranking.
- ReXVal (PhysioNet, credentialed): 50_samples_gt_and_candidates.csv (study_id, gt_report, and one
  column a candidate metric) beside 6_valid_raters_per_section_errors.csv or
  6_valid_raters_per_rater_errors.csv (study_number, candidate_type, error_category, num_errors...).
- RadEval expert set and RaTE-Eval: one row a pair; the names of the columns differ between
  releases, so several are known (see `_COLUMNS`).
"""

import ast
import csv
import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from radsearch.errors import CorpusError
from radsearch.evaluation.agreement import RankingTest, Rated

_COLUMNS: Mapping[str, str] = {  # as found in released tables, the first that is there counts
    "reference": "reference ref gt gt_report ground_truth reference_report text1 findings",
    "candidate": "candidate hyp prediction pred candidate_report generated text2 predicted",
    "errors": "errors num_errors total_errors significant_errors clinically_significant_errors",
    "rating": "rating score human_score expert_score rate human_rating",
    "study": "study study_id study_number id case_id report_id",
}


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Rows of a CSV, TSV, JSON or JSON-lines file, gzipped or not.

    Args:
        path: The file.

    Returns:
        One dictionary a row.

    Raises:
        CorpusError: If the file cannot be read as its ending says.
    """
    try:
        raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        text = raw.decode("utf-8-sig")
        kind = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
        if kind in (".json", ".jsonl"):
            return _json_rows(text)
        return list(
            csv.DictReader(text.splitlines(True), delimiter="\t" if kind == ".tsv" else ",")
        )
    except (OSError, ValueError) as error:
        raise CorpusError(
            f"{path} cannot be read ({type(error).__name__}): wanted a .csv, .tsv, .json or .jsonl "
            f"file, gzipped or not"
        ) from None


def _json_rows(text: str) -> list[dict[str, Any]]:
    if not text.lstrip().startswith("["):
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    rows: list[dict[str, Any]] = json.loads(text)
    return rows


def read_radjudge(path: Path) -> list[RankingTest]:
    """RadJudge's ranking tests.

    Args:
        path: The table of candidates.

    Returns:
        One test an id, in the order of the file.

    Raises:
        CorpusError: If a column is missing.
    """
    rows = read_rows(path)
    wanted = ("test_id", "ground_truth", "candidate", "text", "expected_ranking")
    missing = [name for name in wanted if not rows or name not in rows[0]]
    if missing:
        raise CorpusError(f"{path} lacks {', '.join(missing)}: wanted RadJudge's columns {wanted}")
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(str(row["test_id"]), []).append(row)
    return [
        RankingTest(
            test_id,
            group[0]["ground_truth"],
            {row["candidate"]: row["text"] for row in group},
            {row["candidate"]: _context(row.get("context")) for row in group},
            _expected(group[0]["expected_ranking"]),
        )
        for test_id, group in groups.items()
    ]


def _context(cell: str | None) -> dict[str, str]:
    return {name: str(value) for name, value in json.loads(cell).items()} if cell else {}


def _expected(cell: str) -> tuple[str, ...]:
    return tuple(ast.literal_eval(cell)) if cell.startswith("[") else (cell,)


def read_rexval(pairs: Path, errors: Path) -> list[Rated]:
    """ReXVal: 50 studies, 4 candidates each, errors counted by 6 readers.

    Args:
        pairs: `50_samples_gt_and_candidates.csv`.
        errors: A `6_valid_raters_per_..._errors.csv`.

    Returns:
        One candidate a row; its errors are the mean over readers of the sum over categories.

    Raises:
        CorpusError: If a column is missing.
    """
    rows, counted = read_rows(pairs), read_rows(errors)
    if not rows or "gt_report" not in rows[0]:
        raise CorpusError(
            f"{pairs} lacks 'gt_report': give ReXVal's 50_samples_gt_and_candidates.csv"
        )
    need = ("study_number", "candidate_type", "num_errors")
    missing = [name for name in need if not counted or name not in counted[0]]
    if missing:
        raise CorpusError(
            f"{errors} lacks {', '.join(missing)}: give ReXVal's table of reader errors"
        )
    sums: dict[tuple[str, str], dict[str, float]] = {}
    for row in counted:
        readers = sums.setdefault((row["study_number"], row["candidate_type"]), {})
        reader = str(row.get("rater_index", ""))
        readers[reader] = readers.get(reader, 0.0) + float(row["num_errors"])
    found: list[Rated] = []
    for number, row in enumerate(rows):
        study = str(row.get("study_number", number))
        for name, text in row.items():
            counts = sums.get((study, name))
            if counts and text:
                mean = sum(counts.values()) / len(counts)
                found.append(Rated(study, row["gt_report"], text, mean))
    return found


def read_rated(path: Path) -> list[Rated]:
    """Rated pairs of RadEval's expert set, RaTE-Eval, or a table of one's own.

    Args:
        path: One row a pair, with a reference, a candidate, and either a number of errors or a
            rating of which more is better.

    Returns:
        One candidate a row; a file without study ids groups by reference.

    Raises:
        CorpusError: If no column of a kind is found.
    """
    rows = read_rows(path)
    names = {kind: _column(rows, known) for kind, known in _COLUMNS.items()}
    if not names["reference"] or not names["candidate"] or not (names["errors"] or names["rating"]):
        have = ", ".join(rows[0]) if rows else "nothing"
        raise CorpusError(
            f"{path} has the columns {have}: wanted a reference, a candidate, errors or a rating"
        )
    found: list[Rated] = []
    for row in rows:
        reference, study = str(row[names["reference"]]), row.get(names["study"], "")
        cell = row[names["errors"]] if names["errors"] else row[names["rating"]]
        errors = _number(cell) if names["errors"] else -_number(cell)
        found.append(
            Rated(str(study) or reference, reference, str(row[names["candidate"]]), errors)
        )
    return found


def _column(rows: Iterable[Mapping[str, Any]], known: str) -> str:
    first = next(iter(rows), {})
    lower = {name.lower(): name for name in first}
    return next((lower[name] for name in known.split() if name in lower), "")


def _number(cell: object) -> float:
    """A cell as a number; a list of readers' numbers as their mean."""
    value = json.loads(cell) if isinstance(cell, str) else cell
    if isinstance(value, list):
        return sum(map(float, value)) / len(value)
    return float(str(value))
