import numpy as np
import onnxruntime
import pytest

from radsearch.encoder import load_encoder
from radsearch.errors import EncoderError
from tests.tiny_models import save_bert
from train.export import export, export_main

TEXTS = [f"{k} mm nodule in the {side} lobe" for k in (3, 12) for side in ("left", "right")]


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    prompts = {"query": "seen: ", "document": ""}
    return save_bert(tmp_path_factory.mktemp("bert") / "tiny", prompts=prompts)


def test_an_export_computes_what_its_source_does_prompts_included(bert, tmp_path):
    settings = export(bert, tmp_path / "out", keep_fp32=True, calibration=TEXTS)
    torch, fp32 = load_encoder(bert), load_encoder(tmp_path / "out", precision="fp32")
    int8 = load_encoder(tmp_path / "out")
    assert settings.prompts["query"] == "seen: " and settings.max_tokens == 32
    for kind in ("query", "findings"):
        reference = torch.embed(TEXTS, kind)
        assert np.abs(fp32.embed(TEXTS, kind) - reference).max() < 1e-5
        assert np.sum(int8.embed(TEXTS, kind) * reference, axis=1).min() > 0.99


def test_without_keep_fp32_only_int8_is_left(bert, tmp_path, capsys):
    export_main([str(bert), str(tmp_path / "out"), "--name", "mine", "--revision", "r1"])
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {
        "README.md",
        "model.int8.onnx",
        "parity.safetensors",
        "radsearch_encoder.json",
        "tokenizer.json",
    }
    encoder = load_encoder(tmp_path / "out")
    assert encoder.name == "mine" and encoder.fingerprint in capsys.readouterr().out


def test_int8_multiplies_in_integers(bert, tmp_path):
    export(bert, tmp_path / "out", calibration=TEXTS)
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "optimised.onnx")
    options.log_severity_level = 3
    onnxruntime.InferenceSession(
        str(tmp_path / "out" / "model.int8.onnx"), options, providers=["CPUExecutionProvider"]
    )
    import onnx

    kinds = [node.op_type for node in onnx.load(str(tmp_path / "optimised.onnx")).graph.node]
    integers = sum(kind in ("DynamicQuantizeMatMul", "MatMulIntegerToFloat") for kind in kinds)
    assert integers == 2 * 6  # query, key, value, output, up, down in each layer


def test_a_folder_that_is_no_model_is_refused(tmp_path):
    with pytest.raises(EncoderError, match=r"modules\.json"):
        export(tmp_path, tmp_path / "out")
