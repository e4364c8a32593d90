import numpy as np
import pytest

from radsearch.heads.arrays import attribute_heads, halved, pair_head
from radsearch.heads.layer import Layer
from radsearch.heads.model import LinearHeads
from radsearch.heads.pair_head import PairHead

RNG = np.random.default_rng(0)


def _layer(inputs: int, units: int) -> Layer:
    weights = RNG.standard_normal((inputs, units)).astype(np.float32)
    return Layer(weights, RNG.standard_normal(units).astype(np.float32))


def test_heads_read_the_hidden_layer_by_hand():
    hidden = Layer(np.array([[1.0, -1.0]], np.float32), np.array([0.0, 1.0], np.float32))
    heads = LinearHeads(("a",), np.ones((2, 1), np.float32), np.full(1, 0.5, np.float32), hidden)
    assert heads.logits(np.array([[2.0], [-3.0]], np.float16)).tolist() == [[2.5], [4.5]]


def test_a_pair_reads_alike_in_either_order():
    head = PairHead(_layer(6, 5), _layer(12, 4), _layer(4, 1))
    a, b = RNG.standard_normal((2, 7, 6)).astype(np.float32)
    marks = RNG.standard_normal((7, 2)).astype(np.float32)
    there, back = head.logits(a, b, marks), head.logits(b, a, marks)
    assert there.shape == (7,) and np.allclose(there, back)
    assert there.std() > 0


def test_arrays_come_back_as_heads_that_share_one_layer():
    hidden, outer = _layer(6, 5), _layer(5, 2)
    arrays = {
        "attribute.hidden.weights": hidden.weights,
        "attribute.hidden.bias": hidden.bias,
        "attribute.laterality.weights": outer.weights,
        "attribute.laterality.bias": outer.bias,
    }
    held = attribute_heads(halved(arrays), {"laterality": {"values": ["left", "right"]}})
    x = RNG.standard_normal((3, 6)).astype(np.float32)
    want = hidden.units(x) @ outer.weights + outer.bias
    assert np.allclose(held["laterality"].logits(x), want, atol=0.05)
    with pytest.raises(ValueError, match="differ in number"):
        attribute_heads(arrays, {"laterality": {"values": ["left"]}})


def test_a_missing_part_of_the_pair_head_is_an_error():
    with pytest.raises(KeyError, match=r"contradiction.project"):
        pair_head({})
