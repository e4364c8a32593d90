r"""Family loss: a rewording must beat every near-copy, and nearer copies beat further ones.

For a query q with a wording p of its own meaning, and N its negatives (other meanings of its own
family, everything of other families):

    L_list  = -log( e^{s q.p} / (e^{s q.p} + sum_{n in N} e^{s q.n}) )
    L_order = softplus(s (q.n2 - q.n1)),  distance(n1) < distance(n2), q of the anchor's meaning

Averaged over all (q, p) and all (q, n1, n2). Every wording is a query, so the rewording must beat
the near-copies from its own side as well.
"""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import softplus


@dataclass(frozen=True, slots=True)
class Labels:
    """What is known of each text of a batch of families, as integer vectors (n,).

    Attributes:
        family: Which family.
        meaning: Which meaning; equal across families where the facts are equal.
        distance: Steps from the anchor's meaning inside the family.
    """

    family: Tensor
    meaning: Tensor
    distance: Tensor


def list_loss(vectors: Tensor, labels: Labels, scale: float = 20.0) -> Tensor:
    """Listwise InfoNCE of each wording against all negatives of its query.

    Args:
        vectors: Unit vectors, (n, d).
        labels: What each row is.
        scale: Inverse temperature.

    Returns:
        A scalar, 0 where no meaning has two wordings.

    >>> labels = Labels(*(torch.tensor(x) for x in ([0, 0, 0], [0, 0, 1], [0, 0, 1])))
    >>> x = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> round(list_loss(x, labels, 1.0).item(), 4)  # log(1 + e^(0 - 1))
    0.3133
    """
    scores = scale * vectors @ vectors.T  # (n, n)
    equal = labels.meaning[:, None] == labels.meaning[None, :]
    own = torch.eye(len(vectors), dtype=torch.bool, device=vectors.device)
    negatives = scores.masked_fill(equal, float("-inf")).logsumexp(1)  # (n,)
    positive = equal & ~own & (labels.family[:, None] == labels.family[None, :])
    losses = softplus(negatives[:, None] - scores)  # (n, n)
    return losses[positive].mean() if bool(positive.any()) else scores.sum() * 0.0


def order_loss(vectors: Tensor, labels: Labels, scale: float = 20.0) -> Tensor:
    """Mean softplus of every wrongly or narrowly ordered pair of near-copies.

    Args:
        vectors: Unit vectors, (n, d).
        labels: What each row is.
        scale: Inverse temperature.

    Returns:
        A scalar, 0 where no family has two distances.

    >>> labels = Labels(*(torch.tensor(x) for x in ([0, 0, 0], [0, 1, 2], [0, 1, 2])))
    >>> x = torch.tensor([[1.0, 0.0], [0.8, 0.6], [0.6, 0.8]])
    >>> round(order_loss(x, labels, 10.0).item(), 4)  # log(1 + e^(10 (0.6 - 0.8)))
    0.1269
    """
    scores = scale * vectors @ vectors.T
    kin = labels.family[:, None] == labels.family[None, :]
    query = (labels.distance == 0)[:, None] & kin & (labels.distance > 0)[None, :]  # (q, n)
    rows, columns = query.nonzero(as_tuple=True)
    distance = labels.distance[columns]
    near, far = torch.where(
        (rows[:, None] == rows[None, :]) & (distance[:, None] < distance[None, :])
    )
    if len(near) == 0:
        return scores.sum() * 0.0
    value = scores[rows, columns]
    return softplus(value[far] - value[near]).mean()
