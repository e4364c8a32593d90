r"""Pairwise logistic loss of scored pairs: CoSENT with a mean where it has a log-sum.

    L = mean_{(i, j): t_i > t_j + gap} softplus(s (c_j - c_i))

CoSENT's gradient sits on the worst pair of the batch; a mean lets every order count, which scores
with many near ties, such as RadSim, need (measured: see train/LOG.md). Source: Burges et al.,
RankNet, doi:10.1145/1102351.1102363.
"""

from torch import Tensor
from torch.nn.functional import softplus


def pairwise_order(
    cosines: Tensor, targets: Tensor, scale: float = 20.0, gap: float = 0.02
) -> Tensor:
    """The loss of a batch of scored pairs.

    Args:
        cosines: Cosine of each pair, (b,).
        targets: Wanted similarity of each pair, (b,).
        scale: Inverse temperature.
        gap: Targets that differ by less have no order.

    Returns:
        A scalar; 0 if no two targets differ by more than the gap.

    >>> import torch
    >>> cosines, targets = torch.tensor([0.9, 0.1]), torch.tensor([1.0, 0.0])
    >>> round(pairwise_order(cosines, targets, 1.0).item(), 4)  # log(1 + e^(0.1 - 0.9))
    0.3711
    """
    wrong = scale * (cosines[None, :] - cosines[:, None])  # (i, j) = c_j - c_i
    wrong = wrong[targets[:, None] > targets[None, :] + gap]
    return softplus(wrong).mean() if len(wrong) else cosines.sum() * 0.0
