from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from radsearch.errors import EncoderError
from tests.tiny_models import save_bert
from train.backbone import Embedder, load_model
from train.distil import distil
from train.widen import costly_words, widen

TEXTS = ["small left pleural effusion", "lungsmall lungsmall effusionright", "clear lungs"] * 3


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_bert(tmp_path_factory.mktemp("source") / "toy")


@pytest.fixture(scope="module")
def wide(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wide") / "toy"
    assert widen(source, out, TEXTS, limit=2) == 2
    return out


def test_an_exported_encoder_is_no_source_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "tokenizer.json").write_text("{}")
    with pytest.raises(EncoderError, match=r"no modules\.json, config\.json, model"):
        widen(tmp_path / "source", tmp_path / "out", TEXTS, limit=2)
    assert not (tmp_path / "out").exists()


def tokens(folder: Path, text: str) -> list[str]:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    return list(tokenizer.encode(text, add_special_tokens=False).tokens)


def test_words_are_ranked_by_the_tokens_they_would_save() -> None:
    sizes = {"often": 2, "long": 5, "whole": 1}
    found = costly_words(["often often often long whole"], lambda w: range(sizes[w]), 5)
    assert found == ["long", "often"]


def test_a_cut_word_becomes_one_token(source: Path, wide: Path) -> None:
    assert len(tokens(source, "lungsmall")) > 1
    assert tokens(wide, "lungsmall") == ["lungsmall"]


def test_texts_without_new_words_keep_their_vectors(source: Path, wide: Path) -> None:
    from sentence_transformers import SentenceTransformer

    text = "small left"
    before = SentenceTransformer(str(source), device="cpu").encode([text])
    after = SentenceTransformer(str(wide), device="cpu").encode([text])
    assert tokens(source, text) == tokens(wide, text)
    assert np.allclose(before, after, atol=1e-6)


def test_distilling_brings_the_teachers_vectors_back(
    source: Path, wide: Path, tmp_path: Path
) -> None:
    teacher = Embedder(load_model(source), bf16=False)
    student = Embedder(load_model(wide), bf16=False)
    text = TEXTS[1]

    def agreement() -> float:
        return float((teacher([text]) * student([text])).sum().detach())

    before = agreement()
    cosine = distil(
        teacher, student, TEXTS, tmp_path / "s", learning_rate=1e-3, max_seconds=60, passes=30
    )
    assert before < 0.999
    assert agreement() > before
    assert cosine > 0.9
