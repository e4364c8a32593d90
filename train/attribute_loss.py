"""The loss of one axis of the attribute heads."""

import numpy as np
import torch
from torch import Tensor, nn

from radsearch.heads.attributes import STEPS

from .attribute_targets import Target


class AxisLoss:
    """Of one axis: of the values, of the place, and of whether it is stated at all.

    Args:
        axis: Name.
        target: Of all sentences.
        order: Weight of the place beside the values.
        rest: Weight of the place's being the mean where the axis is not stated.

    The loss reads `width` columns; the last gives the place's distance from `mean`, in units of
    `spread`.
    """

    def __init__(self, axis: str, target: Target, *, order: float, rest: float):
        told = target.told
        some = bool(told.any())
        self.mean = float(target.places[told].mean()) if some else 0.0
        self.spread = max(float(target.places[told].std()), 1e-3) if some else 1.0
        self.width = len(target.names) + 1 + (axis in STEPS)
        self._shares = torch.from_numpy(target.shares)  # rows of untold sentences are zero
        self._places = torch.from_numpy((target.places - np.float32(self.mean)) / self.spread)
        share = max(float(told.mean()), 1e-3)
        self._often = share**-0.5  # an axis that is rarely stated counts more
        self._told = torch.from_numpy(told.astype(np.float32))
        self._place = torch.from_numpy((order * self._often * told).astype(np.float32))
        self._rest = torch.from_numpy((rest * (target.clear & ~told)).astype(np.float32))
        self._clear = torch.from_numpy(target.clear.astype(np.float32))
        self._first = int(axis in STEPS)

    def __call__(self, logits: Tensor, rows: Tensor) -> Tensor:
        """Scalar; logits (b, width) of these rows. Weights of zero leave rows out: faster."""
        values, place = logits[:, self._first : -1].log_softmax(dim=1), logits[:, -1]
        loss = -self._often * (self._shares[rows] * values).sum()
        loss = loss + (self._place[rows] * (place - self._places[rows]) ** 2).sum()
        loss = loss + (self._rest[rows] * place**2).sum()
        if self._first:
            loss = loss + nn.functional.binary_cross_entropy_with_logits(
                logits[:, 0], self._told[rows], self._clear[rows], reduction="sum"
            )
        out: Tensor = loss / len(rows)
        return out
