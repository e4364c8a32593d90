"""One step's loss: rows of several signals -> vectors -> weighted sum of losses."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from .backbone import Embed
from .losses.family import Labels, list_loss, order_loss
from .losses.in_batch import duplicates, in_batch_contrastive, keys_of
from .losses.pairwise import pairwise_order
from .memory import Memory
from .rows import Family, Pair, Scored
from .whitened import whitened

Rows = Sequence[Pair] | Sequence[Family] | Sequence[Scored]


def texts_of(rows: Rows) -> list[str]:
    """All texts of some rows, in the order in which `loss_of` expects their vectors.

    >>> texts_of([Pair("a", "b", "s"), Pair("c", "d", "t")])
    ['a', 'b', 'c', 'd']
    """
    texts: list[str] = []
    for row in rows:
        if isinstance(row, Family):
            texts += [text for variant in row.variants for text in variant.texts]
        else:
            texts += [row.left, row.right]
    return texts


def labels_of(families: Sequence[Family]) -> Labels:
    """The labels of `texts_of(families)`."""
    family, meaning, distance = [], [], []
    ids: dict[str, int] = {}
    for index, item in enumerate(families):
        for variant in item.variants:
            for _ in variant.texts:
                family.append(index)
                meaning.append(ids.setdefault(variant.meaning, len(ids)))
                distance.append(variant.distance)
    return Labels(torch.tensor(family), torch.tensor(meaning), torch.tensor(distance))


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a step's losses are taken.

    Attributes:
        scale: Inverse temperature.
        order: Weight of the order term of the family loss.
        whitened: Share of the loss of section pairs that is taken in the space of an index.
        matrix: Of that space, (d, d); None = plain cosines alone.
        memory: Section pairs of earlier steps, further wrong answers; None = those of the step.
    """

    scale: float = 20.0
    order: float = 0.3
    whitened: float = 0.0
    matrix: Tensor | None = None
    memory: Memory | None = None


def loss_of(rows: Rows, vectors: Tensor, recipe: Recipe) -> Tensor:
    """The loss that belongs to the kind of the rows.

    Args:
        rows: Rows of one kind, at least one.
        vectors: Unit vectors of `texts_of(rows)`.
        recipe: How.

    Returns:
        A scalar.
    """
    families = [row for row in rows if isinstance(row, Family)]
    if families:
        labels = labels_of(families)
        listed = list_loss(vectors, labels, recipe.scale)
        return listed + recipe.order * order_loss(vectors, labels, recipe.scale)
    left, right = vectors[0::2], vectors[1::2]
    pairs = [row for row in rows if isinstance(row, Pair)]
    if pairs:
        return _pairs_loss(pairs, left, right, recipe)
    targets = torch.tensor([row.score for row in rows if isinstance(row, Scored)])
    return pairwise_order((left * right).sum(-1), targets, recipe.scale)


def _pairs_loss(pairs: Sequence[Pair], left: Tensor, right: Tensor, recipe: Recipe) -> Tensor:
    """In-batch loss; of sections also against those remembered, and in the space of an index."""
    batch = keys = keys_of(pairs)
    sections = all(row.sections for row in pairs)
    spaces = [(left, right)]
    if sections and recipe.matrix is not None:  # each draw is centred by itself, as an index is
        spaces.append((whitened(left, recipe.matrix), whitened(right, recipe.matrix)))
    if sections and recipe.memory is not None:
        lefts, rights = (torch.cat(side, 1) for side in zip(*spaces, strict=True))
        lefts, rights, keys = recipe.memory.join(lefts, rights, keys)
        parts = (torch.chunk(side, len(spaces), 1) for side in (lefts, rights))
        spaces = list(zip(*parts, strict=True))
    same = duplicates(batch, keys)
    losses = [in_batch_contrastive(*sides, same, recipe.scale) for sides in spaces]
    return losses[0].lerp(losses[-1], recipe.whitened)


def accumulate(parts: Sequence[tuple[Rows, float]], embed: Embed, recipe: Recipe) -> list[float]:
    """Add the gradients of a step's parts.

    All texts are embedded together, so that batches are full: one part after the other computed
    almost twice as much padding (measured: 40,000 against 23,000 tokens a step).

    Args:
        parts: Rows of each part with its weight; a part without rows adds nothing.
        embed: Texts to unit vectors.
        recipe: How losses are taken.

    Returns:
        Each part's own loss, for the log.
    """
    parts = [(rows, weight) for rows, weight in parts if rows]
    if not parts:
        return []
    texts = [texts_of(rows) for rows, _ in parts]
    vectors = embed([text for part in texts for text in part])
    losses = [
        loss_of(rows, own, recipe)
        for (rows, _), own in zip(parts, torch.split(vectors, [len(t) for t in texts]), strict=True)
    ]
    total = torch.stack([w * loss for (_, w), loss in zip(parts, losses, strict=True)]).sum()
    total.backward()  # type: ignore[no-untyped-call]
    return [loss.item() for loss in losses]
