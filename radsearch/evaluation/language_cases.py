"""Extraction on the language cases of a `cases.jsonl`: polarity and side of each finding record."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from radsearch.language import Finding, extract

_IDS = {
    "opacity": ("airspace_opacity", "consolidation", "ground_glass_opacity", "atelectasis"),
    "nodule": ("pulmonary_nodule",),
    "mass": ("pulmonary_mass", "mass"),
    "aneurysm": ("aortic_aneurysm", "cerebral_aneurysm"),
    "prior cholecystectomy": ("cholecystectomy", "postoperative_change"),
    "COPD": ("copd", "hyperinflation", "emphysema"),
    "calcified granuloma": ("granuloma",),
}


@dataclass(frozen=True, slots=True)
class CaseScore:
    """Records right in polarity and side, records in all, and the ids of the cases that fail."""

    right: int
    total: int
    failed: tuple[str, ...]


def score_cases(path: Path) -> CaseScore:
    """Score of `extract` on every case that lists findings.

    A record is right if an extracted record of that finding has the polarity and the side; a
    finding that must not be present and is counts as one more record, wrong.

    Args:
        path: A JSON-lines file of cases.

    Returns:
        The score.
    """
    right = total = 0
    failed: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        wanted = case["expected"].get("findings")
        if not isinstance(wanted, list):
            continue
        found = extract(case["text"])
        before = total - right
        used: set[int] = set()
        for record in wanted:
            total += 1
            right += _take(record, found, used)
        for name in case["expected"].get("must_not_be_present", []):
            total += 1
            right += not any(f.finding in _ids(name) and f.status == "present" for f in found)
        if total - right > before:
            failed.append(case["id"])
    return CaseScore(right, total, tuple(failed))


def _take(record: Mapping[str, Any], found: Sequence[Finding], used: set[int]) -> bool:
    ids = _ids(record["finding"])
    for number, finding in enumerate(found):
        if number in used or finding.finding not in ids:
            continue
        if _polarity(record, finding) and finding.laterality in _any(record["laterality"]):
            used.add(number)
            return True
    return False


def _polarity(record: Mapping[str, Any], finding: Finding) -> bool:
    wanted = _any(record["polarity"])
    hedged = record["certainty"] == "possible" and finding.status == "uncertain"
    return finding.status in wanted or ("present" in wanted and hedged)


def _any(value: Any) -> tuple[Any, ...]:
    return tuple(value["any"]) if isinstance(value, dict) else (value,)


def _ids(name: str) -> tuple[str, ...]:
    """Finding ids that a case's plain name may stand for."""
    if name in _IDS:
        return _IDS[name]
    read = extract(name)
    return (name.replace(" ", "_"), *(finding.finding for finding in read))
