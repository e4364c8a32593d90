from pathlib import Path

import numpy as np
import pytest
import torch

from radsearch.encoder import load_encoder
from tests.tiny_models import WORDS, save_bert
from train.backbone import load_model, save_model
from train.echo import (
    Echo,
    both_means,
    echo_of,
    has_echo,
    token_ids,
    token_weights,
    unit,
    with_echo,
)
from train.echo_fit import Heard, first_echo, learn
from train.export import export
from train.rows import Family, Pair, Variant
from train.step import texts_of

TEXTS = [
    f"{a} {b} pleural effusion" for a, b in zip(WORDS[:14], WORDS[9:23], strict=True)
] + ["acute fracture of the lower lung", "clear lungs"]  # fmt: skip


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_bert(tmp_path_factory.mktemp("echo") / "toy")


def guess(source: Path, share: float = 0.5) -> tuple[Echo, np.ndarray]:
    model = load_model(source)
    weights = token_weights(token_ids(model, TEXTS), len(model.tokenizer))
    means = both_means(model, TEXTS, weights)
    return first_echo(means, means, weights, share), means


@pytest.fixture(scope="module")
def folder(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    echo, _ = guess(source)
    out = tmp_path_factory.mktemp("made") / "echo"
    save_model(with_echo(load_model(source), echo), out)
    return out


def test_a_plain_library_opens_the_folder_and_gives_what_was_meant(
    source: Path, folder: Path
) -> None:
    from sentence_transformers import SentenceTransformer

    echo, means = guess(source)
    wanted = unit(echo.heard(means) @ echo.matrix + echo.bias)
    vectors = SentenceTransformer(str(folder), device="cpu").encode(TEXTS)
    assert np.abs(vectors - wanted).max() < 1e-5
    again = echo_of(load_model(folder))
    assert np.array_equal(again.weights, echo.weights)
    assert np.array_equal(again.matrix, echo.matrix)


def test_the_exported_graph_gives_the_same_and_each_text_the_same_bits(
    folder: Path, tmp_path: Path
) -> None:
    export(folder, tmp_path / "onnx", calibration=TEXTS)
    encoder = load_encoder(tmp_path / "onnx")
    vectors = encoder.embed(TEXTS)
    reference = load_encoder(folder, backend="torch").embed(TEXTS)
    assert (vectors * reference).sum(1).min() > 0.995
    alone = np.concatenate([encoder.embed([text]) for text in TEXTS])
    assert np.array_equal(alone, vectors)


def test_texts_of_the_same_rare_words_come_nearer(source: Path) -> None:
    plain, means = guess(source, share=0.0)
    loud, _ = guess(source, share=2.0)
    rare = TEXTS.index("acute fracture of the lower lung")
    pair = ["fracture of the lung", "nodule in the heart"]
    model = load_model(source)

    def gain(echo: Echo) -> float:
        asked = both_means(model, pair, echo.weights)
        a, b = (unit(echo.heard(x) @ echo.matrix + echo.bias) for x in (asked, means))
        return float(a[0] @ b[rare] - a[1] @ b[rare])

    assert gain(loud) > gain(plain) + 0.1


def test_frequent_tokens_weigh_less_and_none_weighs_nothing() -> None:
    weights = token_weights([[0, 1], [0, 2], [0, 1], [0, 3]], 5)
    assert weights[0] < weights[1] < weights[2] == weights[3] < weights[4]
    assert weights.min() > 0


def test_training_brings_pairs_together_and_starts_where_it_should(source: Path) -> None:
    echo, means = guess(source)
    families = [
        Family(f"f{i}", "side", (Variant((TEXTS[i], TEXTS[i + 1]), 0, f"{i}"),
                                 Variant((TEXTS[i + 2],), 1, f"{i}x")))
        for i in range(3)
    ]  # fmt: skip
    heard = torch.from_numpy(echo.heard(means))
    pairs = [Pair(TEXTS[i], TEXTS[i + 8], str(i)) for i in range(8)]
    place = {text: TEXTS.index(text) for text in texts_of(families)}
    read = Heard(pairs, heard[:8], heard[8:16], families, place, heard)

    def advantage(found: Echo) -> float:
        v = unit(found.heard(means) @ found.matrix + found.bias)
        scores = v[:8] @ v[8:16].T
        return float(np.diag(scores).mean() - scores.mean())

    assert np.allclose(learn(echo, read, steps=0, seed=1).matrix, echo.matrix, atol=1e-6)
    learnt = learn(echo, read, steps=30, seed=1)
    assert advantage(learnt) > advantage(echo)
    assert np.array_equal(learn(echo, read, steps=30, seed=1).matrix, learnt.matrix)
    assert has_echo(with_echo(load_model(source), learnt))
