"""Ways of scoring a whole gallery for a block of queries, side by side in one table."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.pairs import Direction, Pairs, sides
from radsearch.search import lexical, lexical_build, stream
from radsearch.search.dictated import Query
from radsearch.search.section_weights import section_weights
from radsearch.searcher import Searcher
from radsearch.store.sentences import SentenceRows

Scorer = Callable[[slice], NDArray[np.float32]]
"""Scores (b, g) of the queries in a slice against the whole gallery."""


def dense(searcher: Searcher, pairs: Pairs, direction: Direction) -> Scorer:
    """The Searcher's dense score, in the space of the index, of every report."""
    query, gallery = sides(direction)
    space = searcher.engine.sections.space(query, gallery)
    queries, score = space.queries(pairs.vectors[query]), space.over(pairs.positions)
    return lambda block: np.stack([score(q) for q in queries[block]])


def whitened(searcher: Searcher, pairs: Pairs, direction: Direction) -> Scorer:
    """Whitened cosines alone: the dense score before hubs lose what they get from every query."""
    query, gallery = sides(direction)
    map_ = searcher.engine.sections.space(query, gallery).whitening
    queries, targets = map_.queries(pairs.vectors[query]), pairs.vectors[gallery]
    return lambda block: map_.table(queries[block], targets)


def cosine(pairs: Pairs, direction: Direction) -> Scorer:
    """Plain cosine of the stored vectors: what the encoder alone finds."""
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
    arrays = lexical_build.build(built, "findings")
    ids = lexical.vocabulary_ids(built.vocabulary)
    return lexical.Lexical(ids, **arrays), pairs.texts[query]  # type: ignore[arg-type]


def hybrid(
    searcher: Searcher, pairs: Pairs, direction: Direction, *, rerank: bool = True
) -> Scorer:
    """The Searcher's fused score of a dictated section, sentence vectors as they are stored.

    Args:
        searcher: The index of the pairs.
        pairs: Queries and gallery.
        direction: From which section to which.
        rerank: Whether sentences are compared with sentences.

    Returns:
        Scores of the whole gallery.
    """
    query, gallery = sides(direction)
    near, legs = dense(searcher, pairs, direction), searcher.engine.dictated
    weights, stored = section_weights()[query], searcher.store.section_sentences(query)
    rerank = rerank and stored is not None
    n = len(searcher)

    def score(block: slice) -> NDArray[np.float32]:
        scores = weights.dense * near(block)
        for i, row in enumerate(scores, block.start):
            own = int(pairs.positions[i])
            sentences = _sentences(stored, own) if rerank and stored is not None else None
            asked = Query(pairs.texts[query][i], query, sentences)
            for pool in legs.pools(gallery, asked, n, None):
                row += pool.weight * pool.score_of(pairs.positions)
        return scores

    return score


def _sentences(rows: SentenceRows, position: int) -> NDArray[np.float32]:
    """Vectors of one report's sentences in a section."""
    codes = rows.code[rows.pointers[position] : rows.pointers[position + 1]]
    return np.asarray(rows.vectors[codes], np.float32)


DEPTH = 1000
"""Hits asked of the index per query, so that the ties at the cut of 10 come back too."""


def live_index(searcher: Searcher, pairs: Pairs, direction: Direction) -> Scorer:
    """Dense scores of what the index's own engine proposes; -inf for what it does not."""
    query, gallery = sides(direction)
    space = searcher.engine.sections.space(query, gallery)
    depth = min(DEPTH, len(pairs))

    def score(block: slice) -> NDArray[np.float32]:
        queries = space.queries(pairs.vectors[query][block])
        scores = np.full((len(queries), len(pairs)), -np.inf, np.float32)
        pools = space.pools(queries, depth, pairs.positions)
        for row, pool in zip(scores, pools, strict=True):
            row[np.searchsorted(pairs.positions, pool.positions)] = pool.scores
        return scores

    return score
