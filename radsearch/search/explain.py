"""Why a report was found: each finding of the query beside the one that answers it best."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from radsearch.hit import Match
from radsearch.language.agreement import finding_agreement
from radsearch.language.finding import Finding
from radsearch.language.radsim import Similarity, radsim

RELATED = 0.5
"""Findings less related than this do not answer each other: same family is 0.6."""

UNSTATED = 0.5
"""What an attribute that the query asks for counts where the report says nothing of it."""


def to_finding(item: Mapping[str, Any]) -> Finding:
    """A finding as the index stores it, as a record."""
    count = item.get("count")
    if isinstance(count, str) and count.replace(".", "", 1).isdigit():
        count = int(float(count))
    return Finding(
        finding=item["finding"],
        family=item["family"] or "",
        presence=item["presence"],
        certainty=item["certainty"] or "definite",
        laterality=item["laterality"],
        location=item["location"],
        zone=item["zone"],
        severity=item["severity"],
        size_mm=item["size_mm"],
        count=count or None,
        density=item["density"],
        temporal=item["temporal"],
        start=item["start"] or 0,
        end=item["end"] or 0,
    )


def matches(asked: Sequence[Finding], extracted: Iterable[Mapping[str, Any]]) -> tuple[Match, ...]:
    """Per finding of the query the report's best answer, contradicted ones first.

    Args:
        asked: Findings of the query.
        extracted: The report's, as the index stores them.

    Returns:
        As many as `asked`; `found` is None where the report says nothing of it.
    """
    have = [(to_finding(item), item["section"]) for item in extracted]
    found = [_best(query, have) for query in asked]
    return tuple(sorted(found, key=lambda match: not match.contradictions))


def _best(query: Finding, have: Sequence[tuple[Finding, str]]) -> Match:
    best, best_rank = Match(query, None), (-1.0, -1.0)
    for finding, section in have:
        related = finding_agreement(query, finding)
        if related < RELATED:
            continue
        similarity = radsim(query, finding)
        rank = (related, _fit(query, similarity))
        if rank > best_rank:
            agreement = {name: part.agreement for name, part in similarity.parts.items()}
            best_rank = rank
            best = Match(
                query, finding, section, similarity.score, agreement, similarity.contradictions
            )
    return best


def _fit(query: Finding, similarity: Similarity) -> float:
    """Score in which an attribute asked for and not stated counts half: silence is no proof."""
    asked = [
        name
        for name in ("laterality", "location", "zone", "severity", "density", "temporal")
        if getattr(query, name)
    ]
    asked += ["size"] * (query.size_mm is not None) + ["count"] * (query.count is not None)
    missing = sum(name not in similarity.parts for name in asked)
    stated = len(similarity.parts)
    return (similarity.score * stated + UNSTATED * missing) / (stated + missing)
