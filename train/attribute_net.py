"""One hidden layer under all attribute heads, trained over all axes at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from radsearch.heads.layer import Layer

from .attribute_loss import AxisLoss
from .attribute_targets import Target
from .frame import Frame
from .torch_layers import as_layer, beside, dropped, new_layers, noisy, schedule

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the layer is trained; chosen on held-out training families and authored validation.

    Attributes:
        units: Of the hidden layer.
        dropout: Share of its units that a step leaves out.
        noise: Standard deviation that is added to the inputs, which are of order 1.
        decay: Weight decay (AdamW).
        rate: Largest learning rate; it rises for a tenth of the steps, then falls as a cosine.
        epochs: Passes over the sentences.
        batch: Sentences a step.
        order: Weight of the place on the scale beside the values.
        rest: Weight of the place's being the mean where a sentence states nothing of the axis,
            so that a code does not follow what other axes say.
        exponents: Of the inverse eigenvalues of the vectors by which inputs are whitened, one for
            each layer whose logits are averaged, from other first weights; 0.5 is full, 0 none.
    """

    units: int = 512
    dropout: float = 0.3
    noise: float = 0.1
    decay: float = 0.05
    rate: float = 3e-3
    epochs: int = 14
    batch: int = 128
    order: float = 0.5
    rest: float = 0.2
    exponents: tuple[float, ...] = (0.25, 0.25, 0.45)


@dataclass(frozen=True, slots=True)
class Net:
    """A trained layer with its heads.

    Attributes:
        hidden: The layer.
        heads: Axis -> weights (units, columns) and bias (columns,): "stated" where the axis has
            it, a column a value, the place on the scale.
    """

    hidden: Layer
    heads: Mapping[str, tuple[Floats, Floats]]


def fit_nets(vectors: Floats, targets: Mapping[str, Target], recipe: Recipe) -> Net:
    """Several nets as one; arguments as `fit_net` has them."""
    return merged([fit_net(vectors, targets, recipe, seed=n) for n in range(len(recipe.exponents))])


def merged(nets: Sequence[Net]) -> Net:
    """One wider net whose logits are the means of theirs.

    Args:
        nets: Of the same axes and columns.

    Returns:
        A net whose layer holds theirs side by side.
    """
    heads: dict[str, tuple[Floats, Floats]] = {}
    for axis in nets[0].heads:
        weights = np.concatenate([net.heads[axis][0] for net in nets]) / len(nets)
        bias = np.mean([net.heads[axis][1] for net in nets], axis=0)
        heads[axis] = (weights.astype(np.float32), np.asarray(bias, np.float32))
    return Net(beside([net.hidden for net in nets]), heads)


def fit_net(
    vectors: Floats,
    targets: Mapping[str, Target],
    recipe: Recipe,
    *,
    seed: int = 0,
) -> Net:
    """The layer and the heads of all axes.

    Args:
        vectors: (n, dim) of unit length.
        targets: By axis, of the n sentences.
        recipe: How.
        seed: Which of the layers: of its exponent, first weights and order of the sentences.

    Returns:
        Weights that read the vectors as they are.
    """
    generator = torch.Generator().manual_seed(seed)
    frame = Frame.fit(vectors, recipe.exponents[seed])
    inputs = torch.from_numpy(frame.inputs(vectors))
    losses = [
        AxisLoss(axis, target, order=recipe.order, rest=recipe.rest)
        for axis, target in targets.items()
    ]
    widths = [loss.width for loss in losses]
    layers = new_layers(
        (inputs.shape[1], recipe.units), (recipe.units, sum(widths)), generator=generator
    )
    steps = recipe.epochs * -(-len(inputs) // recipe.batch)
    optimiser = torch.optim.AdamW(
        [part for layer in layers for part in layer.parameters()],
        lr=recipe.rate,
        weight_decay=recipe.decay,
    )
    for step, rows in enumerate(_batches(len(inputs), recipe, generator)):
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * schedule(step / steps)
        x = noisy(inputs[rows], recipe.noise, generator)
        hidden = dropped(torch.relu(layers[0](x)), recipe.dropout, generator)
        logits = torch.split(layers[1](hidden), widths, dim=1)
        loss = torch.stack([of(part, rows) for of, part in zip(losses, logits, strict=True)]).sum()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    return _net(layers, losses, list(targets), frame)


def _batches(n: int, recipe: Recipe, generator: torch.Generator) -> list[Tensor]:
    return [
        rows
        for _ in range(recipe.epochs)
        for rows in torch.split(torch.randperm(n, generator=generator), recipe.batch)
    ]


def _net(
    layers: list[nn.Linear], losses: Sequence[AxisLoss], axes: Sequence[str], frame: Frame
) -> Net:
    """The weights, with the frame of the inputs and the scale of the places folded in."""
    outer = as_layer(layers[1])
    heads, first = {}, 0
    for axis, loss in zip(axes, losses, strict=True):
        last = first + loss.width
        w, b = outer.weights[:, first:last].copy(), outer.bias[first:last].copy()
        w[:, -1] *= loss.spread
        b[-1] = b[-1] * loss.spread + loss.mean
        heads[axis] = (w, b)
        first = last
    return Net(frame.folded(as_layer(layers[0])), heads)
