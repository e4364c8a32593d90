"""What every backend promises: the same tests over each."""

import numpy as np
import pytest

from radsearch.encoder import load_encoder
from tests.toy import ToyEncoder

TEXTS = [
    "No pleural effusion.",
    "Small left pneumothorax",
    "the heart is normal in size and the lungs are clear; no acute fracture is seen.",
    "nodule",
]
LONG = " ".join(f"There is a nodule of {k} mm in the right upper lobe." for k in range(40))


@pytest.fixture(params=["toy", "default", "int8", "fp32", "torch", "qwen3"], scope="module")
def encoder(request):
    if request.param == "toy":
        return ToyEncoder(window=30)
    if request.param == "default":
        return load_encoder()
    if request.param in ("int8", "fp32"):
        return load_encoder(request.getfixturevalue("exported"), precision=request.param)
    return load_encoder(request.getfixturevalue("bert" if request.param == "torch" else "qwen3"))


def test_vectors_have_unit_length_and_the_stated_width(encoder):
    vectors = encoder.embed(TEXTS)
    assert vectors.dtype == np.float32 and vectors.shape == (len(TEXTS), encoder.dim)
    assert vectors.flags.c_contiguous
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_an_empty_text_gives_zero_and_no_texts_give_no_rows(encoder):
    vectors = encoder.embed(["", "no effusion", "  \n"])
    assert not vectors[0].any() and not vectors[2].any() and vectors[1].any()
    assert encoder.embed([]).shape == (0, encoder.dim)


def test_a_text_has_one_vector_whatever_its_neighbours_and_order(encoder):
    together = encoder.embed([*TEXTS, TEXTS[0]])
    alone = np.vstack([encoder.embed([text]) for text in TEXTS])
    assert np.abs(together[: len(TEXTS)] - alone).max() < 1e-5
    assert np.array_equal(together[0], together[-1])
    assert np.abs(encoder.embed(TEXTS[::-1])[::-1] - alone).max() < 1e-5


def test_different_texts_have_different_vectors(encoder):
    vectors = encoder.embed(TEXTS)
    assert (vectors @ vectors.T)[np.triu_indices(len(TEXTS), 1)].max() < 0.9999


def test_a_long_text_is_counted_and_its_end_still_matters(encoder):
    before = encoder.n_windowed
    changed = LONG.removesuffix("lobe.") + "lobe. Large left pleural effusion."
    vectors = encoder.embed([LONG, "no effusion", changed])
    assert encoder.n_windowed - before == 2
    assert np.abs(vectors[0] - vectors[2]).max() > 1e-4


def test_each_encoder_names_itself(encoder):
    assert encoder.name and encoder.fingerprint
