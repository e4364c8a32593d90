import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from train.choose import Asked, asked_recall, grouped, read_asked
from train.rows import Family, Pair, Variant
from train.signals.pairs import read_studies
from train.signals.registry import DATA


def _rows(folder: Path, name: str, modality: str, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "id": f"{name}-{i}",
            "modality": modality,
            "body_part": "chest",
            "findings": f"{name} seen {i}.",
            "impression": f"{name} {i}.",
        }
        for i in range(count)
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


def test_training_reports_of_the_same_kind_fill_the_gallery(tmp_path: Path) -> None:
    _rows(tmp_path / "retrieval", "v", "XR", 3)
    _rows(tmp_path / "authored2", "x", "XR", 8)
    _rows(tmp_path / "authored2", "c", "CT", 5)
    asked = read_asked(tmp_path, 4)
    assert [pair.study for pair in asked.pairs] == ["v-0", "v-1", "v-2"]
    assert [pair.study for pair in asked.others] == ["x-0", "x-2", "x-4", "x-6"]


def test_a_gallery_report_that_is_nearer_costs_the_asked_one() -> None:
    basis = np.linalg.qr(np.random.default_rng(0).standard_normal((8, 8)))[0]

    def embed(texts: Sequence[str]) -> Tensor:
        return torch.tensor(np.stack([basis[int(text)] for text in texts]), dtype=torch.float32)

    right = [Pair(str(i), str(i), f"r{i}") for i in range(8)]
    assert asked_recall(Asked(right[:4], right[4:]), embed) == {"f2i": 1.0, "i2f": 1.0}
    crossed = [Pair("0", "4", "r0"), *right[1:4], Pair("4", "0", "r4"), *right[5:]]
    found = asked_recall(Asked(crossed[:4], crossed[4:]), embed)
    assert found == {"f2i": 0.75, "i2f": 0.75}


def test_families_are_told_apart_by_length_and_round() -> None:
    def family(key: str, words: int) -> Family:
        return Family(key, "size", (Variant(("word " * words,), 0, key),), "")

    found = grouped([family("f9-1", 3), family("f14a-2", 25), family("size-3", 24)])
    assert {name: len(group) for name, group in found.items()} == {
        "f9 short": 1,
        "f14 long": 1,
        "first short": 1,
    }


def test_no_asked_section_is_one_that_was_trained_on() -> None:
    corpus = DATA / "corpus"
    studies = read_studies(corpus)
    keys = {study.key for study in studies}
    trained = {study.views["findings"] for study in studies}
    asked = read_asked(corpus, 1)
    assert len(asked.pairs) >= 100
    for pair in asked.pairs:
        assert pair.left not in trained, pair.study
        assert pair.study not in keys
