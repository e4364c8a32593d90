import pytest
import torch
from torch.nn.functional import normalize

from train.losses.cached import cached_backward
from train.losses.in_batch import in_batch_contrastive

TEXTS = [f"text {i}" for i in range(10)]


class Encoder(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.weight = torch.nn.Linear(6, 4, dtype=torch.float64)

    def forward(self, texts):
        rows = [torch.tensor([hash_(t, j) for j in range(6)]) for t in texts]
        return normalize(self.weight(torch.stack(rows).double()).tanh(), dim=-1)


def hash_(text: str, j: int) -> float:
    return ((int(text.split()[1]) * 7 + j * 3) % 11) / 11


def loss(vectors: torch.Tensor) -> torch.Tensor:
    left, right = vectors.chunk(2)
    return in_batch_contrastive(left, right, torch.zeros(5, 5, dtype=torch.bool))


@pytest.mark.parametrize("chunk", [1, 3, 10, 64])
def test_value_and_gradient_equal_the_plain_loss(chunk):
    plain, cached = Encoder(), Encoder()
    expected = loss(plain(TEXTS))
    expected.backward()
    value = cached_backward(TEXTS, cached, loss, chunk)
    assert value == pytest.approx(expected.item(), abs=1e-6)
    for one, two in zip(plain.parameters(), cached.parameters(), strict=True):
        assert one.grad is not None and two.grad is not None
        assert torch.allclose(one.grad, two.grad, atol=1e-6)


def test_a_chunk_below_one_is_refused():
    with pytest.raises(ValueError, match="wanted 1 or more"):
        cached_backward(TEXTS, Encoder(), loss, 0)
