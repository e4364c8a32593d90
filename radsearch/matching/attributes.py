"""In which attributes two matched findings differ, and how much each difference matters."""

from collections.abc import Callable
from dataclasses import dataclass

from radsearch.language import agreement as axes
from radsearch.language.finding import Finding
from radsearch.matching.record import Kind

IMPRECISE = 0.8  # relatedness from which another name says the same
ACTIONABLE = 0.5  # of a kind's share from which a difference could change what is done


@dataclass(frozen=True, slots=True)
class Difference:
    """Two values that differ; share in (0, 1] = how far, 1 = as bad as a missing finding."""

    kind: Kind
    reference: str
    candidate: str
    share: float


@dataclass(frozen=True, slots=True)
class _Axis:
    kind: Kind
    name: str
    agreement: Callable[..., float]
    least: float  # share of the smallest difference
    scale: float  # share at agreement 0, less the least
    slack: float  # agreement from which the two count as the same


def _temporal(a: str, b: str) -> float:
    return 1.0 if {a, b} <= {"stable", "chronic"} else axes.temporal_agreement(a, b)


def _zone(a: str, b: str) -> float:
    if {a, b} <= {"lower", "basal"} or {a, b} <= {"apical", "upper"}:
        return 1.0
    return axes.step_agreement(axes.ZONE, a, b)


_AXES = (
    _Axis("laterality", "laterality", axes.laterality_agreement, 0.2, 0.8, 0.99),
    _Axis("location", "location", axes.location_agreement, 0.2, 0.6, 0.7),
    _Axis("location", "zone", _zone, 0.3, 0.5, 0.99),
    _Axis("severity", "severity", axes.severity_agreement, 0.3, 0.6, 0.99),
    _Axis("morphology", "density", axes.density_agreement, 0.3, 0.4, 0.99),
    _Axis("temporal", "temporal", _temporal, 0.35, 0.6, 0.99),
)


def differences(reference: Finding, candidate: Finding) -> list[Difference]:
    """Differences of two findings that speak of the same thing; what one leaves open is none.

    Args:
        reference: What should be said.
        candidate: What is said.

    Returns:
        One record an attribute that both state and that differs.

    >>> left = Finding("nodule", "lung/nodule", laterality="left", size_mm=8.0)
    >>> right = Finding("nodule", "lung/nodule", laterality="right")
    >>> differences(left, right)
    [Difference(kind='laterality', reference='left', candidate='right', share=1.0)]
    """
    found: list[Difference] = []
    related = axes.finding_agreement(reference, candidate)
    if related < IMPRECISE:
        names = _plain(reference.finding), _plain(candidate.finding)
        found.append(Difference("morphology", *names, 1.0 - related))
    for axis in _AXES:
        if axis.name == "location" and related < 1.0 and not _comparable(reference, candidate):
            continue
        one, other = getattr(reference, axis.name), getattr(candidate, axis.name)
        if one is None or other is None:
            continue
        agreed = axis.agreement(one, other)
        if agreed < axis.slack:
            share = axis.least + axis.scale * (1.0 - agreed)
            found.append(Difference(axis.kind, _plain(one), _plain(other), share))
    found += [*_measurement(reference, candidate), *_count(reference, candidate)]
    found += _certainty(reference, candidate)
    return found


def _comparable(a: Finding, b: Finding) -> bool:
    """Whether both sites are lobes or vertebrae, and not merely the names' own organs."""
    sites = a.location or "", b.location or ""
    return all(site in axes.LOBES or axes.vertebra(site) is not None for site in sites)


def _plain(value: object) -> str:
    return str(value).replace("_", " ")


def _measurement(a: Finding, b: Finding) -> list[Difference]:
    if a.size_mm is None or b.size_mm is None:
        return []
    ratio = axes.ratio_agreement(a.size_mm, b.size_mm, axes.SIZE_RATIO)
    if ratio > 0.985:  # measured: 49 mm against 50 mm is rounding
        return []
    larger = b.size_mm > a.size_mm
    share = min(1.0, 0.1 + 1.4 * (1.0 - ratio) + 0.05 * larger)
    return [Difference("measurement", f"{a.size_mm:g} mm", f"{b.size_mm:g} mm", share)]


def _count(a: Finding, b: Finding) -> list[Difference]:
    if a.count is None or b.count is None:
        return []
    one, other = axes.count_value(a.count), axes.count_value(b.count)
    vague = isinstance(a.count, str) or isinstance(b.count, str)
    if one == other or (vague and min(one, other) >= 2):
        return []
    share = 0.4 + 0.5 * (1.0 - axes.ratio_agreement(one, other, axes.COUNT_RATIO))
    return [Difference("count", _plain(a.count), _plain(b.count), share)]


def _certainty(a: Finding, b: Finding) -> list[Difference]:
    if a.presence != b.presence or a.certainty == b.certainty:
        return []
    if {a.certainty, b.certainty} == {"definite", "probable"}:
        share = 0.1
    else:
        share = 0.5 if "definite" in (a.certainty, b.certainty) else 0.3
    return [Difference("certainty", a.certainty, b.certainty, share)]
