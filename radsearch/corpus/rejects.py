"""Rows that do not become reports, each with its reason, never with its text."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Reject:
    """One row that is not in the corpus.

    Attributes:
        row: From 1, counted over the rows of data (or files of a folder).
        report_id: As far as it could be read, else "".
        reason: "empty", "placeholder", "duplicate id", "status ...", "unreadable: ...".
    """

    row: int
    report_id: str
    reason: str


def write_rejects(rejects: Iterable[Reject], path: str | Path) -> int:
    """Write `rejects` as a Parquet file (row, report_id, reason), whole or not at all.

    Args:
        rejects: Usually `Corpus.rejects` after the corpus was read to its end.
        path: The file to write; one that is there is replaced.

    Returns:
        How many were written; a file with no rows is written for none.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = list(rejects)
    target = Path(path)
    table = pa.table(
        {
            "row": pa.array([reject.row for reject in rows], pa.int64()),
            "report_id": pa.array([reject.report_id for reject in rows], pa.string()),
            "reason": pa.array([reject.reason for reject in rows], pa.string()),
        }
    )
    draft = target.with_name(f".{target.name}.tmp")
    pq.write_table(table, draft)
    draft.replace(target)
    return len(rows)
