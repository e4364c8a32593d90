"""Values behind the figures of the contrast suites, one a row, for intervals and heat maps."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder
from radsearch.evaluation.bootstrap import mean_interval
from radsearch.evaluation.contrasts import read_suite, row_cosines

CERTAINTY = ("definite", "probable", "possible")
SEVERITY = ("mild", "moderate", "severe")


@dataclass(frozen=True, slots=True)
class Bar:
    """A mean with its 95 % bootstrap interval over the suite's rows."""

    mean: float
    low: float
    high: float
    rows: int


def ordering_bars(folder: Path, encoder: Encoder) -> dict[str, Bar]:
    """Axis -> share of pairs of values in the right order."""
    rows = read_suite(folder / "ordering.jsonl")
    found: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for row, values in zip(rows, row_cosines(rows, "ladder", encoder), strict=True):
        others = values[1:]
        found[row["axis"]] += [
            (float(a > b), row["id"]) for i, a in enumerate(others) for b in others[i + 1 :]
        ]
    return {axis: _bar(values) for axis, values in found.items()}


def laterality_bars(folder: Path, encoder: Encoder) -> dict[str, Bar]:
    """Changed attribute -> cosine with the right side less that with the wrong one."""
    rows = read_suite(folder / "laterality.jsonl")
    texts = [{**row, "all": [row["same_side"], row["other_side"]]} for row in rows]
    found: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for row, (same, other) in zip(texts, row_cosines(texts, "all", encoder), strict=True):
        found[row["axis"]].append((same - other, row["id"]))
    return {axis: _bar(values) for axis, values in found.items()}


def location_curve(folder: Path, encoder: Encoder) -> list[Bar]:
    """Cosine to the anchor by distance on the ladder, 0 = the same place."""
    rows = read_suite(folder / "location.jsonl")
    steps: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for row, values in zip(rows, row_cosines(rows, "ladder", encoder), strict=True):
        for step, value in enumerate(values):
            steps[step].append((value, row["id"]))
    return [_bar(steps[step]) for step in sorted(steps)]


def joint_map(folder: Path, encoder: Encoder | None) -> NDArray[np.float64]:
    """Mean cosine (3, 3) of certainty by severity; the target score where no encoder is given."""
    rows = read_suite(folder / "joint.jsonl")
    scores = np.array([float(row["score"]) for row in rows])
    if encoder is not None:
        left = encoder.embed([row["left"] for row in rows], "sentence")
        right = encoder.embed([row["right"] for row in rows], "sentence")
        scores = (left * right).sum(1).astype(np.float64)
    total, count = np.zeros((3, 3)), np.zeros((3, 3))
    for row, score in zip(rows, scores, strict=True):
        place = _level(row["right"], CERTAINTY), _level(row["right"], SEVERITY)
        total[place] += score
        count[place] += 1
    return np.asarray(total / np.maximum(count, 1), np.float64)


def _level(text: str, values: Sequence[str]) -> int:
    """Which of the values a text states.

    >>> _level("Probable mild gliosis.", CERTAINTY)
    1
    """
    words = re.findall(r"[a-z]+", text.lower())
    return next(n for n, value in enumerate(values) if value in words)


def _bar(values: Sequence[tuple[float, str]]) -> Bar:
    numbers = np.array([value for value, _ in values])
    low, high = mean_interval(numbers, clusters=[row for _, row in values])
    return Bar(float(numbers.mean()), low, high, len({row for _, row in values}))


def table(title: str, columns: Mapping[str, Mapping[str, Bar]]) -> str:
    """A Markdown table of bars: one row a name, one column an encoder.

    >>> print(table("axis", {"ours": {"side": Bar(0.5, 0.4, 0.6, 3)}}))
    | axis | rows | ours |
    |---|--:|--:|
    | side | 3 | 0.500 [0.400, 0.600] |
    """
    first = next(iter(columns.values()))
    head = [
        f"| {title} | rows | " + " | ".join(columns) + " |",
        "|---|--:|" + "--:|" * len(columns),
    ]
    for name, bar in first.items():
        cells = (column[name] for column in columns.values())
        shown = " | ".join(f"{c.mean:.3f} [{c.low:.3f}, {c.high:.3f}]" for c in cells)
        head.append(f"| {name} | {bar.rows} | {shown} |")
    return "\n".join(head)
