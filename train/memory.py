"""Vectors of earlier steps as further wrong answers: many candidates at the cost of none.

A step can embed some 60 pairs, a gallery has thousands of reports. The encoder drifts slowly enough
that the vectors of the last steps still tell what a pair must be told from.
Source: Wang et al., "Cross-batch memory for embedding learning" (2020), arXiv:1912.06798.
"""

import torch
from torch import Tensor


class Memory:
    """The last pairs of sections, first in, first out.

    Args:
        size: Pairs kept at most.

    Attributes:
        left: Vectors, (m, d), m <= size; newest first. Several spaces may stand side by side.
        right: Vectors, (m, d).
        keys: What makes two pairs the same, int64 (m, 3); see `losses.in_batch.keys_of`.
    """

    left: Tensor
    right: Tensor
    keys: Tensor

    def __init__(self, size: int):
        self._size = size
        self.left = torch.empty(0, 0)
        self.right = torch.empty(0, 0)
        self.keys = torch.empty(0, 3, dtype=torch.int64)

    def join(self, left: Tensor, right: Tensor, keys: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """A batch with what is remembered behind it; the batch is then remembered too.

        Args:
            left: Vectors, (b, d); gradients flow through these rows alone.
            right: Vectors, (b, d).
            keys: Of the pairs, (b, 3).

        Returns:
            Left, right and keys of b + m pairs.
        """
        if len(self.keys):
            joined = (
                torch.cat([left, self.left]),
                torch.cat([right, self.right]),
                torch.cat([keys, self.keys]),
            )
        else:
            joined = left, right, keys
        self.left, self.right, self.keys = (x.detach()[: self._size].clone() for x in joined)
        return joined

    def state(self) -> dict[str, Tensor]:
        """What a checkpoint must keep."""
        return {"left": self.left, "right": self.right, "keys": self.keys}

    def load(self, state: dict[str, Tensor]) -> None:
        """Take up what `state` gave."""
        self.left, self.right, self.keys = state["left"], state["right"], state["keys"]
