from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import normalize

from train.known import known_families, stored_known
from train.rows import Family, Variant
from train.signals.families import ContrastFamilies

VECTORS = {"a": [1, 0], "a'": [0.9, 0.1], "b": [0.5, 0.5], "a''": [0.1, 0.9]}


def embed(texts: Sequence[str]) -> Tensor:
    return normalize(torch.tensor([VECTORS[text] for text in texts], dtype=torch.float32), dim=-1)


def family(key: str, same: tuple[str, ...], copy: str) -> Family:
    return Family(key, "size", (Variant(("a", *same), 0, "0"), Variant((copy,), 1, "1")))


RIGHT, WRONG = family("right", ("a'",), "b"), family("wrong", ("a'", "a''"), "b")


def test_a_family_is_known_when_its_furthest_rewording_is_nearer_than_any_copy() -> None:
    assert known_families([RIGHT, WRONG], embed) == ["right"]


def test_what_is_known_stays_what_it_was_when_the_stage_began(tmp_path: Path) -> None:
    path = tmp_path / "s.known"
    assert stored_known(path, [RIGHT], embed) == {"right"}
    assert stored_known(path, [WRONG], embed) == {"right"}


def test_known_families_are_drawn_less_often() -> None:
    signal = ContrastFamilies([RIGHT, WRONG])
    signal.rehearse(["right"], 0.25)
    rng = np.random.default_rng(0)
    drawn = Counter(signal.draw(rng, 1)[0].key for _ in range(1000))
    assert 150 < drawn["right"] < 250  # 0.25 / 1.25
    assert {row.key for row in signal.draw(rng, 2)} == {"right", "wrong"}
