"""Which reports a query with operators admits, for every leg alike."""

import numpy as np

from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.predicate import Mask
from radsearch.search.querylang import Filter
from radsearch.search.reading import Reading
from radsearch.search.selection import mask_of
from radsearch.search.textmatch import Leaf, TextMatcher, evaluate
from radsearch.store.protocol import Store


def query_mask(reading: Reading, store: Store, cache: CorpusCache, *, literal: bool) -> Mask:
    """Reports that satisfy the query's operators, (n,).

    Args:
        reading: A query with a tree.
        store: The index, for `field:value` tests.
        cache: Its words and findings.
        literal: Only the words count. Else a term that names a finding means that the finding is
            present: "nodule NOT granuloma" keeps a report that says "no granuloma".

    Returns:
        Their mask.
    """
    matcher = TextMatcher(cache)

    def leaf(item: Leaf) -> Mask:
        if isinstance(item, Filter):
            return mask_of(item.test, store, lambda: cache)
        return matcher.leaf(item)

    if reading.tree is None:
        return np.ones(len(store.ids), np.bool_)
    return evaluate(reading.tree, leaf)
