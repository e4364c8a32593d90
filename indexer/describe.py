"""What a report says, as the index's columns hold it: findings and their status."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any

from radsearch.report import BODY_FIELDS, Report

STATED = (
    "finding",
    "family",
    "presence",
    "certainty",
    "laterality",
    "location",
    "zone",
    "severity",
    "size_mm",
    "count",
    "density",
    "temporal",
    "start",
    "end",
)

REMEMBERED = 4_096
"""Texts whose findings are kept: two impressions in five are word for word those of others."""

_stated = attrgetter(*STATED)


@dataclass(frozen=True, slots=True)
class Description:
    """Extracted findings as rows of the schema's FINDING, and finding ids by status."""

    extracted: list[dict[str, Any]]
    present: list[str]
    absent: list[str]
    uncertain: list[str]


EMPTY = Description([], [], [], [])


def describe(report: Report) -> Description:
    """Findings of every body section, read by `radsearch.extract`.

    A finding stated more than once has one status: present before uncertain before absent, so
    that "no effusion on the left, small effusion on the right" counts as present.
    """
    rows: list[dict[str, Any]] = []
    stated: list[tuple[str, str]] = []
    for section in BODY_FIELDS:
        if text := getattr(report, section):
            found, words = _read(section, text)
            rows += found
            stated += words
    return Description(rows, *statuses(stated))


@lru_cache(maxsize=REMEMBERED)
def _read(
    section: str, text: str
) -> tuple[tuple[dict[str, Any], ...], tuple[tuple[str, str], ...]]:
    """The rows of a text, shared by all reports that have it, and each finding's status."""
    from radsearch.language.extract import placed  # the package's `extract` is a function

    findings = placed(text)
    rows: list[dict[str, Any]] = []
    for found, by in findings:
        row: dict[str, Any] = dict(zip(STATED, _stated(found), strict=True))
        row["start"] += by
        row["end"] += by
        row["section"] = section
        row["count"] = None if found.count is None else str(found.count)
        rows.append(row)
    return tuple(rows), tuple((found.finding, found.status) for found, _ in findings)


def statuses(stated: Iterable[tuple[str, str]]) -> tuple[list[str], list[str], list[str]]:
    """Ids that are present, absent, uncertain; each in one list only, sorted.

    >>> statuses([("nodule", "absent"), ("nodule", "present"), ("mass", "absent")])
    (['nodule'], ['mass'], [])
    """
    by_status: dict[str, set[str]] = {"present": set(), "absent": set(), "uncertain": set()}
    for finding, status in stated:
        by_status[status].add(finding)
    present = by_status["present"]
    uncertain = by_status["uncertain"] - present
    absent = by_status["absent"] - present - uncertain
    return sorted(present), sorted(absent), sorted(uncertain)
