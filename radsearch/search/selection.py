"""Which reports a filter leaves: worked out once, before any ranking."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from radsearch.errors import FilterError
from radsearch.filters import And, Node, Not, Or, Test, parse
from radsearch.report import MODALITIES
from radsearch.search.bind import bind
from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.predicate import Mask, evaluate
from radsearch.search.stream import Ints
from radsearch.search.vocabulary import finding_names
from radsearch.store.protocol import Store
from radsearch.store.schema import TEXT_COLUMNS

INTERNAL = ("content_hash",)


@dataclass(frozen=True, slots=True)
class Selection:
    """Reports that may be found; `mask` None = all of them."""

    n: int
    mask: Mask | None = None

    @property
    def count(self) -> int:
        """How many."""
        return self.n if self.mask is None else int(np.count_nonzero(self.mask))

    @property
    def positions(self) -> Ints | None:
        """Ascending positions; None = all."""
        return None if self.mask is None else np.flatnonzero(self.mask)

    def narrowed(self, mask: Mask | None) -> "Selection":
        """Only those that are in `mask` too."""
        if mask is None:
            return self
        return Selection(self.n, mask if self.mask is None else mask & self.mask)


def select(where: str | None, store: Store, cache: Callable[[], CorpusCache]) -> Selection:
    """The reports that satisfy a filter; FilterError if it is wrong.

    Args:
        where: Text of the filter; None or blank = no filter.
        store: The index.
        cache: Gives its findings; called only for a test of a tag or an attribute.

    Returns:
        Their mask.
    """
    n = len(store.ids)
    if where is None or not where.strip():
        return Selection(n)
    return Selection(n, mask_of(parse(where), store, cache))


def filter_columns(store: Store) -> dict[str, str]:
    """Columns that a filter may name, and their kind: metadata, not the texts themselves."""
    kinds = store.columns()
    return {name: kind for name, kind in kinds.items() if name not in (*TEXT_COLUMNS, *INTERNAL)}


def mask_of(node: Node, store: Store, cache: Callable[[], CorpusCache]) -> Mask:
    """Which reports satisfy a parsed filter, (n,); FilterError if it does not fit the index."""
    columns = filter_columns(store)
    bound = bind(node, columns, finding_names())
    for modality in sorted(_modalities(bound) - {"", *MODALITIES}):
        _check_modality(modality, store)

    def by_sql(predicate: str) -> Mask:
        mask = np.zeros(len(store.ids), np.bool_)
        mask[store.select(predicate)] = True
        return mask

    return evaluate(
        bound,
        columns,
        by_sql,
        lambda test: cache().findings.mask(test),
        lambda tag: cache().tags.mask(tag),
    )


def _modalities(node: Node) -> set[str]:
    """The modalities that a bound filter names.

    >>> sorted(_modalities(Not(Test("modality", "in", ("CT", "MR")))))
    ['CT', 'MR']
    """
    if isinstance(node, Not):
        return _modalities(node.item)
    if isinstance(node, And | Or):
        return set().union(*map(_modalities, node.items))
    return set(node.values) if isinstance(node, Test) and node.field == "modality" else set()


def _check_modality(asked: str, store: Store) -> None:
    """Refuse one that is neither a code nor in the index: it would match nothing, in silence."""
    held = {value for value in store.table(["modality"])["modality"].unique().to_pylist() if value}
    if asked in held:
        return
    from radsearch.corpus.values import modality_code  # half a second, and only for this error

    code = modality_code(asked)
    hint = f"did you mean {code}? " if code in MODALITIES else ""
    raise FilterError(
        f"no modality {asked!r}: {hint}the index has {', '.join(sorted(held)) or 'none'}"
    )
