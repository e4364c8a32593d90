"""A cohort as a file: CSV, Parquet or JSON lines, with or without identifying text."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any, Literal, get_args

from radsearch.corpus.exported import guard
from radsearch.deidentify import deidentified, deidentify
from radsearch.hit import Hit, Status
from radsearch.report import TEXT_FIELDS

Format = Literal["csv", "parquet", "jsonl"]
FORMATS: tuple[Format, ...] = get_args(Format)
STATUSES: tuple[Status, ...] = ("present", "absent", "uncertain")


def cohort_rows(
    hits: Sequence[Hit], notes: Sequence[str], *, identified: bool
) -> list[dict[str, Any]]:
    """One row a report: texts, metadata, finding ids by status, the user's note.

    Args:
        hits: The reports.
        notes: One for each.
        identified: Whether ids, dates and texts stay as they are; if not, reports are numbered.

    Returns:
        Rows that all have the same columns.
    """
    rows = []
    for number, (hit, note) in enumerate(zip(hits, notes, strict=True), 1):
        columns: dict[str, Any] = {"findings": hit.findings, "impression": hit.impression}
        columns |= {name: value for name, value in hit.metadata.items() if name not in columns}
        for status in STATUSES:
            columns[status] = sorted(n for n, value in hit.tags.items() if value == status)
        if identified:
            rows.append({"report_id": hit.report_id, **columns, "note": note})
        else:
            clean = deidentified(columns)
            rows.append({"number": number, **clean, "note": deidentify(note)})
    return _filled(rows)


def _filled(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = list(dict.fromkeys(name for row in rows for name in row))
    return [
        {name: row.get(name, "" if name in TEXT_FIELDS else None) for name in names} for row in rows
    ]


def encode(rows: Sequence[dict[str, Any]], form: Format) -> bytes:
    r"""Rows as a file's content.

    Args:
        rows: What `cohort_rows` gave.
        form: "csv", "parquet" or "jsonl".

    Returns:
        UTF-8 text, or Parquet. In CSV finding ids are joined by ";", and a text that a
        spreadsheet would run as a formula has an apostrophe before it.

    >>> encode([{"findings": "=1+1", "present": ["mass", "nodule"]}], "csv")
    b"findings,present\r\n'=1+1,mass;nodule\r\n"
    """
    if form == "jsonl":
        lines = [json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows]
        return "".join(lines).encode()
    if form == "parquet":
        return _parquet(rows)
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else ["report_id"])
    writer.writeheader()
    writer.writerows([{name: _cell(value) for name, value in row.items()} for row in rows])
    return out.getvalue().encode()


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        value = ";".join(value)
    return guard(value) if isinstance(value, str) else value


def _parquet(rows: Sequence[dict[str, Any]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(list(rows)), sink)
    return sink.getvalue()
