import json
import re
from pathlib import Path

import numpy as np
import pytest

from radsearch.encoder.protocol import Kind, Vectors
from radsearch.evaluation.contrasts import (
    joint,
    laterality,
    measure_contrasts,
    ordering,
    read_suite,
    rewording,
    spearman,
)
from train.signals.pairs import read_studies
from train.signals.report_families import read_report_families

DATA = Path(__file__).resolve().parents[3] / "data"
SUITES = sorted((DATA / "suites").glob("*.jsonl"))


class Table:
    """An encoder that looks up its vectors."""

    name, dim, fingerprint, n_windowed = "table", 2, "table", 0

    def __init__(self, angles: dict[str, float]) -> None:
        self._angles = angles

    def embed(self, texts: list[str], kind: Kind = "findings") -> Vectors:
        angles = np.array([self._angles[text] for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], 1).astype(np.float32)


def test_a_ladder_counts_each_pair_of_values_behind_the_anchor() -> None:
    rows = [{"axis": "size", "anchor": "a", "ladder": ["a", "b", "c", "d"]}]
    assert ordering(rows, Table({"a": 0, "b": 0.1, "c": 0.2, "d": 0.3})) == {"size": 1.0}
    assert ordering(rows, Table({"a": 0, "b": 0.1, "c": 0.3, "d": 0.2})) == {
        "size": pytest.approx(2 / 3)
    }


def test_joint_is_the_rank_correlation_of_each_sentence_averaged() -> None:
    rows = [
        {"group": 1, "left": "a", "right": right, "score": score}
        for right, score in (("b", 0.9), ("c", 0.5), ("d", 0.1))
    ]
    assert joint(rows, Table({"a": 0, "b": 0.1, "c": 0.2, "d": 0.3})) == 1.0
    assert joint(rows, Table({"a": 0, "b": 0.3, "c": 0.2, "d": 0.1})) == -1.0


def test_laterality_is_the_advantage_of_the_right_side() -> None:
    rows = [{"axis": "size", "anchor": "a", "same_side": "s", "other_side": "o"}]
    found = laterality(rows, Table({"a": 0, "s": 0, "o": np.pi / 2}))
    assert found["size"] == pytest.approx(1.0, abs=1e-6)


def test_a_rewording_wins_or_loses_against_the_copy() -> None:
    rows = [{"axis": "side", "anchor": "a", "rewording": "r", "copy": "c"}]
    assert rewording(rows, Table({"a": 0, "r": 0.1, "c": 0.2})) == {"side": 1.0}
    assert rewording(rows, Table({"a": 0, "r": 0.2, "c": 0.1})) == {"side": 0.0}


def test_spearman_shares_tied_ranks() -> None:
    assert spearman([1, 1, 2], [1, 2, 3]) == pytest.approx(0.8660254, abs=1e-6)
    assert spearman([1, 1], [1, 2]) == 0.0


def test_every_suite_is_measured_and_covers_ten_axes_and_presence() -> None:
    texts = {t for path in SUITES for row in read_suite(path) for t in _texts(row)}
    scores = measure_contrasts(Table({text: len(text) / 200 for text in texts}), DATA / "suites")
    assert len(scores.ordering) == 11
    assert all(0 <= x <= 1 for x in (*scores.ordering.values(), *scores.rewording.values()))


def test_no_sentence_of_a_suite_is_in_the_training_text() -> None:
    shingles = set()
    for path in (DATA / "corpus").rglob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            for text in _texts(json.loads(line)):
                shingles.add(_plain(text))
                shingles |= {_plain(part) for part in re.split(r"(?<=[.])\s+", text)}
    written = DATA / "corpus" / "contrast" / "reports"
    for family in read_report_families(written, read_studies(DATA / "corpus")):
        for variant in family.variants[1:]:  # texts that stand in no row as they are
            shingles |= {_plain(part) for part in re.split(r"(?<=[.])\s+", variant.texts[0])}
    for path in SUITES:
        for row in read_suite(path):
            for text in _texts(row):
                assert _plain(text) not in shingles, (path.name, text)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [
            text
            for key, item in value.items()
            if key not in ("id", "axis", "group", "score")
            for text in _texts(item)
        ]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return []
