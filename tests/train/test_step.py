import pytest
import torch
from torch.nn.functional import normalize

from train.losses.family import list_loss, order_loss
from train.memory import Memory
from train.rows import Family, Pair, Scored, Variant
from train.step import Recipe, accumulate, labels_of, loss_of, texts_of

FAMILY = Family("f", "size", (Variant(("a", "b"), 0, "m0"), Variant(("c",), 2, "m1")))


def unit(rows: int) -> torch.Tensor:
    return normalize(torch.randn(rows, 5, generator=torch.Generator().manual_seed(0)), dim=-1)


def test_labels_stand_in_the_order_of_the_texts() -> None:
    assert texts_of([FAMILY, FAMILY]) == ["a", "b", "c"] * 2
    labels = labels_of([FAMILY, FAMILY])
    assert labels.family.tolist() == [0, 0, 0, 1, 1, 1]
    assert labels.meaning.tolist() == [0, 0, 1, 0, 0, 1]
    assert labels.distance.tolist() == [0, 0, 2, 0, 0, 2]


def test_families_get_the_family_loss() -> None:
    x, labels = unit(3), labels_of([FAMILY])
    expected = list_loss(x, labels, 9.0) + 0.5 * order_loss(x, labels, 9.0)
    assert loss_of([FAMILY], x, Recipe(9.0, 0.5)).item() == pytest.approx(expected.item())


def test_scored_pairs_cost_less_in_the_right_order() -> None:
    x = torch.tensor([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    right = loss_of([Scored("a", "b", 1.0), Scored("c", "d", 0.0)], x, Recipe(5.0))
    wrong = loss_of([Scored("a", "b", 0.0), Scored("c", "d", 1.0)], x, Recipe(5.0))
    assert right < wrong


def test_the_gradient_of_a_step_is_the_weighted_sum_of_its_parts() -> None:
    table = {name: i for i, name in enumerate("abcdef")}
    weight = unit(6).requires_grad_()

    def embed(texts: list[str]) -> torch.Tensor:
        return weight[torch.tensor([table[text] for text in texts])]

    pairs = [Pair("a", "b", "1"), Pair("c", "d", "2")]
    values = accumulate([(pairs, 2.0), ([], 1.0)], embed, Recipe(3.0))
    assert weight.grad is not None
    got, weight.grad = weight.grad, None
    loss = loss_of(pairs, embed(texts_of(pairs)), Recipe(3.0))
    (2.0 * loss).backward()
    assert values == [pytest.approx(loss.item())]
    assert torch.allclose(got, weight.grad)


def test_section_pairs_are_also_told_apart_in_the_space_of_an_index() -> None:
    x = unit(4)
    sections = [Pair("a", "b", "1"), Pair("c", "d", "2")]
    plain = loss_of(sections, x, Recipe(5.0))
    matrix = torch.diag(torch.tensor([0.1, 1.0, 2.0, 1.0, 1.0]))
    white = loss_of(sections, x, Recipe(5.0, whitened=1.0, matrix=matrix))
    half = loss_of(sections, x, Recipe(5.0, whitened=0.5, matrix=matrix))
    assert white.item() != pytest.approx(plain.item())
    assert half.item() == pytest.approx((plain.item() + white.item()) / 2)


def test_a_query_keeps_the_plain_cosine() -> None:
    x = unit(4)
    queries = [Pair("a", "b", "1", sections=False), Pair("c", "d", "2", sections=False)]
    recipe = Recipe(5.0, whitened=1.0, matrix=torch.eye(5))
    assert loss_of(queries, x, recipe).item() == loss_of(queries, x, Recipe(5.0)).item()


def test_sections_are_told_from_those_of_earlier_steps_too() -> None:
    x, y = unit(4), unit(8)[4:]
    first = [Pair("a", "b", "1"), Pair("c", "d", "2")]
    second = [Pair("e", "f", "3"), Pair("g", "d", "4")]  # "d" again: no wrong answer
    matrix = torch.diag(torch.tensor([0.1, 1.0, 2.0, 1.0, 1.0]))
    for whitened in (0.0, 1.0):
        recipe = Recipe(5.0, whitened=whitened, matrix=matrix, memory=Memory(8))
        alone = Recipe(5.0, whitened=whitened, matrix=matrix)
        assert loss_of(first, x, recipe).item() == loss_of(first, x, alone).item()
        assert loss_of(second, y, recipe).item() > loss_of(second, y, alone).item()


def test_queries_are_not_remembered() -> None:
    memory = Memory(8)
    queries = [Pair("a", "b", "1", sections=False), Pair("c", "d", "2", sections=False)]
    loss_of(queries, unit(4), Recipe(5.0, memory=memory))
    assert len(memory.keys) == 0
