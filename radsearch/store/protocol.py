"""What the Searcher asks of an index, whatever engine stands behind it.

Reports are addressed by position: 0 .. n-1 in ascending order of report_id, so that "equal scores
by ascending id" is "equal scores by ascending position". Positions hold for one opened version.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from radsearch.store.schema import VectorSection

if TYPE_CHECKING:
    from radsearch.store.sentences import SentenceRows

Positions = NDArray[np.int64]


class Store(Protocol):
    """One opened version of an index folder."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Format version, encoder fingerprint, counts, columns, engine, measured recall."""

    @property
    def ids(self) -> Sequence[str]:
        """Report ids by position, ascending."""

    def columns(self) -> Mapping[str, str]:
        """Filterable columns and their kind: "text", "number", "date", "tags"."""

    def select(self, predicate: str) -> Positions:
        """Ascending positions of the reports that satisfy a Lance SQL predicate made by us."""

    def search(
        self, section: VectorSection, queries: NDArray[np.float32], k: int, within: Positions | None
    ) -> tuple[NDArray[np.float32], Positions]:
        """The k best of a section's vectors by inner product, among `within` (None = all).

        Args:
            section: Whose vectors.
            queries: Unit vectors, (q, dim).
            k: How many.
            within: Ascending positions to choose from; None = all.

        Returns:
            Scores (q, k) descending and positions (q, k), equal scores by ascending position;
            where fewer than k have a vector, -inf and -1 fill the row.
        """

    def vectors(self, section: VectorSection, positions: Positions) -> NDArray[np.float32]:
        """Stored vectors, (n, dim); a missing section's is all zero."""

    def rows(self, positions: Positions, columns: Sequence[str]) -> list[dict[str, Any]]:
        """The columns' values of the reports at `positions`, in that order."""

    def table(self, columns: Sequence[str]) -> pa.Table:
        """The columns of every report, by position."""

    def texts(self, section: str) -> Sequence[str]:
        """Every report's text of one section, by position; "report" joins them."""

    def search_sentences(
        self, queries: NDArray[np.float32], k: int, within: Positions | None
    ) -> list[list[tuple[float, int, str, int]]]:
        """Per query the k best, one a report: (score, position, section, sentence number)."""

    def sentence_vectors(self, positions: Positions) -> list[NDArray[np.float32]]:
        """Per report the vectors of its sentences, (s, dim), in reading order."""

    def section_sentences(self, section: str) -> "SentenceRows | None":
        """The sentence vectors of one section by report; None where the index keeps none."""
