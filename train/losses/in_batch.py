r"""In-batch contrastive loss, both directions.

    L = 1/2b * sum_i [ -log softmax_j(s * <l_i, r_j>)_i - log softmax_j(s * <r_i, l_j>)_i ]

The sum over j leaves out pairs of the same study and pairs whose text is the same: they are
right answers too. Paper: table 9, InfoNCE.
"""

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy


def in_batch_contrastive(left: Tensor, right: Tensor, same: Tensor, scale: float = 20.0) -> Tensor:
    """Symmetric InfoNCE over a batch of pairs.

    Args:
        left: Unit vectors, (b, d).
        right: Unit vectors, (b, d); row i belongs to row i of `left`.
        same: Boolean (b, b); true where i and j must not be negatives. The diagonal is ignored.
        scale: Inverse temperature.

    Returns:
        A scalar; 0 if there is one pair only.

    >>> x = torch.eye(3)
    >>> round(in_batch_contrastive(x, x, torch.zeros(3, 3, dtype=torch.bool), 100.0).item(), 6)
    0.0
    """
    scores = scale * left @ right.T  # (b, b)
    own = torch.eye(len(left), dtype=torch.bool, device=left.device)
    scores = scores.masked_fill(same & ~own, float("-inf"))
    labels = torch.arange(len(left), device=left.device)
    return (cross_entropy(scores, labels) + cross_entropy(scores.T, labels)) / 2


def duplicates(left: list[str], right: list[str], studies: list[str]) -> Tensor:
    """Boolean (b, b): which pairs of rows share a study or one of their texts.

    >>> duplicates(["a", "b", "a"], ["x", "x", "z"], ["1", "2", "3"]).int().tolist()
    [[1, 1, 1], [1, 1, 0], [1, 0, 1]]
    """
    found = torch.zeros(len(left), len(left), dtype=torch.bool)
    for column in (left, right, studies):
        ids = {text: i for i, text in enumerate(dict.fromkeys(column))}
        key = torch.tensor([ids[text] for text in column])
        found |= key[:, None] == key[None, :]
    return found
