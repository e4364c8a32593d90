from pathlib import Path

import pytest
import torch

from tests.tiny_models import save_bert
from train.backbone import Embedder, load_model, micro_batches

TEXTS = [
    "small left pleural effusion", "clear lungs", "no acute fracture of the right lung is seen",
    "heart size normal", "clear lungs",
]  # fmt: skip


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> torch.nn.Module:
    folder: Path = save_bert(tmp_path_factory.mktemp("model") / "toy")
    return load_model(folder)


def test_vectors_are_those_of_the_model_in_the_order_of_the_texts(model: torch.nn.Module) -> None:
    expected = torch.tensor(model.encode(TEXTS))  # type: ignore[operator]
    with torch.no_grad():
        found = Embedder(model, budget=32, bf16=False)(TEXTS)
    assert torch.allclose(found, expected, atol=1e-6)


def test_the_bf16_copy_follows_the_weights_and_hands_its_gradients_back(
    model: torch.nn.Module,
) -> None:
    embedder = Embedder(model)
    embedder(TEXTS).sum().backward()  # type: ignore[no-untyped-call]
    embedder.collect()
    plain = Embedder(model, bf16=False)
    got = [p.grad for p in model.parameters() if p.grad is not None]
    model.zero_grad()
    plain(TEXTS).sum().backward()  # type: ignore[no-untyped-call]
    expected = [p.grad for p in model.parameters() if p.grad is not None]
    model.zero_grad()
    one, two = (torch.cat([x.flatten() for x in xs]) for xs in (got, expected))
    assert torch.nn.functional.cosine_similarity(one, two, dim=0) > 0.95
    with torch.no_grad():
        first = next(model.parameters())
        first.mul_(1.5)
        before = embedder(TEXTS)
        embedder.refresh()
        assert not torch.equal(before, embedder(TEXTS))
        first.div_(1.5)


def test_every_text_is_in_one_micro_batch_and_the_budget_holds() -> None:
    lengths = [5, 120, 30, 17, 64, 200, 9, 9, *range(3, 60)]
    batches = micro_batches(lengths, 512)
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    assert all(len(b) <= 8 or len(b) * max(lengths[i] for i in b) <= 512 for b in batches)
    assert all(len(batch) % 8 == 0 for batch in batches[:-1])
