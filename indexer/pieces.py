"""The corpus read ahead in pieces: new and changed reports, counted, cut into sentences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from radsearch.errors import CorpusError
from radsearch.report import Report

from .shard import SentenceRow, cut
from .summary import Summary, shape

PIECE = 2_048
"""Reports embedded together: what the progress bar moves by. Texts of one length go through the
encoder together, and the more there are, the fuller these batches: Open-I makes 1,518 with 1,024
reports, 1,339 with 2,048, and 1,171 where all of it is known at once."""

FIRST = 256
"""Reports of the first piece: the encoder waits for no more of the corpus to be read."""


@dataclass(slots=True)
class Piece:
    """Reports to be embedded together.

    Attributes:
        reports: New ones and changed ones; none where all rows read were unchanged.
        replaced: Ids of the changed ones.
        sentences: Of the reports; None = the index keeps none.
        rows: Of the corpus, read when the piece was full.
    """

    reports: list[Report] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    sentences: Sequence[SentenceRow] | None = None
    rows: int = 0


class PieceReader:
    """Takes out of a corpus what the index lacks.

    Args:
        known: Content hash by report id, of what the index holds.
        summary: Counts the rows.
        shard: Reports a commit; a piece is not larger.
        sentences: Whether reports are cut into sentences.
    """

    def __init__(
        self, known: Mapping[str, str], summary: Summary, *, shard: int, sentences: bool
    ) -> None:
        self.known, self.summary = known, summary
        self.shard, self.sentences = shard, sentences
        self.seen: set[str] = set()

    def pieces(self, corpus: Iterable[Report]) -> Iterator[Piece]:
        """Pieces of at most `PIECE` rows; the first is smaller, the last holds what is left.

        Args:
            corpus: Reports with distinct ids; CorpusError at the first one that is there twice.

        Yields:
            Piece: In the order of the corpus.
        """
        size = min(FIRST, self.shard)
        piece = Piece()
        for report in corpus:
            if self._wanted(report, piece.replaced):
                piece.reports.append(report)
            if len(piece.reports) >= size or self.summary.rows % PIECE == 0:
                yield self._ready(piece)
                piece, size = Piece(), min(PIECE, self.shard)
        yield self._ready(piece)

    def _ready(self, piece: Piece) -> Piece:
        piece.sentences = cut(piece.reports) if self.sentences else None
        piece.rows = self.summary.rows
        return piece

    def _wanted(self, report: Report, replaced: list[str]) -> bool:
        """Count a report; False if the index holds it as it is."""
        summary = self.summary
        summary.rows += 1
        summary.shapes[shape(report)] += 1
        if report.report_id in self.seen:
            raise CorpusError(
                f"two reports have the id at row {summary.rows}: "
                f"ids must be distinct, read the corpus with --on-duplicate"
            )
        self.seen.add(report.report_id)
        old = self.known.get(report.report_id)
        if old is not None and old == report.content_hash:
            summary.unchanged += 1
            return False
        if old is None:
            summary.added += 1
        else:
            summary.changed += 1
            replaced.append(report.report_id)
        return True


def ahead(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """The same pieces, the next one being read while one is worked on."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="read") as pool:
        coming = pool.submit(next, pieces, None)
        while (piece := coming.result()) is not None:
            coming = pool.submit(next, pieces, None)
            yield piece
