"""Ways of scoring a whole gallery for a block of queries, side by side in one table."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.pairs import Direction, Pairs, sides
from radsearch.search import lexical, stream
from radsearch.search.engine import LEXICAL_WEIGHT
from radsearch.searcher import Searcher
from radsearch.store.protocol import Store

Scorer = Callable[[slice], NDArray[np.float32]]
"""Scores (b, g) of the queries in a slice against the whole gallery."""


def dense(pairs: Pairs, direction: Direction) -> Scorer:
    """Cosine of the stored vectors: exact search."""
    query, gallery = sides(direction)
    queries, targets = pairs.vectors[query], pairs.vectors[gallery]
    return lambda block: queries[block] @ targets.T


def tfidf(pairs: Pairs, direction: Direction) -> Scorer:
    """TF-IDF cosine, words and pairs, sublinear; document frequencies from the gallery."""
    index, texts = _lexical(pairs, direction)
    return lambda block: np.stack([index.tfidf(text) for text in texts[block]])


def bm25(pairs: Pairs, direction: Direction) -> Scorer:
    """BM25 over words, k1 1.2, b 0.75, no stop words."""
    index, texts = _lexical(pairs, direction)
    return lambda block: np.stack([index.bm25(text) for text in texts[block]])


def _lexical(pairs: Pairs, direction: Direction) -> tuple[lexical.Lexical, Sequence[str]]:
    query, gallery = sides(direction)
    built = stream.build({"findings": text} for text in pairs.texts[gallery])
    arrays = lexical.build(built, "findings")
    ids = lexical.vocabulary_ids(built.vocabulary)
    return lexical.Lexical(ids, **arrays), pairs.texts[query]  # type: ignore[arg-type]


def hybrid(searcher: Searcher, pairs: Pairs, direction: Direction) -> Scorer:
    """The Searcher's fused score of a dictated section: cosine, TF-IDF and RadSim."""
    query, gallery = sides(direction)
    cosine, engine = dense(pairs, direction), searcher.engine
    index = searcher.cache.sections[gallery]

    def score(block: slice) -> NDArray[np.float32]:
        scores = cosine(block)
        for row, text in zip(scores, pairs.texts[query][block], strict=True):
            leg = engine.section_pool(gallery, text, query)
            row += LEXICAL_WEIGHT[query] * index.tfidf(text)[pairs.positions]
            row += leg.weight * leg.score_of(pairs.positions)
        return scores

    return score


DEPTH = 1000
"""Hits asked of the index per query, so that the ties at the cut of 10 come back too."""


def live_index(store: Store, pairs: Pairs, direction: Direction) -> Scorer:
    """Scores as the index's own engine returns them; -inf for what it does not return."""
    query, gallery = sides(direction)
    depth = min(DEPTH, len(pairs))

    def score(block: slice) -> NDArray[np.float32]:
        queries = pairs.vectors[query][block]
        found, positions = store.search(gallery, queries, depth, pairs.positions)
        scores = np.full((len(queries), len(pairs)), -np.inf, np.float32)
        row, column = np.nonzero(positions >= 0)
        place = np.searchsorted(pairs.positions, positions[row, column])
        scores[row, place] = found[row, column]
        return scores

    return score
