import math

import pytest
import torch

from train.losses.pairwise import pairwise_order


def test_three_pairs_by_hand():
    cosines, targets = torch.tensor([0.2, 0.5, 0.1]), torch.tensor([1.0, 0.5, 0.0])
    terms = [math.log1p(math.exp(x)) for x in (0.5 - 0.2, 0.1 - 0.2, 0.1 - 0.5)]
    assert pairwise_order(cosines, targets, 1.0).item() == pytest.approx(sum(terms) / 3, abs=1e-6)


def test_near_ties_have_no_order():
    cosines = torch.tensor([0.1, 0.9])
    assert pairwise_order(cosines, torch.tensor([0.51, 0.5]), gap=0.02).item() == 0.0
    assert pairwise_order(cosines, torch.tensor([0.53, 0.5]), gap=0.02).item() > 0.0


def test_a_step_raises_the_pair_that_should_be_higher():
    cosines = torch.tensor([0.2, 0.5], requires_grad=True)
    pairwise_order(cosines, torch.tensor([1.0, 0.0])).backward()
    assert cosines.grad is not None
    assert cosines.grad[0] < 0 < cosines.grad[1]
