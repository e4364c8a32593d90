"""All reports of a selection as JSON lines, a block at a time."""

import json
from collections.abc import Iterator

import numpy as np

from radsearch.cohort_export import cohort_rows
from radsearch.lookup import read_hits
from radsearch.records import report_record
from radsearch.search.selection import Selection
from radsearch.searcher import Searcher

BLOCK = 500


def export_lines(searcher: Searcher, selection: Selection, *, identified: bool) -> Iterator[str]:
    """One JSON object a report, ascending id.

    Args:
        searcher: The opened index.
        selection: Which reports.
        identified: Whether ids, dates and texts stay; if not, reports are numbered.

    Yields:
        Lines.
    """
    found = selection.positions
    positions = np.arange(selection.n) if found is None else found
    for start in range(0, len(positions), BLOCK):
        ids = [searcher.store.ids[int(at)] for at in positions[start : start + BLOCK]]
        hits = read_hits(searcher, ids)
        if identified:
            rows = [dict(report_record(hit)) for hit in hits]
        else:
            rows = cohort_rows(hits, [""] * len(hits), identified=False)
            for number, row in enumerate(rows, start + 1):
                row["number"] = number
                del row["note"]
        yield "".join(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows)
