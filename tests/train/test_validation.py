import numpy as np
import pytest
import torch

from train.rows import Family, Pair, Variant
from train.validation import family_accuracy, pair_recall, recall_at_1

VECTORS = {
    "a": [1.0, 0.0], "a again": [0.8, 0.6], "near": [0.6, 0.8], "far": [0.0, 1.0],
    "b": [0.0, 1.0], "b again": [0.1, 0.9],
}  # fmt: skip


def embed(texts: list[str]) -> torch.Tensor:
    return torch.tensor([VECTORS[text] for text in texts])


def family(*same: str, copies: tuple[str, ...]) -> Family:
    wrong = (Variant((text,), i, text) for i, text in enumerate(copies, 1))
    return Family("f", "size", (Variant(same, 0, "same"), *wrong))


def test_a_rewording_above_every_copy_and_copies_in_order_score_one() -> None:
    found = family_accuracy([family("a", "a again", copies=("near", "far"))], embed)
    assert found == {"ladder": 1.0, "pair": 1.0, "pair/size": 1.0, "trap": 1.0}


def test_a_copy_above_the_rewording_fails_the_trap_but_not_every_pair() -> None:
    found = family_accuracy([family("a", "near", copies=("a again", "far"))], embed)
    assert found["trap"] == 0.0
    assert found["pair"] == 0.5


def test_a_family_without_copies_counts_nowhere() -> None:
    assert family_accuracy([family("a", "a again", copies=())], embed) == {}


def test_both_directions_of_pairs_are_counted() -> None:
    pairs = [Pair("a", "a again", "1"), Pair("b", "b again", "2")]
    assert pair_recall(pairs, embed) == {"f2i": 1.0, "i2f": 1.0}


def test_ties_count_in_part() -> None:
    assert recall_at_1(np.ones((4, 4), dtype=np.float32)) == pytest.approx(0.25)
