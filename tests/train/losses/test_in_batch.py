import pytest
import torch
from torch.nn.functional import log_softmax, normalize

from train.losses.in_batch import duplicates, in_batch_contrastive, keys_of
from train.rows import Pair

NONE = torch.zeros(3, 3, dtype=torch.bool)


def unit(rows: int, seed: int = 0) -> torch.Tensor:
    return normalize(torch.randn(rows, 8, generator=torch.Generator().manual_seed(seed)), dim=-1)


def test_three_rows_agree_with_the_formula_written_out():
    left, right = unit(3), unit(3, 1)
    forward = -log_softmax(5 * left @ right.T, 1).diag().mean()
    backward = -log_softmax(5 * right @ left.T, 1).diag().mean()
    expected = (forward + backward) / 2
    assert in_batch_contrastive(left, right, NONE, 5.0) == pytest.approx(expected.item(), abs=1e-6)


def test_the_order_of_the_rows_does_not_matter():
    left, right, order = unit(3), unit(3, 1), torch.tensor([2, 0, 1])
    plain = in_batch_contrastive(left, right, NONE)
    assert in_batch_contrastive(left[order], right[order], NONE) == pytest.approx(plain.item())


def test_a_masked_duplicate_is_no_negative():
    left, right = unit(2), unit(2, 1)
    all_equal = torch.ones(2, 2, dtype=torch.bool)
    assert in_batch_contrastive(left, right, all_equal).item() == pytest.approx(0.0, abs=1e-6)


def test_a_step_against_the_gradient_brings_the_pair_together():
    left = unit(3).requires_grad_()
    right = unit(3, 1)
    in_batch_contrastive(left, right, NONE).backward()
    assert left.grad is not None
    moved = normalize((left - 0.01 * left.grad).detach(), dim=-1)
    assert in_batch_contrastive(moved, right, NONE) < in_batch_contrastive(left, right, NONE)


def test_rows_that_share_a_text_or_a_study_are_duplicates():
    keys = keys_of([Pair("a", "x", "1"), Pair("b", "y", "2"), Pair("c", "y", "3")])
    found = duplicates(keys, keys)
    assert found.int().tolist() == [[1, 0, 0], [0, 1, 1], [0, 1, 1]]


def test_further_candidates_are_wrong_answers_of_both_sides():
    left, right = unit(5), unit(5, 1)
    forward = -log_softmax(5 * left[:3] @ right.T, 1).diagonal()[:3].mean()
    backward = -log_softmax(5 * right[:3] @ left.T, 1).diagonal()[:3].mean()
    found = in_batch_contrastive(left, right, torch.zeros(3, 5, dtype=torch.bool), 5.0)
    assert found == pytest.approx(((forward + backward) / 2).item(), abs=1e-6)
