"""Hits, findings and comparisons as plain values, for JSON."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from radsearch.hit import Hit
from radsearch.language.finding import Finding


def finding_record(finding: Finding) -> dict[str, Any]:
    """A finding without the attributes that were not stated.

    >>> finding_record(Finding("mass", "lung/nodule", laterality="left"))["laterality"]
    'left'
    >>> "severity" in finding_record(Finding("mass", "lung/nodule"))
    False
    """
    stated = asdict(finding).items()
    kept = {name: value for name, value in stated if value not in (None, "", ())}
    return kept | {"start": finding.start, "end": finding.end}


def hit_record(hit: Hit) -> dict[str, Any]:
    """A hit with its findings by `finding_record`; the matches' agreement rounded."""
    record = asdict(hit)
    record["metadata"] = {name: _plain(value) for name, value in hit.metadata.items()}
    record["matches"] = [
        {
            "query": finding_record(match.query),
            "found": finding_record(match.found) if match.found else None,
            "section": match.section,
            "score": round(match.score, 4),
            "agreement": {name: round(value, 4) for name, value in match.agreement.items()},
            "contradictions": list(match.contradictions),
        }
        for match in hit.matches
    ]
    return record


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def report_record(hit: Hit) -> Mapping[str, Any]:
    """A report without anything of a search: texts, metadata, finding ids by status."""
    record: dict[str, Any] = {
        "report_id": hit.report_id, "findings": hit.findings, "impression": hit.impression,
    }  # fmt: skip
    record |= {name: _plain(value) for name, value in hit.metadata.items() if name not in record}
    for status in ("present", "absent", "uncertain"):
        record[status] = sorted(name for name, value in hit.tags.items() if value == status)
    record["disputed"] = list(hit.disputed)
    return record
