"""Retrieval as it is used: the section that asks is not in the index.

In the usual measure an index is asked by its own sections, so all that is learnt from them (the
bank of `radsearch.search.hubness`, the whitening) has seen each query. Authored reports carry each
section in another radiologist's words as well: that one asks here, its original is indexed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from radsearch.evaluation.pair_recall import expected_recall_at_1
from radsearch.evaluation.pairs import DIRECTIONS, Direction, sides
from radsearch.searcher import Searcher


@dataclass(frozen=True, slots=True)
class Asked:
    """One direction, asked in one way.

    Attributes:
        direction: From which section to which.
        rewritten: Whether the asking section is not in the index.
        recall: Way of scoring -> R@1: "cosine", "whitened", "dense", "hybrid".
    """

    direction: Direction
    rewritten: bool
    recall: Mapping[str, float]


def measure(searcher: Searcher, rows: Sequence[Mapping[str, Any]]) -> list[Asked]:
    """R@1 of an index of authored reports, asked by its own and by rewritten sections.

    Args:
        searcher: Opened on an index of exactly these reports.
        rows: As `read_authored` gives them, with both sections and both rewrites.

    Returns:
        Each direction twice.
    """
    at = {str(name): i for i, name in enumerate(searcher.store.ids)}
    positions = np.array([at[row["id"]] for row in rows])
    return [
        Asked(direction, rewritten, _recall(searcher, rows, positions, direction, rewritten))
        for direction in DIRECTIONS
        for rewritten in (False, True)
    ]


def _recall(
    searcher: Searcher,
    rows: Sequence[Mapping[str, Any]],
    positions: np.ndarray[tuple[int], np.dtype[np.int64]],
    direction: Direction,
    rewritten: bool,
) -> dict[str, float]:
    query, gallery = sides(direction)
    texts = [row[f"{query}_rewrite" if rewritten else query] for row in rows]
    plain = searcher.encoder.embed(texts, query)
    space = searcher.engine.sections.space(query, gallery)
    vectors = searcher.store.vectors(gallery, positions)
    asked, score = space.queries(plain), space.over(positions)
    tables = {
        "cosine": plain @ vectors.T,
        "whitened": space.whitening.table(asked, vectors),
        "dense": np.stack([score(q) for q in asked]),
    }
    hits = searcher.query_batch(texts, k=1, kind=query, section=gallery, mode="hybrid")
    first = [bool(h) and h[0].report_id == row["id"] for h, row in zip(hits, rows, strict=True)]
    found = {name: expected_recall_at_1(table) for name, table in tables.items()}
    return {**found, "hybrid": float(np.mean(first))}
