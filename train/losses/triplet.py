r"""Triplet margin on cosines, for perturbed copies of a text.

    L = mean_i max(0, m - a_i.p_i + a_i.n_i)

Paper: table 8, finding perturbations.
"""

from torch import Tensor
from torch.nn.functional import relu


def triplet_margin(
    anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 0.2
) -> Tensor:
    """Mean hinge of the margin by which each positive must beat its negative.

    Args:
        anchor: Unit vectors, (b, d).
        positive: Unit vectors, (b, d).
        negative: Unit vectors, (b, d).
        margin: Wanted difference of the cosines.

    Returns:
        A scalar.

    >>> import torch
    >>> x, y = torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]])
    >>> triplet_margin(x, x, y).item(), round(triplet_margin(x, y, x).item(), 1)
    (0.0, 1.2)
    """
    return relu(margin - (anchor * positive).sum(-1) + (anchor * negative).sum(-1)).mean()
