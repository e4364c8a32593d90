"""The cosine leg of section-to-section search.

Plain vectors of the index are compared whitened, less half of what each report gets anyway.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from radsearch.search.fusion import Pool
from radsearch.search.hubness import Hubness, bank_size, learn
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
        kind: The section that asks.
        section: What is searched.
        whitening: Learnt from the vectors of both sections.
        hubness: Learnt from the vectors of the asking one.
        lengths: Of each report's vector in the space, (n,); nan = not yet asked for.
        taken: From each report's scores, (n,); nan = not yet asked for.
    """

    store: Store
    kind: Dictated
    section: VectorSection
    whitening: Whitening
    hubness: Hubness
    lengths: Floats
    taken: Floats

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
        """Scores of the reports at some positions, (n,), in [-1.5, 1.5]; see `over`."""
        return self.over(positions)(query)

    def over(self, positions: Ints) -> Callable[[Floats], Floats]:
        """How one of `queries` scores the reports at some positions.

        Args:
            positions: (n,).

        Returns:
            Query (dim,) -> whitened cosines less what each report gets anyway, (n,), to 1e-6.
        """
        vectors = self.store.vectors(self.section, positions)
        self._measure(vectors, positions)
        lengths, taken = self.lengths[positions], self.taken[positions]

        def score(query: Floats) -> Floats:
            scores: Floats = np.round(self.whitening.scores(query, vectors, lengths) - taken, 6)
            return scores

        return score

    def _measure(self, vectors: Floats, positions: Ints) -> None:
        """Fill in what is not yet known of some reports, a thousand at a time.

        What is taken comes last: another thread that sees it sees the lengths too.
        """
        new = np.flatnonzero(np.isnan(self.taken[positions]))
        for start in range(0, len(new), 1_000):
            rows = new[start : start + 1_000]
            at = positions[rows]
            lengths = self.whitening.lengths(vectors[rows])
            taken = self.hubness.of(vectors[rows], lengths, self.store.vectors(self.kind, at))
            self.lengths[at] = lengths
            self.taken[at] = taken


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
            whitening = fit(asking, searched)
            # measured from one section to the other alone; a section finds its like by cosine
            across = section in ("findings", "impression") and section != kind
            bank = asking[sample(len(asking), bank_size(n))] if across else asking[:0]
            self._known[key] = SectionSpace(
                store=self._store,
                kind=kind,
                section=section,
                whitening=whitening,
                hubness=learn(whitening, bank, n if across else 0),
                lengths=np.full(n, np.nan, np.float32),
                taken=np.full(n, np.nan, np.float32),
            )
        return self._known[key]
