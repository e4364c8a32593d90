"""TREC run and qrels files, the exchange format of retrieval evaluation."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from radsearch.evaluation.pairs import Direction, Pairs
from radsearch.evaluation.retrieval import BLOCK, graded_gains, tag_bits
from radsearch.evaluation.scorers import Scorer

DEPTH = 100


def write_run(
    path: Path, pairs: Pairs, direction: Direction, scorer: Scorer, name: str, depth: int = DEPTH
) -> None:
    """Write `query Q0 report rank score name` lines; equal scores by ascending id.

    trec_eval ignores the rank, reads scores as float32 and breaks ties by descending id; so a tied
    score is lowered to the next float32 below the one before: every tool then sees our order.
    """
    order_of_ids = np.argsort(np.argsort(np.array(pairs.ids)))
    with path.open("w", encoding="utf-8") as file:
        for query, ranked in _ranked(pairs, scorer, order_of_ids, depth):
            shown = np.float32(np.inf)
            for rank, (place, score) in enumerate(ranked, start=1):
                shown = min(np.float32(score), np.nextafter(shown, np.float32(-np.inf)))
                file.write(f"{query} Q0 {pairs.ids[int(place)]} {rank} {shown:.9g} {name}\n")


def _ranked(
    pairs: Pairs, scorer: Scorer, order_of_ids: np.ndarray, depth: int
) -> Iterator[tuple[str, list[tuple[int, float]]]]:
    for start in range(0, len(pairs), BLOCK):
        block = slice(start, min(start + BLOCK, len(pairs)))
        scores = np.round(scorer(block).astype(np.float64), 6)
        for i, row in enumerate(scores):
            order = np.lexsort((order_of_ids, -row))[:depth]
            yield pairs.ids[start + i], [(int(p), float(row[p])) for p in order]


def write_qrels(path: Path, pairs: Pairs, *, graded: bool = False) -> None:
    """Write `query 0 report grade` lines: the report itself, or all graded by shared tags."""
    with path.open("w", encoding="utf-8") as file:
        if not graded or pairs.tags is None:
            file.writelines(f"{report_id} 0 {report_id} 1\n" for report_id in pairs.ids)
            return
        bits = tag_bits(pairs.tags)
        for start in range(0, len(pairs), BLOCK):
            block = slice(start, min(start + BLOCK, len(pairs)))
            for i, gains in enumerate(graded_gains(bits, block)):
                for place in np.flatnonzero(gains):
                    query, report = pairs.ids[start + i], pairs.ids[int(place)]
                    file.write(f"{query} 0 {report} {int(gains[place])}\n")


def read_run(path: Path) -> Mapping[str, dict[str, float]]:
    """Scores by query and report, as pytrec_eval takes them."""
    run: dict[str, dict[str, float]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, report, _, score, _ = line.split()
        run.setdefault(query, {})[report] = float(score)
    return run


def read_qrels(path: Path) -> Mapping[str, dict[str, int]]:
    """Grades by query and report."""
    qrels: dict[str, dict[str, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, report, grade = line.split()
        qrels.setdefault(query, {})[report] = int(grade)
    return qrels
