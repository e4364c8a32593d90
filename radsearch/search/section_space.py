"""The cosine leg of section-to-section search: plain vectors of the index, compared whitened."""

from dataclasses import dataclass

import numpy as np

from radsearch.search.fusion import Pool
from radsearch.search.lexical import Floats
from radsearch.search.section_weights import Dictated
from radsearch.search.stream import Ints
from radsearch.search.whitening import Whitening, fit, sample
from radsearch.store.protocol import Store
from radsearch.store.schema import VectorSection


@dataclass(frozen=True, slots=True)
class SectionSpace:
    """One section asked by another.

    Attributes:
        store: The opened index.
        section: What is searched.
        whitening: Learnt from the vectors of both sections.
        lengths: Of each report's vector in the space, (n,); nan = not yet asked for.
    """

    store: Store
    section: VectorSection
    whitening: Whitening
    lengths: Floats

    def queries(self, vectors: Floats) -> Floats:
        """Unit query vectors (n, dim) as they are compared."""
        return self.whitening.queries(vectors)

    def pools(self, queries: Floats, size: int, within: Ints | None) -> list[Pool]:
        """The reports nearest to each query, proposed by the engine of plain vectors, scored here.

        Args:
            queries: As `queries` gives them, (q, dim).
            size: How many.
            within: Ascending positions to choose from; None = all.

        Returns:
            One a query, best first; equal scores by ascending position.
        """
        _, found = self.store.search(self.section, self.whitening.probe(queries), size, within)
        return [self._pool(query, row[row >= 0]) for query, row in zip(queries, found, strict=True)]

    def _pool(self, query: Floats, proposed: Ints) -> Pool:
        positions = np.sort(proposed)
        scores = self.scores(query, positions)
        order = np.argsort(-scores, kind="stable")
        return Pool(
            "dense",
            1.0,
            positions[order],
            scores[order],
            lambda wanted: self.scores(query, wanted),
        )

    def scores(self, query: Floats, positions: Ints) -> Floats:
        """Whitened cosines of the reports at some positions, (n,)."""
        vectors = self.store.vectors(self.section, positions)
        new = np.isnan(self.lengths[positions])
        if new.any():
            self.lengths[positions[new]] = self.whitening.lengths(vectors[new])
        return self.whitening.scores(query, vectors, self.lengths[positions])


class SectionSpaces:
    """The spaces of an opened index, each learnt when it is first asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[tuple[Dictated, VectorSection], SectionSpace] = {}

    def space(self, kind: Dictated, section: VectorSection) -> SectionSpace:
        """Where a dictated section of a kind is compared with a section of the reports."""
        key = (kind, section)
        if key not in self._known:
            n = len(self._store.ids)
            asking, searched = (self._store.vectors(name, sample(n)) for name in key)
            unknown = np.full(n, np.nan, np.float32)
            self._known[key] = SectionSpace(self._store, section, fit(asking, searched), unknown)
        return self._known[key]
