"""Whole reports of an index by their id."""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from radsearch.errors import QueryError
from radsearch.hit import Hit, Hits
from radsearch.report import TEXT_FIELDS
from radsearch.searcher import Searcher

HIDDEN = ("content_hash", "year", *TEXT_FIELDS)


def position(searcher: Searcher, report_id: str) -> int:
    """Where a report stands in the index.

    Args:
        searcher: The opened index.
        report_id: Its id.

    Returns:
        Its position.

    Raises:
        QueryError: If the index has no such report.
    """
    ids = searcher.store.ids
    at = bisect_left(ids, report_id)
    if at == len(ids) or ids[at] != report_id:
        raise QueryError(f"the index has no report with id {report_id!r}")
    return at


def read_hits(searcher: Searcher, report_ids: Sequence[str]) -> list[Hit]:
    """Reports as hits that nobody asked for: texts, metadata and tags, score 0.

    Args:
        searcher: The opened index.
        report_ids: Ids; an unknown one is a QueryError.

    Returns:
        In the order asked for.
    """
    from radsearch.search.fusion import Ranked
    from radsearch.search.hits import make_hits
    from radsearch.search.reading import Reading

    at = np.array([position(searcher, report_id) for report_id in report_ids], np.int64)
    if not len(at):
        return []
    ranked = Ranked(at, np.zeros(len(at), np.float32), {})
    return make_hits(searcher.store, ranked, Reading(""), explain=False)


def more_like(searcher: Searcher, report_id: str, k: int = 10, *, where: str | None = None) -> Hits:
    """The reports nearest to one of the index, itself left out.

    Args:
        searcher: The opened index.
        report_id: Its id; an unknown one is a QueryError.
        k: How many reports.
        where: Filter; it comes before ranking.

    Returns:
        Hits by its findings against the others' findings; by its impression if it has no findings.
    """
    report = read_hits(searcher, [report_id])[0]
    text = report.findings or report.impression or body(report)
    section = "findings" if report.findings else "impression" if report.impression else "report"
    kind = "impression" if section == "impression" else "findings"
    found = searcher.query(
        text, k + 1, section=section, kind=kind, where=where,  # type: ignore[arg-type]
    )  # fmt: skip
    others = [hit for hit in found if hit.report_id != report_id][:k]
    inside = len(others) < len(found)
    return Hits(others, n_matching=found.n_matching - inside, exact=found.exact, notes=found.notes)


def body(hit: Hit) -> str:
    """All texts of a hit that say what the study showed."""
    names = ("combined", "unlabelled", "addendum")
    texts = (hit.findings, hit.impression, *(str(hit.metadata.get(name, "")) for name in names))
    return "\n\n".join(filter(None, texts))
