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
        self._told = torch.from_numpy(told)
        self._clear = torch.from_numpy(target.clear)
        self._shares = torch.from_numpy(target.shares)
        self._places = torch.from_numpy((target.places - np.float32(self.mean)) / self.spread)
        self._share = max(float(told.mean()), 1e-3)
        self._first = int(axis in STEPS)
        self._order, self._rest = order, rest

    def __call__(self, logits: Tensor, rows: Tensor) -> Tensor:
        """Scalar; logits (b, width) of these rows."""
        told, clear = self._told[rows], self._clear[rows]
        values = logits[:, self._first : -1][told].log_softmax(dim=1)
        apart = logits[:, -1][told] - self._places[rows][told]
        loss = -(self._shares[rows][told] * values).sum() + self._order * (apart**2).sum()
        loss = loss / self._share**0.5  # an axis that is rarely stated counts more
        loss = loss + self._rest * (logits[:, -1][clear & ~told] ** 2).sum()
        if self._first:
            loss = loss + nn.functional.binary_cross_entropy_with_logits(
                logits[:, 0][clear], told[clear].float(), reduction="sum"
            )
        out: Tensor = loss / len(rows)
        return out
