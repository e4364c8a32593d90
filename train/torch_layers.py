"""Parts that the small networks under the heads share."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from radsearch.heads.layer import Layer


def new_layers(*shapes: tuple[int, int], generator: torch.Generator) -> list[nn.Linear]:
    """Layers of random weights that keep the size of rectified units (He et al. 2015).

    Args:
        *shapes: Inputs and units of each.
        generator: Draws the weights; nothing else is random.

    Returns:
        One layer a shape, bias zero.
    """
    layers = [nn.Linear(*shape) for shape in shapes]
    for layer in layers:
        with torch.no_grad():
            spread = (2.0 / layer.in_features) ** 0.5
            layer.weight.copy_(spread * torch.randn(layer.weight.shape, generator=generator))
            layer.bias.zero_()
    return layers


def dropped(units: Tensor, share: float, generator: torch.Generator) -> Tensor:
    """Units of which a share is zero, the others larger in return."""
    kept = torch.rand(units.shape, generator=generator) >= share
    return units * kept / (1 - share)


def noisy(inputs: Tensor, spread: float, generator: torch.Generator) -> Tensor:
    """Inputs with normal noise."""
    return inputs + spread * torch.randn(inputs.shape, generator=generator)


def schedule(done: float, rise: float = 0.1) -> float:
    """Share of the largest learning rate after a share of the steps: up, then down as a cosine.

    >>> [round(schedule(x), 2) for x in (0.05, 0.1, 0.55, 1.0)]
    [0.5, 1.0, 0.5, 0.0]
    """
    if done < rise:
        return done / rise
    return float(0.5 * (1 + np.cos(np.pi * (done - rise) / (1 - rise))))


def as_layer(layer: nn.Linear) -> Layer:
    """The layer for use without torch."""
    weights, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    return Layer(np.ascontiguousarray(weights.T), bias.copy())


def beside(layers: Sequence[Layer]) -> Layer:
    """One layer that holds the units of several, which read the same inputs.

    >>> one = Layer(np.ones((2, 1), np.float32), np.zeros(1, np.float32))
    >>> beside([one, one]).units(np.array([[1.0, 2.0]])).tolist()
    [[3.0, 3.0]]
    """
    weights = np.concatenate([layer.weights for layer in layers], axis=1)
    return Layer(weights, np.concatenate([layer.bias for layer in layers]))
