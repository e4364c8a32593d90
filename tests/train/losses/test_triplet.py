import pytest
import torch
from torch.nn.functional import normalize

from train.losses.triplet import triplet_margin


def test_three_rows_by_hand():
    a = torch.tensor([[1.0, 0.0]] * 3)
    p = torch.tensor([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    n = torch.tensor([[0.0, 1.0], [0.6, 0.8], [1.0, 0.0]])
    expected = (0.0 + 0.2 + 1.2) / 3
    assert triplet_margin(a, p, n).item() == pytest.approx(expected, abs=1e-6)
    assert triplet_margin(a, p, n, 0.2).item() == pytest.approx(expected, abs=1e-6)


def test_the_gradient_pulls_the_positive_and_pushes_the_negative():
    a = normalize(torch.randn(1, 4, generator=torch.Generator().manual_seed(0)), dim=-1)
    p, n = torch.zeros(1, 4, requires_grad=True), torch.ones(1, 4, requires_grad=True)
    triplet_margin(a, p, n, margin=5.0).backward()
    assert p.grad is not None and n.grad is not None
    assert torch.allclose(p.grad, -a) and torch.allclose(n.grad, a)
