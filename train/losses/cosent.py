r"""CoSENT: pairs with a higher target must score higher than pairs with a lower one.

    L = log(1 + sum_{(i, j): t_i > t_j} e^{s (c_j - c_i)})

Only the order of the targets counts, so a RadSim target ranks without being imitated.
Source: Su, "CoSENT" (2022); RadSim ranking is the paper's table 8.
"""

import torch
from torch import Tensor


def cosent(cosines: Tensor, targets: Tensor, scale: float = 20.0) -> Tensor:
    """The CoSENT loss of a batch of scored pairs.

    Args:
        cosines: Cosine of each pair, (b,).
        targets: Wanted similarity of each pair, (b,).
        scale: Inverse temperature.

    Returns:
        A scalar; 0 if all targets are equal.

    >>> cosines, targets = torch.tensor([0.9, 0.1]), torch.tensor([1.0, 0.0])
    >>> round(cosent(cosines, targets, 1.0).item(), 4)  # log(1 + e^(0.1 - 0.9))
    0.3711
    """
    wrong = scale * (cosines[None, :] - cosines[:, None])  # (i, j) = c_j - c_i
    wrong = wrong[targets[:, None] > targets[None, :]]
    return torch.cat([wrong.new_zeros(1), wrong]).logsumexp(0)
