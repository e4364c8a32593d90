r"""In-batch contrastive loss, both directions, with pairs of earlier steps as further candidates.

    L = 1/2b * sum_i [ -log softmax_j(s * <l_i, r_j>)_i - log softmax_j(s * <r_i, l_j>)_i ]

i runs over the batch, j over the batch and what is remembered. The sum over j leaves out pairs of
the same study and pairs whose text is the same: they are right answers too. Paper: table 9,
InfoNCE.
"""

from collections.abc import Sequence
from hashlib import blake2b

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from ..rows import Pair


def in_batch_contrastive(left: Tensor, right: Tensor, same: Tensor, scale: float = 20.0) -> Tensor:
    """Symmetric InfoNCE over a batch of pairs.

    Args:
        left: Unit vectors, (n, d); the batch, then pairs that are candidates only.
        right: Unit vectors, (n, d); row i belongs to row i of `left`.
        same: Boolean (b, n), b <= n; true where i and j must not be negatives. The diagonal is
            ignored.
        scale: Inverse temperature.

    Returns:
        A scalar; 0 if there is one pair only.

    >>> x = torch.eye(3)
    >>> round(in_batch_contrastive(x, x, torch.zeros(3, 3, dtype=torch.bool), 100.0).item(), 6)
    0.0
    """
    return (_one_way(left, right, same, scale) + _one_way(right, left, same, scale)) / 2


def _one_way(asking: Tensor, searched: Tensor, same: Tensor, scale: float) -> Tensor:
    """InfoNCE of the first b rows of one side among all rows of the other."""
    batch = len(same)
    own = torch.eye(*same.shape, dtype=torch.bool, device=asking.device)
    scores = scale * asking[:batch] @ searched.T  # (b, n)
    scores = scores.masked_fill(same & ~own, float("-inf"))
    return cross_entropy(scores, torch.arange(batch, device=asking.device))


def keys_of(pairs: Sequence[Pair]) -> Tensor:
    """What makes two pairs the same: hashes of left, right and study, int64 (b, 3)."""
    rows = [[_key(text) for text in (pair.left, pair.right, pair.study)] for pair in pairs]
    return torch.tensor(rows, dtype=torch.int64)


def _key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def duplicates(keys: Tensor, others: Tensor) -> Tensor:
    """Boolean (b, n): which rows share a study or one of their texts.

    >>> keys = keys_of([Pair("a", "x", "1"), Pair("b", "x", "2"), Pair("a", "z", "3")])
    >>> duplicates(keys, keys).int().tolist()
    [[1, 1, 1], [1, 1, 0], [1, 0, 1]]
    """
    return (keys[:, None, :] == others[None, :, :]).any(-1)
