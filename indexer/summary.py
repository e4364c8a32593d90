"""What an indexing run did, every row of the corpus accounted for."""

from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from radsearch.report import Report

SHAPES = ("pairs", "findings_only", "impression_only", "combined", "unlabelled", "other")


def shape(report: Report) -> str:
    """Which of SHAPES a report is.

    >>> shape(Report("a", findings="x", impression="y")), shape(Report("b", impression="y"))
    ('pairs', 'impression_only')
    """
    if report.is_pair:
        return "pairs"
    if report.findings:
        return "findings_only"
    if report.impression:
        return "impression_only"
    return "combined" if report.combined else "unlabelled" if report.unlabelled else "other"


@dataclass(slots=True)
class Summary:
    """Counts of one run: rows = added + changed + unchanged + rejected.

    Attributes:
        path: The index folder.
        rows: Rows of the corpus.
        done: Rows read and, where that was wanted, embedded: what a progress bar shows.
        added: Reports that were new.
        changed: Reports whose content differed; written again.
        unchanged: Reports skipped, their content hash being in the index.
        deleted: Reports that the corpus withdraws, or lacks where that was asked for; removed.
        rejected: Rows by the reason why they were not read.
        shapes: Reports of the corpus by which sections they have.
        windowed: Reports written with a text longer than the encoder reads at once.
        texts: Texts embedded; `repeated` were known from an earlier one of this run.
        repeated: Texts that needed no embedding.
        sentences: Sentences in the index.
        reports: Reports in the index.
        version: Of the published reports table.
        seconds: From start to publication.
        embed_seconds: Of these, inside the encoder.
    """

    path: str
    rows: int = 0
    done: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    deleted: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    shapes: Counter[str] = field(default_factory=Counter)
    windowed: int = 0
    texts: int = 0
    repeated: int = 0
    sentences: int = 0
    reports: int = 0
    version: int = 0
    seconds: float = 0.0
    embed_seconds: float = 0.0

    @property
    def written(self) -> int:
        """Reports embedded and written by this run."""
        return self.added + self.changed

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        # asdict() cannot copy a Counter in Python 3.11
        plain = replace(self, rejected=Counter(), shapes=Counter())
        counted = {"rejected": dict(self.rejected), "shapes": dict(self.shapes)}
        return asdict(plain) | counted
