"""Trains the head that reads two sentence vectors at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from radsearch.heads.layer import Layer
from radsearch.heads.pair_head import PairHead

from .frame import Frame
from .torch_layers import as_layer, beside, dropped, new_layers, noisy, schedule

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PairRecipe:
    """How the network is trained; chosen on training families that were left out.

    Attributes:
        project: Units that read each vector.
        units: Of the layer on both.
        dropout: Share of the features that a step leaves out.
        noise: Standard deviation added to the vectors, which are of order 1.
        decay: Weight decay (AdamW).
        rate: Largest learning rate.
        epochs: Passes over the pairs.
        batch: Pairs a step.
        nets: Networks of other first weights whose logits are averaged.
    """

    project: int = 128
    units: int = 64
    dropout: float = 0.3
    noise: float = 0.2
    decay: float = 0.1
    rate: float = 2e-3
    epochs: int = 12
    batch: int = 128
    nets: int = 4


def fit_pair_heads(
    first: Floats, second: Floats, marks: Floats, labels: NDArray[np.bool_], recipe: PairRecipe
) -> PairHead:
    """Several networks as one; arguments as `fit_pair_head` has them."""
    seeds = range(recipe.nets)
    return merged([fit_pair_head(first, second, marks, labels, recipe, seed=s) for s in seeds])


def merged(heads: Sequence[PairHead]) -> PairHead:
    """One wider head whose logit is the mean of theirs.

    Args:
        heads: Of one shape each.

    Returns:
        A head whose layers hold theirs side by side.
    """
    width, units = len(heads[0].project.bias), len(heads[0].mix.bias)
    all_of = width * len(heads)
    mix = np.zeros((2 * all_of + heads[0].marks, units * len(heads)), np.float32)
    for at, head in enumerate(heads):
        to = slice(at * units, (at + 1) * units)
        for half in (0, 1):  # of what differs, of what is shared
            rows = slice(half * all_of + at * width, half * all_of + (at + 1) * width)
            mix[rows, to] = head.mix.weights[half * width : (half + 1) * width]
        mix[2 * all_of :, to] = head.mix.weights[2 * width :]
    out = np.concatenate([head.out.weights for head in heads]) / len(heads)
    bias = np.mean([head.out.bias for head in heads], axis=0)
    return PairHead(
        beside([head.project for head in heads]),
        Layer(mix, np.concatenate([head.mix.bias for head in heads])),
        Layer(out.astype(np.float32), np.asarray(bias, np.float32)),
    )


def fit_pair_head(
    first: Floats,
    second: Floats,
    marks: Floats,
    labels: NDArray[np.bool_],
    recipe: PairRecipe,
    *,
    seed: int = 0,
) -> PairHead:
    """The network of the least log loss, both classes of one weight.

    Args:
        first: (n, dim) unit vectors.
        second: (n, dim).
        marks: (n, marks) of `radsearch.heads.pairs.pair_marks`.
        labels: (n,) whether the two contradict each other.
        recipe: How.
        seed: Of the first weights and the order of the pairs.

    Returns:
        A head that reads the vectors as they are.
    """
    generator = torch.Generator().manual_seed(seed)
    frame = Frame.fit(np.concatenate([first, second]), exponent=0.0)  # whitened, it is worse
    a, b = (torch.from_numpy(frame.inputs(vectors)) for vectors in (first, second))
    m, y = torch.from_numpy(marks), torch.from_numpy(labels.astype(np.float32))
    share = float(np.clip(labels.mean(), 1e-3, 1 - 1e-3))
    weight = torch.where(y > 0, 0.5 / share, 0.5 / (1 - share))
    layers = new_layers(
        (first.shape[1], recipe.project),
        (2 * recipe.project + marks.shape[1], recipe.units),
        (recipe.units, 1),
        generator=generator,
    )
    optimiser = torch.optim.AdamW(
        [part for layer in layers for part in layer.parameters()],
        lr=recipe.rate,
        weight_decay=recipe.decay,
    )
    drawn = [
        rows
        for _ in range(recipe.epochs)
        for rows in torch.split(torch.randperm(len(labels), generator=generator), recipe.batch)
    ]
    for step, rows in enumerate(drawn):
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * schedule(step / len(drawn))
        pair = [noisy(x[rows], recipe.noise, generator) for x in (a, b)]
        logits = _logits(layers, pair, m[rows], recipe.dropout, generator)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, y[rows], weight[rows])
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    project, mix, out = (as_layer(layer) for layer in layers)
    return PairHead(frame.folded(project), mix, out)


def _logits(
    layers: list[nn.Linear],
    pair: list[Tensor],
    marks: Tensor,
    dropout: float,
    generator: torch.Generator,
) -> Tensor:
    """As `PairHead.logits`, some of the features left out."""
    a, b = (torch.relu(layers[0](x)) for x in pair)
    features = torch.cat([(a - b).abs(), a * b, marks], dim=1)
    out: Tensor = layers[2](torch.relu(layers[1](dropped(features, dropout, generator))))[:, 0]
    return out
