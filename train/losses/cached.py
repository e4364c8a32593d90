r"""Cached contrastive loss: a large batch in the memory of a small one (gradient caching).

1. Embed everything without gradients, in chunks. 2. Take the loss and its gradient with respect to
the vectors. 3. Embed each chunk again with gradients and push the cached gradient through it.
Value and gradients equal those of the plain loss, whatever the chunk size.
Source: Gao et al., "Scaling deep contrastive learning batch size" (2021), arXiv:2101.06983.
"""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

Encode = Callable[[Sequence[str]], Tensor]
Loss = Callable[[Tensor], Tensor]


def cached_backward(texts: Sequence[str], encode: Encode, loss: Loss, chunk: int) -> float:
    """Add the gradients of `loss(encode(texts))` to the encoder's parameters, chunk by chunk.

    Args:
        texts: All texts of the batch.
        encode: Texts to vectors, deterministic: dropout must be off or seeded by the caller.
        loss: Vectors of all texts to a scalar.
        chunk: Texts embedded at once with gradients.

    Returns:
        The loss.

    Raises:
        ValueError: If `chunk` is below 1.
    """
    if chunk < 1:
        raise ValueError(f"found chunk {chunk}, wanted 1 or more")
    parts = [texts[i : i + chunk] for i in range(0, len(texts), chunk)]
    with torch.no_grad():
        vectors = torch.cat([encode(part) for part in parts])
    vectors.requires_grad_()
    value = loss(vectors)
    value.backward()  # type: ignore[no-untyped-call]
    gradient = vectors.grad
    if gradient is not None:
        for part, cached in zip(parts, torch.split(gradient, chunk), strict=True):
            (encode(part) * cached).sum().backward()  # type: ignore[no-untyped-call]
    return value.item()
