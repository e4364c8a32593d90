"""Which reports a query with operators admits, for every leg alike."""

from collections.abc import Callable

import numpy as np

from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.degree import Known, degrees
from radsearch.search.fits import NEAR
from radsearch.search.intent import Conjunction, Intent
from radsearch.search.plain import understand
from radsearch.search.predicate import Mask
from radsearch.search.querylang import And, Filter, Near, Not, Or, Query
from radsearch.search.reading import Reading
from radsearch.search.selection import mask_of
from radsearch.search.textmatch import Leaf, TextMatcher, evaluate
from radsearch.search.vocabulary import finding_names
from radsearch.store.protocol import Store


def query_mask(
    reading: Reading, store: Store, cache: CorpusCache, known: Known, *, literal: bool
) -> Mask:
    """Reports that satisfy the query's operators, (n,).

    Args:
        reading: A query with a tree.
        store: The index, for `field:value` tests.
        cache: Its words and findings.
        known: Findings of the same query that were worked out before; new ones are added.
        literal: Only the words count. Else a term that names a finding means that the finding is
            present: "nodule NOT granuloma" keeps a report that says "no granuloma".

    Returns:
        Their mask.
    """
    matcher = TextMatcher(cache)

    def words(item: Leaf) -> Mask:
        if isinstance(item, Filter):
            return mask_of(item.test, store, lambda: cache)
        text = "" if isinstance(item, Near) else item.text
        asked = () if isinstance(item, Near) or not reading.expand else understand(text).findings
        also = [word for f in asked for word in finding_names().synonyms(f.finding, text)]
        said = [words for asked, words in reading.synonyms.items() if asked.lower() == text.lower()]
        return matcher.leaf(item, [*said, *also])

    if reading.tree is None:
        return np.ones(len(store.ids), np.bool_)
    if literal:
        return evaluate(reading.tree, words)
    meaning = _Meaning(cache, words, known)
    mask = meaning.mask(reading.tree, wanted=True)
    if reading.intent is not None and not _in_sections(reading.tree):
        # understood as a whole: "meniscus AND tear", a meniscal tear
        fits = degrees(reading.intent, cache, "report", known) >= NEAR
        mask = mask | (fits & meaning.filters(reading.tree, wanted=True))
    return mask


def _in_sections(tree: Query) -> bool:
    """Whether a term is asked for in one section alone."""
    if isinstance(tree, Not):
        return _in_sections(tree.item)
    if isinstance(tree, And | Or):
        return any(map(_in_sections, tree.items))
    if isinstance(tree, Near):
        return bool(tree.first.field or tree.second.field)
    return not isinstance(tree, Filter) and bool(tree.field)


class _Meaning:
    """Terms that name findings stand for them; a wanted term may also just be in the text."""

    def __init__(self, cache: CorpusCache, words: Callable[[Leaf], Mask], known: Known) -> None:
        self.cache = cache
        self.words = words
        self.known = known

    def filters(self, tree: Query, *, wanted: bool) -> Mask:
        """Reports that the metadata tests of the query admit, whatever its words, (n,)."""
        if isinstance(tree, Not):
            return ~self.filters(tree.item, wanted=not wanted)
        if isinstance(tree, And | Or):
            join = np.logical_and if isinstance(tree, And) else np.logical_or
            masks = [self.filters(item, wanted=wanted) for item in tree.items]
            return np.asarray(join.reduce(masks), np.bool_)
        if isinstance(tree, Filter):
            return self.words(tree)
        return np.full(self.cache.stream.n, wanted, np.bool_)

    def mask(self, tree: Query, *, wanted: bool) -> Mask:
        """Reports that may be found, (n,)."""
        if isinstance(tree, Not):
            return ~self.mask(tree.item, wanted=not wanted)
        if isinstance(tree, And | Or):
            join = np.logical_and if isinstance(tree, And) else np.logical_or
            masks = [self.mask(item, wanted=wanted) for item in tree.items]
            return np.asarray(join.reduce(masks), np.bool_)
        if isinstance(tree, Filter | Near):
            return self.words(tree)
        plain = understand(tree.text)
        if not plain.conditions:  # a side or a site: no ground to exclude a report
            nothing = np.zeros(self.cache.stream.n, np.bool_)
            return self.words(tree) if wanted else nothing
        intent = Intent((Conjunction(plain.conditions, plain.unwanted),))
        fits = degrees(intent, self.cache, tree.field or "report", self.known)
        if not wanted:
            return fits >= NEAR
        return (fits >= NEAR) | (self.words(tree) & (fits >= 0))  # not where it is denied
