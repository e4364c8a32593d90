"""Which reports hold words, phrases, or two of them near each other: answers by position."""

from collections.abc import Callable, Sequence

import numpy as np

from radsearch.report import BODY_FIELDS
from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.predicate import Mask
from radsearch.search.querylang import And, Filter, Near, Not, Or, Phrase, Query, Words
from radsearch.search.stream import Ints, words

Leaf = Words | Phrase | Near | Filter


def evaluate(query: Query, leaf: Callable[[Leaf], Mask]) -> Mask:
    """Which reports satisfy a query, (n,), given which satisfy each leaf."""
    if isinstance(query, Not):
        return ~evaluate(query.item, leaf)
    if isinstance(query, And | Or):
        join = np.logical_and if isinstance(query, And) else np.logical_or
        masks = [evaluate(item, leaf) for item in query.items]
        return np.asarray(join.reduce(masks), np.bool_)
    return leaf(query)


class TextMatcher:
    """Looks words up in the stream of one index."""

    def __init__(self, cache: CorpusCache) -> None:
        self.cache = cache
        self.ids = cache.sections["report"].ids
        self.starts = cache.starts  # (n,)

    def leaf(self, leaf: Words | Phrase | Near, synonyms: Sequence[str] = ()) -> Mask:
        """Reports that hold the leaf or one of its synonyms, each taken as a phrase."""
        if isinstance(leaf, Near):
            found = self.near(leaf)
            return self.docs(found, leaf.first.field or leaf.second.field)
        if isinstance(leaf, Phrase):
            mask = self.reports(leaf.text, leaf.field)
        else:
            each = [self.reports(word, leaf.field) for word in words(leaf.text)]
            mask = np.logical_and.reduce(each) if each else np.ones(len(self.starts), np.bool_)
        for synonym in synonyms:
            mask = mask | self.reports(synonym, leaf.field)
        return np.asarray(mask, np.bool_)

    def reports(self, text: str, field: str = "") -> Mask:
        """Reports that hold these words one behind the other, in one section if it is named."""
        said = words(text)
        index = self.cache.sections.get(field or "report")
        known = index.holders(said[0]) if index is not None and len(said) == 1 else None
        if known is None:
            return self.docs(self.phrase(text), field)
        mask = np.zeros(len(self.starts), np.bool_)
        mask[known] = True
        return mask

    def phrase(self, text: str) -> Ints:
        """Ascending stream positions at which these words stand one behind the other."""
        codes = [self.ids.get(word, -1) for word in words(text)]
        if not codes or min(codes) < 0:
            return np.zeros(0, np.int64)
        sizes = [self.cache.pointers[code + 1] - self.cache.pointers[code] for code in codes]
        rarest = int(np.argmin(sizes))
        begin, end = self.cache.pointers[codes[rarest]], self.cache.pointers[codes[rarest] + 1]
        at = np.asarray(self.cache.order[begin:end], np.int64) - rarest
        tokens = self.cache.stream.tokens
        at = at[(at >= 0) & (at + len(codes) <= len(tokens))]
        for offset, code in enumerate(codes):
            if offset != rarest:
                at = at[tokens[at + offset] == code]
        return at

    def near(self, query: Near) -> Ints:
        """Stream positions of the first operand that has the second close by in its field."""
        one, other = self.phrase(query.first.text), self.phrase(query.second.text)
        size_one, size_other = len(words(query.first.text)), len(words(query.second.text))
        if not len(one) or not len(other):
            return one[:0]
        # the next `other` behind each `one`, and the last one before it; overlaps do not count
        after = np.searchsorted(other, one + size_one)
        before = np.searchsorted(other, one - size_other, side="right") - 1
        hit = np.zeros(len(one), np.bool_)
        inside = after < len(other)
        start = one[inside] + size_one
        gap = other[after[inside]] - start
        hit[inside] = (gap <= query.gap) & self._unbroken(start, other[after[inside]])
        inside = before >= 0
        start = other[before[inside]] + size_other
        gap = one[inside] - start
        hit[inside] |= (gap <= query.gap) & self._unbroken(start, one[inside])
        return one[hit]

    def _unbroken(self, start: Ints, end: Ints) -> Mask:
        """Whether both lie in one field of one report; a break token starts no word."""
        bounds = self.cache.stream.bounds.ravel()
        same = np.searchsorted(bounds, start, side="right") == np.searchsorted(
            bounds, end, side="right"
        )
        return np.asarray(same, np.bool_)

    def docs(self, at: Ints, field: str = "") -> Mask:
        """Reports that hold these stream positions, in one section if `field` names one."""
        mask = np.zeros(len(self.starts), np.bool_)
        if not len(at):
            return mask
        doc = np.searchsorted(self.starts, at, side="right") - 1
        if field in BODY_FIELDS:
            number = BODY_FIELDS.index(field)
            bounds = self.cache.stream.bounds
            doc = doc[(at >= bounds[doc, number]) & (at < bounds[doc, number + 1])]
        mask[doc] = True
        return mask
