"""Search-box queries with graded relevance: nDCG@10 by style, latency, the negation suite."""

import json
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from radsearch.metrics import ndcg_at_k
from radsearch.report import Report, Section
from radsearch.search.request import Mode
from radsearch.searcher import Searcher

K = 10


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query and the grade of each report that answers it."""

    qid: str
    text: str
    style: str
    gains: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class QueryScore:
    """What a searcher made of one query."""

    qid: str
    style: str
    text: str
    ndcg: float
    ranking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """All queries under one way of searching.

    Attributes:
        mode: The way.
        section: What was searched.
        scores: One a query.
        latency_ms: Median of single warm queries.
        latency_p95_ms: 95th percentile.
    """

    mode: Mode
    section: Section
    scores: tuple[QueryScore, ...]
    latency_ms: float
    latency_p95_ms: float

    @property
    def ndcg(self) -> float:
        """Mean over all queries, the unanswered included."""
        return float(np.mean([score.ndcg for score in self.scores])) if self.scores else 0.0

    def by_style(self) -> dict[str, tuple[int, float]]:
        """Number of queries and mean by style."""
        groups: dict[str, list[float]] = defaultdict(list)
        for score in self.scores:
            groups[score.style].append(score.ndcg)
        return {style: (len(v), float(np.mean(v))) for style, v in sorted(groups.items())}


def read_queries(folder: Path) -> list[JudgedQuery]:
    """Queries of `queries.jsonl` with the grades of `qrels.tsv`, both in `folder`."""
    gains: dict[str, dict[str, float]] = defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines()[1:]:
        qid, report_id, grade = line.split("\t")
        gains[qid][report_id] = float(grade)
    rows = (json.loads(line) for line in (folder / "queries.jsonl").read_text("utf-8").splitlines())
    return [JudgedQuery(r["qid"], r["query"], r["style"], gains[r["qid"]]) for r in rows]


def as_reports(rows: Iterator[dict[str, Any]]) -> Iterator[Report]:
    """Rows of the authored corpus as records."""
    for row in rows:
        yield Report(
            row["id"],
            findings=row["findings"],
            impression=row["impression"],
            indication=row.get("indication") or "",
            comparison=row.get("comparison") or "",
            modality=row["modality"],
            body_part=row["body_part"],
            sex=row["sex"] or "",
            age=row["age"],
        )


def measure(
    searcher: Searcher,
    queries: Sequence[JudgedQuery],
    *,
    section: Section = "report",
    mode: Mode = "hybrid",
) -> Outcome:
    """Run every query by itself on an opened index.

    Args:
        searcher: The index that holds the judged reports.
        queries: What to ask.
        section: What is searched.
        mode: How.

    Returns:
        Scores and warm latency.
    """
    searcher.query("warm up", k=K, section=section, mode=mode)
    scores, times = [], []
    for query in queries:
        start = time.perf_counter()
        hits = searcher.query(query.text, k=K, section=section, mode=mode)
        times.append(1000 * (time.perf_counter() - start))
        ranking = tuple(hit.report_id for hit in hits)
        value = ndcg_at_k(ranking, query.gains, K) if query.gains else 0.0
        scores.append(QueryScore(query.qid, query.style, query.text, value, ranking))
    p50, p95 = np.percentile(times, [50, 95]) if times else (0.0, 0.0)
    return Outcome(mode, section, tuple(scores), float(p50), float(p95))
