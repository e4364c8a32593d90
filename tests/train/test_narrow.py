from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.tiny_models import save_bert
from train.backbone import Embedder, load_model
from train.narrow import activation_covariance, narrow, refitted, surviving

TEXTS = ["small left pleural effusion", "clear lungs", "no effusion on the right", "left lung"] * 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return save_bert(tmp_path / "toy")


def random_layer(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Correlated activations with a constant, their mean products, and outgoing weights."""
    rows = rng.normal(size=(500, 4)) @ rng.normal(size=(4, 12)) + 0.1 * rng.normal(size=(500, 12))
    rows = np.hstack([np.maximum(rows, 0), np.ones((500, 1))])
    return rows, rows.T @ rows / len(rows), rng.normal(size=(13, 5))


def test_the_rest_makes_up_for_what_left() -> None:
    rows, covariance, outgoing = random_layer(np.random.default_rng(0))
    kept = surviving(covariance, outgoing, 8)
    weights = refitted(covariance, outgoing, kept)
    left = rows[:, [*kept, 12]]
    fitted, *_ = np.linalg.lstsq(left, rows @ outgoing, rcond=None)

    def error(w: np.ndarray) -> float:
        return float(((left @ w - rows @ outgoing) ** 2).sum())

    assert error(weights) == pytest.approx(error(fitted), rel=0.02)
    assert error(weights) < 0.5 * error(outgoing[[*kept, 12]])


def test_better_than_neurons_taken_at_random() -> None:
    rng = np.random.default_rng(1)
    rows, covariance, outgoing = random_layer(rng)
    target = rows @ outgoing

    def error(kept: Any) -> float:
        return float(np.linalg.lstsq(rows[:, [*kept, 12]], target, rcond=None)[1].sum())

    chosen = error(surviving(covariance, outgoing, 6))
    others = [error(rng.permutation(12)[:6]) for _ in range(20)]
    assert chosen < np.median(others)


def test_a_narrow_model_is_saved_and_read_again(folder: Path, tmp_path: Path) -> None:
    model: Any = load_model(folder)
    bert = model[0].auto_model
    before = Embedder(model, bf16=False)(TEXTS[:4]).detach()
    width = bert.config.intermediate_size
    lines: list[str] = []
    narrow(model, TEXTS, width - 4, lines.append)
    after = Embedder(model, bf16=False)(TEXTS[:4]).detach()
    assert len(lines) == len(bert.encoder.layer)
    assert float((before * after).sum(-1).min()) > 0.98
    model.save_pretrained(str(tmp_path / "narrow"), create_model_card=False)
    again: Any = load_model(tmp_path / "narrow")
    assert again[0].auto_model.config.intermediate_size == width - 4
    assert torch.allclose(after, Embedder(again, bf16=False)(TEXTS[:4]), atol=1e-6)


def test_two_models_can_keep_the_same_neurons(folder: Path) -> None:
    first: Any = load_model(folder)
    kept = narrow(first, TEXTS, 40, print)
    second: Any = load_model(folder)
    with torch.no_grad():
        for weight in second.parameters():
            weight.add_(0.01 * torch.randn_like(weight))
    rows = [layer.intermediate.dense.weight for layer in second[0].auto_model.encoder.layer]
    wanted = [row.detach()[own].clone() for row, own in zip(rows, kept, strict=True)]
    assert narrow(second, TEXTS, 40, print, kept) == kept
    layers = second[0].auto_model.encoder.layer
    for layer, rows in zip(layers, wanted, strict=True):
        assert torch.equal(layer.intermediate.dense.weight, rows)


def test_padding_does_not_count(folder: Path) -> None:
    model: Any = load_model(folder)
    layer = model[0].auto_model.encoder.layer[0]
    alone = [activation_covariance(model, layer, [text]) for text in TEXTS[:2]]
    tokens = [len(model.tokenizer(text)["input_ids"]) for text in TEXTS[:2]]
    together = activation_covariance(model, layer, TEXTS[:2])
    assert np.allclose(together, np.average(alone, axis=0, weights=tokens), atol=1e-5)
    assert together[-1, -1] == pytest.approx(1.0)


def test_layers_are_never_made_wider(folder: Path) -> None:
    with pytest.raises(ValueError, match="give fewer"):
        narrow(load_model(folder), TEXTS, 10_000, print)
