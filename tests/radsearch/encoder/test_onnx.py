import json
import shutil

import numpy as np
import pytest

from radsearch.encoder import load_encoder
from radsearch.encoder.load import DEFAULT_FOLDER
from radsearch.errors import EncoderError

TEXTS = [f"{k} mm nodule in the {side} lobe" for k in range(1, 41) for side in ("left", "right")]


@pytest.fixture
def copy(exported, tmp_path):
    return shutil.copytree(exported, tmp_path / "encoder")


def test_the_shipped_encoder_gives_the_same_bits_in_any_company_and_with_any_threads():
    one, two = load_encoder(threads=1), load_encoder(threads=2)
    texts = [*TEXTS[:20], "Clear lungs. " * 30]
    reference = one.embed(texts)
    assert np.array_equal(two.embed(texts), reference)
    assert np.array_equal(two.embed(texts[7:9]), reference[7:9])


def test_a_batch_of_equal_lengths_gives_the_bits_that_each_text_gives_alone(exported):
    together, alone = load_encoder(exported, threads=1), load_encoder(exported, threads=1)
    runs = []
    vectors = together._vectors
    together._vectors = lambda rows: runs.append(len(rows)) or vectors(rows)
    batch = together.embed(TEXTS)
    assert max(runs) > 4 and sum(runs) == len(TEXTS)
    assert np.array_equal(batch, np.concatenate([alone.embed([text]) for text in TEXTS]))
    assert np.array_equal(load_encoder(exported, threads=2).embed(TEXTS), batch)


def test_a_graph_that_wants_an_unknown_batch_is_refused(copy):
    import onnx

    path = copy / "model.int8.onnx"
    model = onnx.load(str(path))
    onnx.helper.set_model_props(model, {"radsearch.batch": "ragged"})
    onnx.save(model, str(path))
    with pytest.raises(EncoderError, match=r"'ragged'.*'equal lengths'"):
        load_encoder(copy, verify=False)


def test_the_shipped_encoder_puts_a_paraphrase_nearer_than_another_finding():
    effusion, fluid, fracture = load_encoder().embed(
        ["Small left pleural effusion.", "Minor fluid in the left pleural space.", "Rib fracture."]
    )
    assert effusion @ fluid > 0.6 > effusion @ fracture


def test_int8_and_fp32_agree_but_have_their_own_fingerprints(exported, bert):
    int8, fp32 = (load_encoder(exported, precision=precision) for precision in ("int8", "fp32"))
    torch = load_encoder(bert)
    assert np.sum(int8.embed(TEXTS) * fp32.embed(TEXTS), axis=1).min() > 0.99
    assert np.abs(fp32.embed(TEXTS) - torch.embed(TEXTS)).max() < 1e-5
    assert len({int8.fingerprint, fp32.fingerprint, torch.fingerprint}) == 3
    assert load_encoder(exported, threads=1).fingerprint == int8.fingerprint


def test_an_exported_folder_with_its_source_also_opens_in_torch(exported):
    torch = load_encoder(exported, backend="torch")
    fp32 = load_encoder(exported, precision="fp32")
    assert np.abs(fp32.embed(TEXTS) - torch.embed(TEXTS)).max() < 1e-5


def test_changed_prompts_change_the_fingerprint_and_only_that_kind(exported, copy):
    path = copy / "radsearch_encoder.json"
    settings = json.loads(path.read_text())
    settings["prompts"]["query"] = "right lung: "
    path.write_text(json.dumps(settings))
    plain, prompted = load_encoder(exported), load_encoder(copy)
    assert plain.fingerprint != prompted.fingerprint
    assert np.array_equal(plain.embed(TEXTS), prompted.embed(TEXTS))
    assert not np.allclose(plain.embed(TEXTS, "query"), prompted.embed(TEXTS, "query"))
    assert np.array_equal(
        prompted.embed(["nodule"], "query"), plain.embed(["right lung: nodule"], "query")
    )


@pytest.mark.parametrize("name", ["model.int8.onnx", "tokenizer.json", "parity.safetensors"])
def test_a_missing_file_is_named(copy, name):
    (copy / name).unlink()
    with pytest.raises(EncoderError, match=name):
        load_encoder(copy)


@pytest.mark.parametrize("name", ["model.int8.onnx", "tokenizer.json", "parity.safetensors"])
def test_a_truncated_file_is_an_error_and_no_traceback_of_a_library(copy, name):
    path = copy / name
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(EncoderError, match=r"export|copy"):
        load_encoder(copy)


def test_a_truncated_graph_is_an_error_even_unverified(copy):
    path = copy / "model.int8.onnx"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(EncoderError, match="cannot be opened"):
        load_encoder(copy, verify=False)


def test_one_flipped_byte_in_the_weights_is_noticed(copy):
    path = copy / "model.int8.onnx"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(EncoderError, match="sha256"):
        load_encoder(copy)


def test_vectors_that_do_not_reproduce_are_refused_unless_asked(copy):
    from safetensors.numpy import load_file, save_file

    stored = load_file(str(copy / "parity.safetensors"))
    stored["int8"] = np.roll(stored["int8"], 1, axis=0)
    save_file(stored, str(copy / "parity.safetensors"))
    with pytest.raises(EncoderError, match=r"lowest cosine .* wanted 0\.999"):
        load_encoder(copy)
    assert load_encoder(copy, precision="fp32").dim == load_encoder(copy, verify=False).dim == 32


@pytest.mark.parametrize(
    "change", [{"format": 99}, {"dim": "x"}, {"max_tokens": 0}, {"surprise": 1}, {"prompts": []}]
)
def test_unknown_or_senseless_settings_are_refused(copy, change):
    path = copy / "radsearch_encoder.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(EncoderError, match="radsearch_encoder"):
        load_encoder(copy)


def test_a_precision_that_the_folder_lacks_is_named_with_what_it_has():
    with pytest.raises(EncoderError, match="holds precision int8, wanted fp32"):
        load_encoder(precision="fp32")


def test_the_shipped_folder_is_complete():
    names = {path.name for path in DEFAULT_FOLDER.iterdir()}
    wanted = {"model.int8.onnx", "tokenizer.json", "radsearch_encoder.json", "parity.safetensors"}
    assert wanted | {"README.md"} <= names
