from dataclasses import replace

import numpy as np
import pytest

from radsearch.heads.model import LinearHeads
from radsearch.heads.pairs import EXTRA, contradiction, pair_features
from tests.toy import ToyEncoder
from tests.toy_heads import toy_heads


@pytest.fixture
def encoder():
    return ToyEncoder(256)


@pytest.fixture
def heads(encoder):
    no = 20.0 * encoder.embed(["no"]).T
    certainty = LinearHeads(("absent", "definite"), np.hstack([no, -no]), np.full(2, -3.0, "f4"))
    return replace(toy_heads(encoder), attributes={"certainty": certainty})


def test_the_features_do_not_depend_on_the_order(encoder, heads):
    a, b = encoder.embed(["Pneumothorax.", "Small nodule."]), encoder.embed(["No air.", "Nodule."])
    there, back = pair_features(heads, a, b), pair_features(heads, b, a)
    assert there.shape == (2, 256 + EXTRA) and there.dtype == np.float32
    assert np.allclose(there, back, atol=1e-5)


def test_a_finding_that_one_states_and_the_other_denies_is_opposed(encoder, heads):
    a, b = encoder.embed(["Pneumothorax."]), encoder.embed(["No pneumothorax."])
    apart, same = pair_features(heads, a, b)[0, -EXTRA:], pair_features(heads, a, a)[0, -EXTRA:]
    assert apart[0] > same[0] == 0  # how far apart "absent" is
    assert apart[1] > same[1]  # opposed
    assert apart[2] < same[2]  # agreed


def test_heads_of_an_older_folder_go_by_certainty_alone(encoder, heads):
    a, b = encoder.embed(["Pneumothorax."] * 2), encoder.embed(["No pneumothorax.", "Nodule."])
    scores = contradiction(heads, a, b)
    assert scores[0] > scores[1] and ((scores >= 0) & (scores <= 1)).all()


def test_the_head_reads_the_features(encoder, heads):
    weights = np.zeros((256 + EXTRA, 1), np.float32)
    weights[-2] = 5.0  # opposed alone
    head = LinearHeads(("contradiction",), weights, np.zeros(1, np.float32))
    a, b = encoder.embed(["Pneumothorax."] * 2), encoder.embed(["No pneumothorax.", "Nodule."])
    scores = contradiction(replace(heads, contradiction=head), a, b)
    assert scores[0] > scores[1] and ((scores >= 0) & (scores <= 1)).all()
