"""Ordering suites: of two reports, the one with the polarity, side, grade or size asked for first.

Pairs come from the gold annotations of the authored corpus: two reports that state one finding and
differ in one attribute, each stated in the words annotated. Chance is 0.5.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np

from radsearch.searcher import Searcher

AXES = ("polarity", "laterality", "severity", "size")
SKIPPED = ("no_abnormality", "postoperative_change", "mass", "cyst", "calcification")

_EARLIER = re.compile(r"\b(?:from|previously|formerly|initially|was|prior|before)\W*$")


@dataclass(frozen=True, slots=True)
class OrderPair:
    """A query, the report that should come first, and the one behind it."""

    axis: str
    finding: str
    query: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class SuiteScore:
    """Pairs of one axis and how many were ordered as asked.

    Attributes:
        axis: One of `AXES`.
        total: Pairs.
        right: Pairs in the order asked for.
        wrong: The others, for reading.
    """

    axis: str
    total: int
    right: int
    wrong: tuple[OrderPair, ...] = ()


def make_pairs(
    rows: Iterable[Mapping[str, Any]], *, per_finding: int = 3, seed: int = 0
) -> list[OrderPair]:
    """Pairs for every axis, both ways round.

    Args:
        rows: Reports of the authored corpus.
        per_finding: Most pairs of reports for a finding and axis.
        seed: Of the choice of reports.

    Returns:
        Two entries a pair of reports, one for each query.
    """
    rng = np.random.default_rng(seed)
    values: dict[str, dict[str, dict[str, list[str]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    said: dict[tuple[str, str], str] = defaultdict(str)
    for row in rows:
        for finding, axis, value in _stated(row["annotations"]):
            values[finding][axis][value].append(row["id"])
        for item in row["annotations"]:
            said[row["id"], item["finding"]] += f" {item.get('quote', '').lower()}"
    pairs: list[OrderPair] = []
    for finding in sorted(values):
        name = finding.replace("_", " ")
        for axis, queries in _contrasts(name, values[finding]):
            groups = values[finding][axis]
            (one, query_one), (other, query_other) = queries
            left = list(rng.permutation(sorted(set(groups[one]))))
            right = list(rng.permutation(sorted(set(groups[other]))))
            for a, b in list(zip(left, right, strict=False))[:per_finding]:
                if axis == "size" and (
                    _measures(said[b, finding], one) or _measures(said[a, finding], other)
                ):
                    continue  # "thickened, 4.8 mm per wall, over 19 mm" answers either size
                pairs.append(OrderPair(axis, finding, query_one, str(a), str(b)))
                pairs.append(OrderPair(axis, finding, query_other, str(b), str(a)))
    return pairs


def _stated(annotations: Sequence[Mapping[str, Any]]) -> set[tuple[str, str, str]]:
    """Finding, axis and value for what a report states in one way only."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for item in annotations:
        finding = item["finding"]
        if finding in SKIPPED or item.get("certainty") not in (None, "definite"):
            continue
        resolved = item.get("temporal") == "resolved"
        presence = "absent" if resolved else item["presence"]
        qualified = presence == "absent" and any(
            item.get(name) for name in ("laterality", "severity", "size_mm", "density", "temporal")
        )
        found[finding, "polarity"].add("partly" if qualified else presence)
        if presence == "present":
            said = item.get("quote", "").lower()
            side, size = item.get("laterality") or "", item.get("size_mm")
            # a side or a size taken from another sentence is the gold's reading, not the report's
            found[finding, "laterality"].add(side if side in said else "")
            found[finding, "severity"].add(item.get("severity") or "")
            stated = size is not None and _says(said, size)
            found[finding, "size"].add(f"{size:g}" if stated else "")
    return {
        (finding, axis, next(iter(values)))
        for (finding, axis), values in found.items()
        if len(values) == 1 and "" not in values and "partly" not in values
    }


def _says(text: str, size: float) -> bool:
    """Whether a text holds the number of a size in millimetres or centimetres.

    >>> _says("4.8 cm wide", 48), _says("148 mm", 48)
    (True, False)
    """
    numbers = (f"{size:g}", f"{size / 10:g}")
    return any(re.search(rf"(?<![\d.]){re.escape(n)}(?![\d.]*\d)", text) for n in numbers)


def _measures(text: str, size: str) -> bool:
    """Whether a text gives a size, with its unit, as the present one.

    >>> _measures("19 x 14 mm", "19"), _measures("4 cm", "40"), _measures("4 mm", "40")
    (True, True, False)
    >>> _measures("18 mm, previously 46 mm", "46")
    False
    """
    ways = ((re.escape(size), "mm"), (re.escape(f"{float(size) / 10:g}"), "cm"))
    found = (
        _EARLIER.search(text[: match.start()]) is None
        for number, unit in ways
        for match in re.finditer(rf"(?<![\d.]){number}(?:\s*x\s*[\d.]+)*\s*{unit}\b", text)
    )
    return any(found)


Side = tuple[str, str]


def _contrasts(
    name: str, values: Mapping[str, Mapping[str, list[str]]]
) -> list[tuple[str, tuple[Side, Side]]]:
    out: list[tuple[str, tuple[Side, Side]]] = []
    for axis, (one, query_one), (other, query_other) in (
        ("polarity", ("present", name), ("absent", f"no {name}")),
        ("laterality", ("left", f"left {name}"), ("right", f"right {name}")),
        ("severity", ("mild", f"mild {name}"), ("severe", f"severe {name}")),
        ("severity", ("trace", f"trace {name}"), ("moderate", f"moderate {name}")),
    ):
        if values.get(axis, {}).get(one) and values[axis].get(other):
            out.append((axis, ((one, query_one), (other, query_other))))
    sizes = sorted(values.get("size", {}), key=float)
    half = len(sizes) // 2
    for small, large in zip_longest(sizes[:half], sizes[half : 2 * half]):
        if large is not None and float(large) >= 2 * float(small):
            queries = ((small, f"{small} mm {name}"), (large, f"{large} mm {name}"))
            out.append(("size", queries))
    return out


def measure_order(searcher: Searcher, pairs: Sequence[OrderPair]) -> list[SuiteScore]:
    """Search the whole report in hybrid mode, among the two reports of each pair.

    Args:
        searcher: An index of the authored corpus.
        pairs: From `make_pairs`.

    Returns:
        One score an axis that has pairs.
    """
    wrong: dict[str, list[OrderPair]] = defaultdict(list)
    total: dict[str, int] = defaultdict(int)
    for pair in pairs:
        ids = f"report_id in ('{pair.first}', '{pair.second}')"
        hits = searcher.query(pair.query, k=2, section="report", where=ids)
        total[pair.axis] += 1
        if not hits or hits[0].report_id != pair.first:
            wrong[pair.axis].append(pair)
    return [
        SuiteScore(axis, total[axis], total[axis] - len(wrong[axis]), tuple(wrong[axis]))
        for axis in AXES
        if total[axis]
    ]
