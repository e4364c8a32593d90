"""Contrast suites: does an encoder's cosine follow one attribute at a time?

The suites stand in `data/suites`, written apart from the training templates. Four questions: is the
nearer of two values nearer (ordering, location); does the cosine follow a graded agreement of
several attributes (joint); does the right side stay nearer when another attribute changes as well
(laterality); does a rewording beat a near-copy with one attribute wrong (rewording).
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Kind, Vectors

Rows = Sequence[Mapping[str, Any]]
_Floats = NDArray[np.float64]


class Embeds(Protocol):
    """What the suites ask of an encoder, or of one in training."""

    def embed(self, texts: Sequence[str], kind: Kind = "findings", /) -> Vectors:
        """Unit vectors, (n, dim)."""


@dataclass(frozen=True, slots=True)
class ContrastScores:
    """What the suites found; every number is a mean over its rows.

    Attributes:
        ordering: Axis -> share of pairs of values in the right order.
        location: The same for ladders of places alone.
        joint: Spearman's correlation of cosine and graded agreement, mean over the sentences.
        laterality: Changed attribute -> mean advantage in cosine of the right side.
        rewording: Axis -> share of rewordings that beat the near-copy.
    """

    ordering: Mapping[str, float]
    location: float
    joint: float
    laterality: Mapping[str, float]
    rewording: Mapping[str, float]


def read_suite(path: Path) -> list[dict[str, Any]]:
    """The rows of one suite."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def ranks(values: Iterable[float]) -> _Floats:
    """Ranks from 1, equal values sharing their mean rank.

    >>> ranks([0.5, 0.1, 0.5]).tolist()
    [2.5, 1.0, 2.5]
    """
    array = np.asarray(list(values), dtype=np.float64)
    below = (array[None, :] < array[:, None]).sum(1)
    equal = (array[None, :] == array[:, None]).sum(1)
    result: _Floats = below + (equal + 1) / 2
    return result


def spearman(left: Sequence[float], right: Sequence[float]) -> float:
    """Spearman's rank correlation; 0 where one side is constant.

    >>> spearman([1, 2, 3], [10, 30, 20])
    0.5
    """
    a, b = ranks(left), ranks(right)
    if a.std() == 0 or b.std() == 0:
        return 0.0
    return round(float(np.corrcoef(a, b)[0, 1]), 12)


def ordering(rows: Rows, encoder: Embeds) -> dict[str, float]:
    """Axis -> share of pairs of a ladder whose nearer value has the higher cosine to the anchor."""
    right: dict[str, list[float]] = defaultdict(list)
    for row, cosines in zip(rows, row_cosines(rows, "ladder", encoder), strict=True):
        others = cosines[1:]  # the first is the anchor itself
        pairs = [a > b for i, a in enumerate(others) for b in others[i + 1 :]]
        right[row["axis"]] += [float(x) for x in pairs]
    return _means(right)


def joint(rows: Rows, encoder: Embeds) -> float:
    """Mean over the sentences of the rank correlation of cosine and target."""
    groups: dict[str, list[tuple[float, float]]] = defaultdict(list)
    left = encoder.embed([row["left"] for row in rows], "sentence")
    right = encoder.embed([row["right"] for row in rows], "sentence")
    for row, cosine in zip(rows, (left * right).sum(1), strict=True):
        groups[str(row["group"])].append((float(cosine), float(row["score"])))
    values = [spearman([c for c, _ in g], [s for _, s in g]) for g in groups.values()]
    return float(np.mean(values))


def laterality(rows: Rows, encoder: Embeds) -> dict[str, float]:
    """Changed attribute -> mean cosine with the right side minus that with the other side."""
    gain: dict[str, list[float]] = defaultdict(list)
    texts = [{**row, "all": [row["same_side"], row["other_side"]]} for row in rows]
    for row, (same, other) in zip(texts, row_cosines(texts, "all", encoder), strict=True):
        gain[row["axis"]].append(same - other)
    return _means(gain)


def rewording(rows: Rows, encoder: Embeds) -> dict[str, float]:
    """Axis -> share of rewordings with a higher cosine to the anchor than the near-copy."""
    right: dict[str, list[float]] = defaultdict(list)
    texts = [{**row, "all": [row["rewording"], row["copy"]]} for row in rows]
    for row, (same, copy) in zip(texts, row_cosines(texts, "all", encoder), strict=True):
        right[row["axis"]].append(float(same > copy))
    return _means(right)


def measure_contrasts(encoder: Embeds, folder: Path) -> ContrastScores:
    """All suites of a folder."""
    return ContrastScores(
        ordering=ordering(read_suite(folder / "ordering.jsonl"), encoder),
        location=ordering(read_suite(folder / "location.jsonl"), encoder)["location"],
        joint=joint(read_suite(folder / "joint.jsonl"), encoder),
        laterality=laterality(read_suite(folder / "laterality.jsonl"), encoder),
        rewording=rewording(read_suite(folder / "rewording.jsonl"), encoder),
    )


def row_cosines(rows: Rows, column: str, encoder: Embeds) -> list[list[float]]:
    """Of each row: the cosine of its anchor with each text of a column."""
    texts = [text for row in rows for text in row[column]]
    anchors = encoder.embed([row["anchor"] for row in rows], "sentence")
    vectors = iter(encoder.embed(texts, "sentence"))
    return [
        [float(anchor @ next(vectors)) for _ in row[column]]
        for row, anchor in zip(rows, anchors, strict=True)
    ]


def _means(values: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {name: float(np.mean(found)) for name, found in values.items()}
