"""All studies of one patient in time order, and which findings came and went."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from radsearch.hit import Hit
from radsearch.lookup import position, read_hits
from radsearch.records import report_record
from radsearch.store.protocol import Store

if TYPE_CHECKING:
    from radsearch.searcher import Searcher

Relation = Literal["earlier", "this", "same day", "later", "undated"]

BLOCK = 8192
COLUMN = "patient_id"


@dataclass(frozen=True, slots=True)
class Study:
    """One study of a patient beside the report that was asked about.

    Attributes:
        hit: The report, score 0.
        when: Its day; None if not stated.
        relation: When it was, seen from the report asked about.
        since: Id of the last study before it of the same body part; "" if there is none.
        appeared: Findings present here and not in `since`; empty without one.
        gone: Findings present in `since` and denied here; one that is not mentioned is not gone.
    """

    hit: Hit
    when: date | None
    relation: Relation
    since: str = ""
    appeared: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


class Patients:
    """Which reports are of the same patient; read once an opened index."""

    def __init__(self, store: Store) -> None:
        known: dict[str, int] = {"": 0}
        codes: list[int] = []
        n = len(store.ids)
        for start in range(0, n if COLUMN in store.columns() else 0, BLOCK):
            for row in store.rows(np.arange(start, min(start + BLOCK, n)), [COLUMN]):
                codes.append(known.setdefault(row[COLUMN] or "", len(known)))
        self._codes = np.array(codes or [0] * n, np.int32)
        self._order = np.argsort(self._codes, kind="stable")
        self._starts = np.searchsorted(self._codes[self._order], np.arange(len(known) + 1))

    def studies(self, at: int) -> NDArray[np.int64]:
        """Positions of all reports of the patient of report `at`, itself among them, ascending.

        Args:
            at: Position of a report.

        Returns:
            Only `at` where the report states no patient.
        """
        code = int(self._codes[at])
        if code == 0:
            return np.array([at], np.int64)
        return np.asarray(self._order[self._starts[code] : self._starts[code + 1]], np.int64)

    def __len__(self) -> int:
        """Patients that are stated."""
        return len(self._starts) - 2


def timeline(searcher: "Searcher", report_id: str) -> list[Study]:
    """All studies of a report's patient, the oldest first, undated ones last.

    Args:
        searcher: The opened index.
        report_id: One of the studies; an unknown id is a QueryError.

    Returns:
        The report itself among them; alone if it states no patient.
    """
    at = searcher.patients.studies(position(searcher, report_id))
    hits = read_hits(searcher, [searcher.store.ids[int(place)] for place in at])
    return in_order(hits, report_id)


def in_order(hits: list[Hit], report_id: str) -> list[Study]:
    """Reports of one patient in time order, each beside the one before.

    Args:
        hits: The patient's reports.
        report_id: The one that was asked about; it must be among them.

    Returns:
        The oldest first, equal days by id, undated ones last.

    >>> old = Hit("a", 1, 0.0, metadata={"study_date": date(2024, 1, 1)}, tags={"mass": "present"})
    >>> new = Hit("b", 1, 0.0, metadata={"study_date": date(2024, 5, 1)}, tags={"mass": "absent"})
    >>> [(study.hit.report_id, study.relation, study.gone) for study in in_order([new, old], "b")]
    [('a', 'earlier', ()), ('b', 'this', ('mass',))]
    """
    own = next(_day(hit) for hit in hits if hit.report_id == report_id)
    ordered = sorted(hits, key=lambda hit: (_day(hit) or date.max, hit.report_id))
    out: list[Study] = []
    last: dict[str, Hit] = {}
    for hit in ordered:
        when = _day(hit)
        relation: Relation = "this" if hit.report_id == report_id else _relation(when, own)
        part = str(hit.metadata.get("body_part") or "")
        before = last.get(part)
        if before is None or when is None:
            out.append(Study(hit, when, relation))
        else:
            out.append(
                Study(hit, when, relation, before.report_id, _came(before, hit), _went(before, hit))
            )
        last[part] = hit
    return out


def priors(searcher: "Searcher", report_id: str) -> list[Hit]:
    """The patient's earlier studies, the latest first.

    Args:
        searcher: The opened index.
        report_id: An unknown id is a QueryError.

    Returns:
        None of them where the report states no patient or no day.
    """
    earlier = [study for study in timeline(searcher, report_id) if study.relation == "earlier"]
    return [study.hit for study in reversed(earlier)]


def study_record(study: Study) -> Mapping[str, Any]:
    """A study as plain values, for JSON."""
    return {
        "report": dict(report_record(study.hit)),
        "relation": study.relation,
        "since": study.since,
        "appeared": list(study.appeared),
        "gone": list(study.gone),
    }


def _day(hit: Hit) -> date | None:
    day = hit.metadata.get("study_date")
    return day if isinstance(day, date) else None


def _relation(when: date | None, own: date | None) -> Relation:
    if when is None or own is None:
        return "undated"
    return "earlier" if when < own else "later" if when > own else "same day"


def _came(before: Hit, hit: Hit) -> tuple[str, ...]:
    here = (name for name, status in hit.tags.items() if status == "present")
    return tuple(sorted(name for name in here if before.tags.get(name) != "present"))


def _went(before: Hit, hit: Hit) -> tuple[str, ...]:
    there = (name for name, status in before.tags.items() if status == "present")
    return tuple(sorted(name for name in there if hit.tags.get(name) == "absent"))
