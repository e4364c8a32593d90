from dataclasses import replace

import numpy as np
import pytest

from radsearch.heads.layer import Layer
from radsearch.heads.model import LinearHeads
from radsearch.heads.pair_head import PairHead
from radsearch.heads.pairs import MARK_SETS, MARKS, contradiction, pair_marks
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


def test_the_marks_do_not_depend_on_the_order(encoder, heads):
    a, b = encoder.embed(["Pneumothorax.", "Small nodule."]), encoder.embed(["No air.", "Nodule."])
    there, back = pair_marks(heads, a, b), pair_marks(heads, b, a)
    assert there.shape == (2, MARKS) and there.dtype == np.float32
    assert np.allclose(there, back, atol=1e-5)


def test_a_finding_that_one_states_and_the_other_denies_is_opposed(encoder, heads):
    a, b = encoder.embed(["Pneumothorax."]), encoder.embed(["No pneumothorax."])
    apart, same = pair_marks(heads, a, b)[0], pair_marks(heads, a, a)[0]
    assert apart[0] > same[0] == 0  # how far apart "absent" is
    assert apart[1] > same[1]  # opposed
    assert apart[2] < same[2]  # agreed
    assert apart[3] < same[3] == pytest.approx(1.0, abs=1e-5)  # near


def test_tallies_tell_one_denied_finding_of_two(encoder, heads):
    a = encoder.embed(["Pneumothorax."]) + encoder.embed(["Nodule."])
    b = encoder.embed(["No pneumothorax."]) + encoder.embed(["Nodule."])
    apart, same = pair_marks(heads, a, b)[0], pair_marks(heads, a, a)[0]
    assert apart[4] > same[4]  # opposed, summed over findings
    assert apart[10] > same[10] == 0  # how far apart in what is present
    assert apart[11] > same[11] == 0  # and in what is absent


def test_a_head_of_fewer_marks_reads_the_first(encoder, heads):
    head = PairHead(
        Layer(np.zeros((256, 1), np.float32), np.zeros(1, np.float32)),
        Layer(np.eye(2 + 4, dtype=np.float32), np.zeros(6, np.float32)),
        Layer(np.ones((6, 1), np.float32), np.zeros(1, np.float32)),
    )
    assert head.marks == 4 == MARK_SETS[0]
    a, b = encoder.embed(["Pneumothorax."]), encoder.embed(["No pneumothorax."])
    first = np.maximum(pair_marks(heads, a, b)[:, :4], 0).sum()
    got = contradiction(replace(heads, contradiction=head), a, b)
    assert got == pytest.approx(1 / (1 + np.exp(-first)), abs=1e-5)


def test_without_a_head_of_pairs_certainty_alone_decides(encoder, heads):
    a, b = encoder.embed(["Pneumothorax."] * 2), encoder.embed(["No pneumothorax.", "Nodule."])
    scores = contradiction(heads, a, b)
    assert scores[0] > scores[1] and ((scores >= 0) & (scores <= 1)).all()


def test_the_head_reads_the_marks(encoder, heads):
    mix = np.zeros((2 * 4 + MARKS, 1), np.float32)
    mix[2 * 4 + 1] = 5.0  # opposed alone
    head = PairHead(
        Layer(np.zeros((256, 4), np.float32), np.zeros(4, np.float32)),
        Layer(mix, np.full(1, 9.0, np.float32)),
        Layer(np.ones((1, 1), np.float32), np.full(1, -9.0, np.float32)),
    )
    a, b = encoder.embed(["Pneumothorax."] * 2), encoder.embed(["No pneumothorax.", "Nodule."])
    scores = contradiction(replace(heads, contradiction=head), a, b)
    assert scores[0] > scores[1] and ((scores >= 0) & (scores <= 1)).all()
    assert np.allclose(scores, contradiction(replace(heads, contradiction=head), b, a))
