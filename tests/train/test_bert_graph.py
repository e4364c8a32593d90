import numpy as np
import onnxruntime
import pytest

from radsearch.encoder import load_encoder
from tests.tiny_models import WORDS, save_bert, save_qwen3
from train.bert_graph import is_plain_bert, write_bert
from train.bert_products import IntegerProducts, Range
from train.onnx_graph import write_graph
from train.quantise import quantise

TEXTS = [
    f"{a} {b} pleural effusion, {c} mm"
    for a, b, c in zip(WORDS[:12], WORDS[5:17], range(12), strict=True)
]


def _source(folder):
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(
        str(folder), device="cpu", model_kwargs={"attn_implementation": "eager"}
    )


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return save_bert(tmp_path_factory.mktemp("bert") / "tiny")


def _rows(model):
    return [model.tokenizer(text)["input_ids"] for text in TEXTS]


def _run(path, row):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    feed = {"input_ids": np.array([row], np.int64)}
    if len(session.get_inputs()) == 2:
        feed["attention_mask"] = np.ones_like(feed["input_ids"])
    return session.run(None, feed)[0][0]


def test_the_written_graph_gives_unit_vectors_near_those_of_its_source(bert, tmp_path):
    model = _source(bert)
    rows = _rows(model)
    write_bert(model, tmp_path / "a.onnx", rows)
    vectors = np.stack([_run(tmp_path / "a.onnx", row) for row in rows])
    reference = load_encoder(bert).embed(TEXTS)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.sum(vectors * reference, axis=1).min() > 0.999


def test_any_other_graph_is_quantised_as_traced(bert, tmp_path):
    model = _source(bert)
    rows = _rows(model)
    write_graph(model, tmp_path / "fp32.onnx")
    quantise(tmp_path / "fp32.onnx", tmp_path / "int8.onnx", rows)
    for row in rows[:4]:
        assert _run(tmp_path / "int8.onnx", row) @ _run(tmp_path / "fp32.onnx", row) > 0.99


def test_only_a_bert_with_mean_pooling_is_plain(bert, tmp_path):
    assert is_plain_bert(_source(bert))
    assert not is_plain_bert(_source(save_qwen3(tmp_path / "qwen")))


def test_a_channel_with_an_outlier_is_divided_by_more_than_the_others():
    high = np.array([1, 100, 1], np.float32)
    products = IntegerProducts({"x": Range(-high / 2, high)})
    scale = products.balance("x", np.ones((3, 2), np.float32))
    assert scale[1] > 10 * scale[0] and np.isclose(np.prod(scale), 1)
