import numpy as np
import pytest
import torch

from radsearch.heads.layer import Layer
from radsearch.language.extract import extract
from train.attribute_loss import AxisLoss
from train.attribute_net import Net, merged
from train.attribute_targets import target_of
from train.frame import Frame

TEXTS = ("Mild edema.", "Severe edema.", "Edema.", "Mild edema. Severe effusion.", "Clear lungs.")


def _target(axis="severity", texts=TEXTS):
    return target_of([extract(text) for text in texts], axis)


def test_targets_say_what_is_told_and_what_is_clear():
    target = _target()
    assert target.told.tolist() == [True, True, False, False, False]
    assert target.clear.tolist() == [True, True, True, False, True]  # two values: neither
    assert target.places.tolist() == [1.0, 3.0, 0.0, 0.0, 0.0]
    assert target.shares.sum(axis=1).tolist() == pytest.approx([1, 1, 0, 0, 0])
    assert target.support == {"trace": 0, "mild": 1, "moderate": 0, "severe": 1}


def test_a_size_is_shared_with_its_neighbours():
    target = _target("size", ("A nodule of 8 mm.", "A nodule."))
    shares = dict(zip(target.names, target.shares[0], strict=True))
    assert shares["8"] > shares["9"] > shares["10"] > shares["60"]
    assert target.support["stated"] == 1


def test_the_loss_is_small_where_the_logits_are_right():
    target = _target()
    loss = AxisLoss("severity", target, order=1.0, rest=1.0)
    assert loss.width == 5 and loss.mean == 2.0 and loss.spread == 1.0
    rows = torch.arange(len(TEXTS))
    right = torch.zeros(len(TEXTS), 5)
    right[0, 1] = right[1, 3] = 30.0
    right[0, 4], right[1, 4] = -1.0, 1.0
    assert float(loss(right, rows)) == pytest.approx(0.0, abs=1e-5)
    wrong = right.clone()
    wrong[2, 4] = 2.0  # a place where nothing is stated
    assert float(loss(wrong, rows)) == pytest.approx(4.0 / 5)
    mixed = right.clone()
    mixed[3] = 7.0  # a sentence of two values counts for nothing
    assert float(loss(mixed, rows)) == pytest.approx(0.0, abs=1e-5)


@pytest.mark.parametrize("exponent", [0.0, 0.25, 0.5])
def test_a_layer_in_a_frame_says_the_same_of_plain_vectors(exponent):
    rng = np.random.default_rng(0)
    x = (rng.standard_normal((400, 6)) * [5, 1, 1, 1, 1, 0.1] + 3).astype(np.float32)
    frame = Frame.fit(x, exponent)
    inputs = frame.inputs(x)
    assert np.allclose(inputs.mean(axis=0), 0, atol=1e-4)
    assert (inputs**2).mean() == pytest.approx(1.0, abs=0.02)
    layer = Layer(rng.standard_normal((6, 4)).astype(np.float32), np.ones(4, np.float32))
    assert np.allclose(frame.folded(layer).units(x), layer.units(inputs), atol=1e-3)


def test_merged_nets_say_the_mean_of_their_logits():
    rng = np.random.default_rng(0)

    def draw(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    nets = [Net(Layer(draw(6, 4), draw(4)), {"count": (draw(4, 3), draw(3))}) for _ in range(3)]
    x, one = draw(9, 6), merged(nets)

    def said(net):
        weights, bias = net.heads["count"]
        return net.hidden.units(x) @ weights + bias

    assert one.hidden.weights.shape == (6, 12)
    assert np.allclose(said(one), np.mean([said(net) for net in nets], axis=0), atol=1e-5)
