"""Words of a search-box query against the inverted index: the best reports without scoring all.

Words that most reports have weigh little and cost most. The rare ones are summed over all reports;
once what the others can add no longer lifts a report into the pool, they are looked up for the
reports that are left alone. The result is the same: a bound is never below what it bounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.search.lexical import Floats, Lexical
from radsearch.search.predicate import Mask
from radsearch.search.stream import Ints
from radsearch.search.top import top

LONG = 20_000
"""Postings from which a word is worth leaving out."""

FEW = 4
"""Times the reports wanted from which on it is worth leaving more out."""

SLACK = 1e-5
"""Of float32 sums in another order, and of the rounding to 1e-6."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word or pair of the query.

    Attributes:
        docs: (p,) its reports, ascending.
        weights: (p,) of the TF-IDF cosine.
        impacts: (p,) of BM25; empty for a pair.
        cosine: The query's weight in the cosine.
        bm25: And in BM25.
        most: What it adds to a report at most.
    """

    docs: NDArray[np.int32]
    weights: Floats
    impacts: Floats
    cosine: float
    bm25: float
    most: float

    def adds(self, at: slice | Ints) -> Floats:
        """What it adds to each report of some postings."""
        if not self.bm25:
            return self.weights[at] * np.float32(self.cosine)
        values = self.impacts[at] * np.float32(self.bm25)
        return values + self.weights[at] * np.float32(self.cosine) if self.cosine else values


class Terms:
    """A query's words as postings, the shortest first."""

    def __init__(
        self, index: Lexical, cosine: Mapping[int, float], bm25: Mapping[int, float]
    ) -> None:
        self.n = index.n
        self.terms = [
            _term(index, place, cosine.get(place, 0.0), bm25.get(place, 0.0))
            for place in cosine.keys() | bm25.keys()
        ]
        self.terms.sort(key=lambda term: (len(term.docs), term.most))
        self._full: Floats | None = None  # every report's score, once all words were added up

    def of(self, positions: Ints) -> Floats:
        """Scores of some reports, (len(positions),)."""
        return _look_up(self.terms, positions) if self._full is None else self._full[positions]

    def best(self, k: int, within: Mask | None) -> tuple[Floats, Ints]:
        """The k best reports with a score above 0; equal scores by ascending position.

        Args:
            k: How many at most.
            within: Only these; None = all.

        Returns:
            Scores to 1e-6, descending, and positions.
        """
        scores = np.zeros(self.n, np.float32)
        for number, term in enumerate(self.terms):
            rest = self.terms[number:]
            if len(term.docs) >= LONG and number:
                left = _left(scores, k, within, _most(rest))
                if left is not None:
                    return _finish(rest, left, scores[left], k)
            scores[term.docs] += term.adds(slice(None))
        self._full = scores
        return top(scores, k, within)


def _term(index: Lexical, place: int, cosine: float, bm25: float) -> Term:
    span = index.span(place)
    most = cosine * float(index.peaks[place]) + bm25
    return Term(index.docs[span], index.weights[span], index.impacts[span], cosine, bm25, most)


def _most(terms: Sequence[Term]) -> float:
    """What some words together add to a report at most."""
    return sum(term.most for term in terms) + SLACK


def _left(scores: Floats, k: int, within: Mask | None, most: float) -> Ints | None:
    """Reports that can still be among the k best if only `most` may come; None = too many."""
    known = scores > most if within is None else (scores > most) & within
    if np.count_nonzero(known) < k:
        return None  # else a report without any word so far could be one of them
    values = scores[known]
    floor = np.partition(values, len(values) - k)[len(values) - k] - most
    if floor <= 0:
        return None
    left = np.flatnonzero(scores >= floor if within is None else (scores >= floor) & within)
    return left if len(left) <= len(scores) // 8 else None


def _finish(terms: Sequence[Term], left: Ints, known: Floats, k: int) -> tuple[Floats, Ints]:
    """The k best of the reports left, whose scores lack some words; ever fewer are looked up."""
    places, more = left.astype(np.int32), np.zeros(len(left), np.float32)
    for number, term in enumerate(terms, 1):
        _add(term, places, more)
        if len(places) > FEW * k and number < len(terms):
            scores = known + more
            floor = np.partition(scores, len(scores) - k)[len(scores) - k]
            kept = np.flatnonzero(scores >= floor - _most(terms[number:]))
            places, known, more = places[kept], known[kept], more[kept]
    values, best = top(known + more, k)
    return values, places[best].astype(np.int64)


def _look_up(terms: Sequence[Term], positions: Ints) -> Floats:
    out = np.zeros(len(positions), np.float32)
    wanted = positions.astype(np.int32)
    for term in terms:
        _add(term, wanted, out)
    return out


def _add(term: Term, positions: NDArray[np.int32], out: Floats) -> None:
    """Add to the scores of some reports what one word gives them.

    The reports are of the postings' type, else numpy would widen all postings to compare them.
    """
    if len(term.docs):
        at = term.docs.searchsorted(positions)
        np.minimum(at, len(term.docs) - 1, out=at)
        (hit,) = (term.docs[at] == positions).nonzero()
        if len(hit):
            out[hit] += term.adds(at[hit])
