import builtins
import json
import shutil

import numpy as np
import pytest

from radsearch.encoder import load_encoder
from radsearch.errors import EncoderError

TEXTS = ["No effusion.", "Small left pneumothorax is seen in the upper lobe", "nodule"]


def test_qwen3_in_a_batch_equals_one_by_one_and_the_models_own_encode(qwen3):
    from sentence_transformers import SentenceTransformer

    encoder = load_encoder(qwen3)
    model = SentenceTransformer(str(qwen3), device="cpu")
    assert model.tokenizer.padding_side == "left"
    assert np.abs(encoder.embed(TEXTS) - model.encode_document(TEXTS)).max() < 1e-5
    assert np.abs(encoder.embed(TEXTS, "query") - model.encode_query(TEXTS)).max() < 1e-5
    alone = np.vstack([encoder.embed([text], "query") for text in TEXTS])
    assert np.abs(encoder.embed(TEXTS, "query") - alone).max() < 1e-5


def test_qwen3_prompts_queries_only(qwen3):
    encoder = load_encoder(qwen3)
    findings = encoder.embed(TEXTS, "findings")
    assert np.array_equal(findings, encoder.embed(TEXTS, "impression"))
    assert not np.allclose(findings, encoder.embed(TEXTS, "query"), atol=1e-3)


def test_half_precision_weights_are_computed_in_single(bert, tmp_path):
    from safetensors.numpy import load_file, save_file

    half = shutil.copytree(bert, tmp_path / "half")
    path = half / "model.safetensors"
    save_file({k: v.astype(np.float16) for k, v in load_file(str(path)).items()}, str(path))
    vectors = load_encoder(half).embed(TEXTS)
    assert np.sum(vectors * load_encoder(bert).embed(TEXTS), axis=1).min() > 0.9999


def test_changed_weights_or_pooling_change_the_fingerprint(bert, tmp_path):
    other = shutil.copytree(bert, tmp_path / "other")
    path = other / "1_Pooling" / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "pooling_mode": "cls"}))
    assert load_encoder(bert).fingerprint != load_encoder(other).fingerprint


def test_without_torch_the_message_names_the_extra(bert, monkeypatch):
    real = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name.partition(".")[0] == "sentence_transformers":
            raise ModuleNotFoundError("No module named 'sentence_transformers'", name=name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(EncoderError, match=r"radsearch\[cpu\]"):
        load_encoder(bert)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_an_incomplete_folder_is_one_clear_error(bert, tmp_path, name):
    broken = shutil.copytree(bert, tmp_path / "broken")
    (broken / name).unlink()
    if name == "tokenizer.json":
        (broken / "tokenizer_config.json").unlink()
    with pytest.raises(EncoderError, match="broken"):
        load_encoder(broken)
