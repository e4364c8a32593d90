"""The retrieval benchmark bound to an index folder: opens it, scores every system, writes files."""

import json
from collections.abc import Callable, Collection
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.evaluation import retrieval_table, scorers, trec
from radsearch.evaluation.pairs import DIRECTIONS, Direction, Pairs, read_pairs
from radsearch.evaluation.retrieval import Retrieval, evaluate
from radsearch.evaluation.scorers import Scorer
from radsearch.searcher import Searcher


def evaluate_index(index: Path, wanted: Collection[str] | None = None) -> Retrieval:
    """Both directions on every report of the index that has both sections.

    Args:
        index: An index folder.
        wanted: Names of the rows; None = all.

    Returns:
        Rows "hybrid" (the Searcher's default), the same without re-ranking, "dense" (the
        Searcher's dense mode, every report scored), "index" (the same by the live engine),
        "whitened" (dense without the correction of hubs), "cosine" (the encoder's vectors as they
        are), "tfidf", "bm25".
    """
    searcher = Searcher.open(index)
    pairs = read_pairs(searcher.store)
    return evaluate(pairs, systems(searcher, pairs, wanted))


def systems(
    searcher: Searcher, pairs: Pairs, wanted: Collection[str] | None = None
) -> dict[str, dict[Direction, Scorer]]:
    """The scorers of every row, by name and direction; None = of all."""
    rows: dict[str, Callable[[Direction], Scorer]] = {
        "hybrid": lambda d: scorers.hybrid(searcher, pairs, d),
        "hybrid, no sentences": lambda d: scorers.hybrid(searcher, pairs, d, rerank=False),
        "dense": lambda d: scorers.dense(searcher, pairs, d),
        "index": lambda d: scorers.live_index(searcher, pairs, d),
        "whitened": lambda d: scorers.whitened(searcher, pairs, d),
        "cosine": lambda d: scorers.cosine(pairs, d),
        "tfidf": lambda d: scorers.tfidf(pairs, d),
        "bm25": lambda d: scorers.bm25(pairs, d),
    }
    return {
        name: {d: make(d) for d in DIRECTIONS}
        for name, make in rows.items()
        if wanted is None or name in wanted
    }


def write_artefacts(index: Path, result: Retrieval, out: Path) -> None:
    """Write report.md, report.json, per_query.parquet, and run and qrels files by direction.

    Args:
        index: The index that was measured.
        result: What `evaluate_index` gave.
        out: A folder; made if it is not there.
    """
    searcher = Searcher.open(index)
    pairs = read_pairs(searcher.store)
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.md").write_text(retrieval_table.markdown(result) + "\n", encoding="utf-8")
    records = list(retrieval_table.records(result))
    (out / "report.json").write_text(json.dumps(records, indent=2) + "\n", encoding="utf-8")
    rows = pa.Table.from_pylist(list(retrieval_table.per_query(result)))
    pq.write_table(rows, out / "per_query.parquet")
    trec.write_qrels(out / "qrels.trec", pairs)
    trec.write_qrels(out / "qrels_graded.trec", pairs, graded=True)
    for name, scorer in systems(searcher, pairs, {row.system for row in result.rows}).items():
        for direction in DIRECTIONS:
            trec.write_run(
                out / f"run.{name}.{direction}.trec", pairs, direction, scorer[direction], name
            )
