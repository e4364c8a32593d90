"""radsearch behind the interface of its peers; its index is built by `radsearch bench peers`."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from radsearch.encoder.protocol import Encoder
from radsearch.evaluation.peers import Answer, Gallery, Question
from radsearch.report import Section
from radsearch.searcher import Searcher


class Ours:
    """One index a corpus; the section is told by the gallery's name."""

    def build(self, galleries: Sequence[Gallery], folder: Path) -> None:
        """Refused: our index is made from whole reports, not from galleries."""
        raise NotImplementedError("build it with indexer.build")

    def open(self, folder: Path, encoder: Encoder) -> None:
        """Open every index in the folder."""
        self._searchers = {
            path.name: Searcher.open(path, encoder=encoder) for path in sorted(folder.iterdir())
        }

    def search(self, question: Question) -> Answer:
        """As a user would ask."""
        corpus, _, section = question.gallery.partition(".")
        names = ", ".join(f"'{name}'" for name in question.within)
        hits = self._searchers[corpus].query(
            question.text,
            question.k,
            section=cast(Section, section),
            kind=question.kind,
            mode=question.mode,
            where=f"report_id in ({names})" if names else None,
        )
        return [(hit.report_id, f"{hit.findings}\n\n{hit.impression}") for hit in hits]
