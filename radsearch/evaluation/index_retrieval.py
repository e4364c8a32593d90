"""The retrieval benchmark bound to an index folder: opens it, scores every system, writes files."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.evaluation import retrieval_table, scorers, trec
from radsearch.evaluation.pairs import DIRECTIONS, Direction, Pairs, read_pairs
from radsearch.evaluation.retrieval import Retrieval, evaluate
from radsearch.evaluation.scorers import Scorer
from radsearch.searcher import Searcher


def evaluate_index(index: Path) -> Retrieval:
    """Both directions on every report of the index that has both sections.

    Args:
        index: An index folder.

    Returns:
        Rows "hybrid" (the Searcher's default), the same without re-ranking, "dense" (the
        Searcher's dense mode, every report scored), "index" (the same by the live engine),
        "cosine" (the encoder's vectors as they are), "tfidf", "bm25".
    """
    searcher = Searcher.open(index)
    pairs = read_pairs(searcher.store)
    return evaluate(pairs, systems(searcher, pairs))


def systems(searcher: Searcher, pairs: Pairs) -> dict[str, dict[Direction, Scorer]]:
    """The scorers of every row, by name and direction."""
    return {
        "hybrid": {d: scorers.hybrid(searcher, pairs, d) for d in DIRECTIONS},
        "hybrid, no sentences": {
            d: scorers.hybrid(searcher, pairs, d, rerank=False) for d in DIRECTIONS
        },
        "dense": {d: scorers.dense(searcher, pairs, d) for d in DIRECTIONS},
        "index": {d: scorers.live_index(searcher, pairs, d) for d in DIRECTIONS},
        "cosine": {d: scorers.cosine(pairs, d) for d in DIRECTIONS},
        "tfidf": {d: scorers.tfidf(pairs, d) for d in DIRECTIONS},
        "bm25": {d: scorers.bm25(pairs, d) for d in DIRECTIONS},
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
    for name, scorer in systems(searcher, pairs).items():
        for direction in DIRECTIONS:
            trec.write_run(
                out / f"run.{name}.{direction}.trec", pairs, direction, scorer[direction], name
            )
