"""Ranked positions to hits: texts, metadata, tags, highlights, reasons."""

from collections.abc import Sequence
from typing import Any, cast

from radsearch.hit import Hit, Leg, Status
from radsearch.language.sentence import split_sentences
from radsearch.search.explain import matches
from radsearch.search.fusion import Ranked
from radsearch.search.highlight import merge, term_spans
from radsearch.search.reading import Reading
from radsearch.search.relevance import Relevance
from radsearch.store.protocol import Store
from radsearch.store.schema import DISPUTED, STATUS_COLUMNS, TEXT_COLUMNS

HIDDEN = {"report_id", "year", "content_hash", "windowed", "extracted", *STATUS_COLUMNS}
HIDDEN |= {"findings", "impression"}


def make_hits(
    store: Store,
    ranked: Ranked,
    reading: Reading,
    *,
    explain: bool,
    sentences: dict[int, tuple[str, int]] | None = None,
    model: Relevance | None = None,
) -> list[Hit]:
    """The hits of one query.

    Args:
        store: Read for the reports found, and only for them.
        ranked: Positions in order.
        reading: What was asked, for highlights and reasons.
        explain: Whether to compare finding by finding.
        sentences: With section="sentence": section and number of the best sentence by position.
        model: Gives the chance that a hit is relevant; None = not known.

    Returns:
        One a position, best first.
    """
    metadata = [name for name, kind in store.columns().items() if kind != "tags"]
    metadata = [name for name in metadata if name not in HIDDEN]
    columns = list(dict.fromkeys(["report_id", *TEXT_COLUMNS, *metadata, *STATUS_COLUMNS]))
    if DISPUTED in store.columns():  # an older index has no such column
        columns.append(DISPUTED)
    if explain:
        columns.append("extracted")
    rows = store.rows(ranked.positions, columns)
    hits = []
    for rank, (position, score, row) in enumerate(
        zip(ranked.positions.tolist(), ranked.scores.tolist(), rows, strict=True), 1
    ):
        legs = {name: places.get(position, Leg()) for name, places in ranked.legs.items()}
        found = matches(reading.findings, row["extracted"]) if explain else ()
        hits.append(
            Hit(
                report_id=row["report_id"],
                rank=rank,
                score=round(score, 6),
                legs=legs,
                findings=row["findings"],
                impression=row["impression"],
                metadata={name: row[name] for name in metadata if row[name] not in ("", None)},
                tags=_tags(row),
                disputed=tuple(row.get(DISPUTED) or ()),
                matches=found,
                spans=_spans(row, reading.terms, found),
                sentence=_sentence(row, (sentences or {}).get(position)),
                probability=model.chance(legs) if model is not None else None,
            )
        )
    return hits


def _tags(row: dict[str, Any]) -> dict[str, Status]:
    return {
        name: cast(Status, status) for status in reversed(STATUS_COLUMNS) for name in row[status]
    }


def _spans(row: dict[str, Any], terms: Sequence[str], found: Sequence[Any]) -> tuple[Any, ...]:
    from radsearch.hit import Span

    spans = [
        Span(
            match.section,
            match.found.start,
            match.found.end,
            "contradiction" if match.contradictions else "match",
        )
        for match in found
        if match.found is not None and match.found.end > match.found.start
    ]
    for section in ("findings", "impression"):
        spans += term_spans(section, row[section], terms)
    return merge(spans) if found else tuple(spans)  # words alone: in order and apart already


def _sentence(row: dict[str, Any], place: tuple[str, int] | None) -> str:
    if place is None:
        return ""
    section, number = place
    cut = split_sentences(row.get(section) or "")
    return cut[number].text if number < len(cut) else ""
