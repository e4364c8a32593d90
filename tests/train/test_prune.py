import json
from pathlib import Path

import numpy as np
import pytest

from tests.tiny_models import WORDS, save_bert
from train.prune import kept_tokens, prune

TEXT = "small left pleural effusion and clear lungs"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source") / "toy"
    return save_bert(folder)


def encode(folder: Path, texts: list[str]) -> np.ndarray:
    from sentence_transformers import SentenceTransformer

    return np.asarray(SentenceTransformer(str(folder), device="cpu").encode(texts))


def test_texts_of_kept_words_give_the_same_vectors(source: Path, tmp_path: Path) -> None:
    kept = prune(source, tmp_path / "out", [TEXT], limit=0, half=False)
    vocabulary = json.loads((source / "tokenizer.json").read_text())["model"]["vocab"]
    assert kept < len(vocabulary)
    assert np.allclose(encode(source, [TEXT]), encode(tmp_path / "out", [TEXT]), atol=1e-6)


def test_half_precision_is_stored_and_float32_comes_back(source: Path, tmp_path: Path) -> None:
    prune(source, tmp_path / "out", [" ".join(WORDS)], limit=10_000)
    full = (source / "model.safetensors").stat().st_size
    assert (tmp_path / "out" / "model.safetensors").stat().st_size < 0.7 * full
    found = encode(tmp_path / "out", [TEXT])
    assert found.dtype == np.float32
    assert np.allclose(found, encode(source, [TEXT]), atol=5e-3)


def test_pieces_and_characters_always_stay() -> None:
    vocabulary = {t: i for i, t in enumerate(("[PAD]", "[unused0]", "##ing", "x", "中", "tokyo"))}
    assert kept_tokens(vocabulary, [], 0) == ["[PAD]", "##ing", "x"]
