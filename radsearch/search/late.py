"""Late interaction: each sentence takes its best partner among the sentences of a report."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.search.lexical import Floats
from radsearch.search.stream import Ints
from radsearch.store.sentences import SentenceRows

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LateInteraction:
    """MaxSim of a query's sentences with the stored sentences of reports.

    Attributes:
        rows: The sentences of one section.
    """

    rows: SentenceRows

    def scores(self, query: Floats, positions: Ints) -> tuple[Values, Values]:
        """Both directions for each report, (len(positions),); 0 for a report without sentences.

        Args:
            query: Unit vectors of the query's sentences, (s, dim).
            positions: Reports.

        Returns:
            Forward: the mean over the query's sentences of the best cosine in the report.
            Backward: the mean over the report's sentences of the best cosine in the query.
        """
        forward, backward = np.zeros(len(positions)), np.zeros(len(positions))
        pointers = self.rows.pointers
        sizes = pointers[positions + 1] - pointers[positions]
        filled = np.flatnonzero(sizes)
        if not len(filled) or not len(query):
            return forward, backward
        many = sizes[filled]
        starts = np.cumsum(many) - many
        inside = np.arange(many.sum()) - np.repeat(starts, many)
        codes = self.rows.code[np.repeat(pointers[positions[filled]], many) + inside]
        distinct, place = np.unique(codes, return_inverse=True)  # "No effusion." stands in many
        vectors = np.asarray(self.rows.vectors[distinct], np.float32)
        cosines = (query @ vectors.T)[:, place]  # (s, sentences of the reports)
        forward[filled] = np.maximum.reduceat(cosines, starts, axis=1).mean(axis=0)
        backward[filled] = np.add.reduceat(cosines.max(axis=0), starts) / many
        return np.round(forward, 6), np.round(backward, 6)
