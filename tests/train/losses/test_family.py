import math

import pytest
import torch
from torch.nn.functional import normalize

from train.losses.family import Labels, list_loss, order_loss


def labels(family: list[int], meaning: list[int], distance: list[int]) -> Labels:
    return Labels(torch.tensor(family), torch.tensor(meaning), torch.tensor(distance))


def test_a_reworded_anchor_is_scored_against_each_near_copy_by_hand():
    x = torch.tensor([[1.0, 0.0], [0.6, 0.8], [0.8, 0.6]])  # anchor, rewording, near-copy
    from_anchor = math.log(1 + math.exp(0.8 - 0.6))
    from_rewording = math.log(1 + math.exp(0.96 - 0.6))
    loss = list_loss(x, labels([0, 0, 0], [0, 0, 1], [0, 0, 1]), 1.0)
    assert loss.item() == pytest.approx((from_anchor + from_rewording) / 2, abs=1e-6)


def test_equal_facts_of_another_family_are_neither_positive_nor_negative():
    x = normalize(torch.randn(4, 6, generator=torch.Generator().manual_seed(0)), dim=-1)
    apart = list_loss(x[:2], labels([0, 0], [0, 0], [0, 0]))
    beside = list_loss(x, labels([0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]))
    assert apart.item() == pytest.approx(0.0)
    assert beside.item() == pytest.approx(0.0)


def test_a_further_copy_that_scores_higher_costs_more_than_the_right_order():
    near, far = torch.tensor([0.8, 0.6]), torch.tensor([0.6, 0.8])
    anchor, marks = torch.tensor([1.0, 0.0]), labels([0, 0, 0], [0, 1, 2], [0, 1, 2])
    right = order_loss(torch.stack([anchor, near, far]), marks)
    wrong = order_loss(torch.stack([anchor, far, near]), marks)
    assert wrong > right


def test_families_without_a_rewording_or_a_second_step_cost_nothing():
    x = normalize(torch.ones(2, 4), dim=-1)
    marks = labels([0, 1], [0, 1], [0, 0])
    assert list_loss(x, marks).item() == 0.0
    assert order_loss(x, marks).item() == 0.0
