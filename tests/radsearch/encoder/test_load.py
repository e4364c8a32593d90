import time

import pytest

from radsearch.encoder import load_encoder
from radsearch.errors import EncoderError


@pytest.mark.parametrize(
    "where", ["no_such_folder", "./runs/no_such", "/no/such/folder", "~/no_such_encoder", "a/b/c"]
)
def test_a_mistyped_folder_fails_at_once(where):
    started = time.perf_counter()
    with pytest.raises(EncoderError, match="does not exist"):
        load_encoder(where)
    assert time.perf_counter() - started < 1


def test_a_mistyped_name_in_a_folder_that_exists_is_no_hub_id(tmp_path, monkeypatch):
    (tmp_path / "runs").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EncoderError, match="does not exist"):
        load_encoder("runs/stage9")


def test_a_file_and_a_folder_without_an_encoder_are_named_as_such(tmp_path):
    file = tmp_path / "model.bin"
    file.write_text("x")
    with pytest.raises(EncoderError, match="is a file"):
        load_encoder(file)
    with pytest.raises(EncoderError, match="holds no encoder"):
        load_encoder(tmp_path)


def test_the_onnx_backend_says_how_to_get_its_files(bert):
    with pytest.raises(EncoderError, match="train export"):
        load_encoder(bert, backend="onnx")


@pytest.mark.parametrize("wrong", [{"backend": "tf"}, {"precision": "int4"}, {"threads": 0}])
def test_a_wrong_argument_is_the_callers_fault(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        load_encoder(**wrong)
