"""Words and findings of a new index in searchable form, made while its last texts are embedded."""

from collections.abc import Mapping

import pyarrow as pa

from radsearch.search.corpus_cache import SPOKEN, Form, spoken_form

HELD = 16_384
"""Reports whose texts and findings are kept: some 60 MB. The form of a larger index is made from
its tables at publication."""


class Spoken:
    """Gathers what the reports of a new index say.

    Args:
        held: Reports that are kept at most.
    """

    def __init__(self, held: int = HELD) -> None:
        self._held = held
        self._parts: list[pa.Table] | None = []

    def add(self, columns: Mapping[str, pa.Array]) -> None:
        """Take some reports, of which `SPOKEN` and the ids are kept."""
        if self._parts is not None:
            self._parts.append(pa.table({name: columns[name] for name in ("report_id", *SPOKEN)}))
            if sum(map(len, self._parts)) > self._held:
                self._parts = None

    def form(self) -> Form | None:
        """The form of all reports taken, as if it were made from the index; None = too many."""
        if not self._parts:
            return None
        reports = pa.concat_tables(self._parts).combine_chunks().sort_by("report_id")
        return spoken_form(reports.select(list(SPOKEN)))
