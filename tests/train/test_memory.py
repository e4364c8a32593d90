import torch

from train.memory import Memory


def rows(*values: float) -> torch.Tensor:
    return torch.tensor(values)[:, None]


def keys(*values: int) -> torch.Tensor:
    return torch.tensor(values)[:, None].repeat(1, 3)


def test_the_newest_pairs_stay():
    memory = Memory(3)
    memory.join(rows(1.0, 2.0), rows(-1.0, -2.0), keys(1, 2))
    left, right, known = memory.join(rows(3.0, 4.0), rows(-3.0, -4.0), keys(3, 4))
    assert left.flatten().tolist() == [3.0, 4.0, 1.0, 2.0]
    assert right.flatten().tolist() == [-3.0, -4.0, -1.0, -2.0]
    assert known[:, 0].tolist() == [3, 4, 1, 2]
    assert memory.left.flatten().tolist() == [3.0, 4.0, 1.0]


def test_no_gradient_flows_into_what_is_remembered():
    memory, first, second = Memory(4), rows(1.0).requires_grad_(), rows(2.0).requires_grad_()
    memory.join(first, first, keys(1))
    left, _, _ = memory.join(second, second, keys(2))
    left.sum().backward()
    assert first.grad is None
    assert second.grad is not None


def test_what_was_kept_is_taken_up_again():
    memory, other = Memory(2), Memory(2)
    memory.join(rows(1.0, 2.0), rows(3.0, 4.0), keys(1, 2))
    other.load(memory.state())
    batch = rows(5.0), rows(6.0), keys(5)
    for one, two in zip(memory.join(*batch), other.join(*batch), strict=True):
        assert torch.equal(one, two)
