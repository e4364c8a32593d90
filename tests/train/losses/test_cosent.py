import math

import pytest
import torch

from train.losses.cosent import cosent


def test_three_pairs_by_hand():
    cosines, targets = torch.tensor([0.2, 0.5, 0.1]), torch.tensor([1.0, 0.5, 0.0])
    terms = [math.exp(0.5 - 0.2), math.exp(0.1 - 0.2), math.exp(0.1 - 0.5)]
    assert cosent(cosines, targets, 1.0).item() == pytest.approx(math.log(1 + sum(terms)), abs=1e-6)


def test_only_the_order_of_the_targets_counts():
    cosines = torch.tensor([0.3, 0.6, 0.1])
    one = cosent(cosines, torch.tensor([0.9, 0.5, 0.1]))
    two = cosent(cosines, torch.tensor([0.52, 0.51, 0.5]))
    assert one.item() == two.item()


def test_equal_targets_cost_nothing():
    assert cosent(torch.tensor([0.1, 0.9]), torch.tensor([0.5, 0.5])).item() == 0.0


def test_a_step_raises_the_pair_that_should_be_higher():
    cosines = torch.tensor([0.2, 0.5], requires_grad=True)
    cosent(cosines, torch.tensor([1.0, 0.0])).backward()
    assert cosines.grad is not None
    assert cosines.grad[0] < 0 < cosines.grad[1]
