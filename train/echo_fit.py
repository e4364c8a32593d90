"""How much of sense and of words an echo gives: a first guess, then a short training of its layer.

An index half whitens its vectors, which brings forward what varies little. So words are given many
directions and little weight: plain cosines hear little of them, sections in an index a lot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import normalize

from radsearch.search.whitening import fit

from .echo import Echo, Floats, unit
from .losses.family import list_loss, order_loss
from .losses.in_batch import duplicates, in_batch_contrastive, keys_of
from .rows import Family, Pair
from .schedule import rate
from .signals.families import ContrastFamilies
from .step import labels_of, texts_of
from .whitened import whitened

SENSE = 1 / 3
"""Of the dimensions are kept of the encoder's vectors: 128 of 384 hold 97 % of their variance."""

_FLOOR = 0.02  # of the words' spread, as a share of its mean, before it is made even
_SCALE = 20.0
_PLAIN = 0.3  # share of the pairs' loss that is taken by plain cosine
_REHEARSAL, _ORDER = 4.0, 1.0  # weights of the families' loss and of its order term
_PAIRS, _FAMILIES = 256, 48  # a step
_RATE = 1e-3
_REFRESH = 50  # steps between two looks at the space of the index


@dataclass(frozen=True, slots=True)
class Heard:
    """What the last layer reads, computed once.

    Attributes:
        pairs: Findings and impressions.
        left: Of their findings, (n, 2 d).
        right: Of their impressions, (n, 2 d).
        families: For the rehearsal.
        place: Text of a family -> its row.
        rows: (m, 2 d).
    """

    pairs: Sequence[Pair]
    left: Tensor
    right: Tensor
    families: Sequence[Family]
    place: Mapping[str, int]
    rows: Tensor


def first_echo(own: Floats, general: Floats, weights: Floats, share: float) -> Echo:
    """Principal directions of sense, and evenly spread words beside them.

    Args:
        own: `both_means` of the corpus's texts, (n, 2 d).
        general: The same of texts of all kinds, (m, 2 d).
        weights: Of each token, (v,).
        share: Length of the words' part where sense has 1.

    Returns:
        An echo of d dimensions.
    """
    dim = own.shape[1] // 2
    kept = max(1, round(SENSE * dim))
    middle = own[:, :dim].mean(0)
    values, directions = _spread(own[:, :dim])
    words = directions * (values + _FLOOR * values.mean()) ** -0.5
    sense = np.concatenate([own[:, dim:], general[:, dim:]])
    _, main = _spread(unit(sense))
    matrix = np.zeros((2 * dim, dim), np.float32)
    matrix[: dim - kept, kept:] = share * np.eye(dim - kept)
    matrix[dim:, :kept] = main[:, :kept] / np.linalg.norm(own[:, dim:], axis=1).mean()
    bias = -(middle @ words)
    return Echo(
        weights, words.astype(np.float32), bias.astype(np.float32), matrix,
        np.zeros(dim, np.float32),
    )  # fmt: skip


def _spread(rows: Floats) -> tuple[Floats, Floats]:
    """Eigenvalues (d,) and directions (d, d) of the covariance, the largest first."""
    values, directions = np.linalg.eigh(np.cov(rows.T))
    return np.maximum(values[::-1], 0), directions[:, ::-1]


def learn(echo: Echo, heard: Heard, *, steps: int, seed: int) -> Echo:
    """Train the last layer: pairs in the space of an index, families by plain cosine.

    Args:
        echo: Where to start.
        heard: What the layer reads.
        steps: How many; 0 leaves the echo as it is.
        seed: Of every draw.

    Returns:
        The echo with another layer.
    """
    scale = _scale(heard.left)  # so that one rate suits words and sense
    matrix = (torch.from_numpy(echo.matrix) * scale[:, None]).requires_grad_()
    bias = torch.tensor(echo.bias, requires_grad=True)
    optimizer = torch.optim.AdamW([matrix, bias], lr=_RATE, weight_decay=0.0)
    signal = ContrastFamilies(heard.families)
    space = torch.empty(0)

    def vectors(rows: Tensor) -> Tensor:
        return normalize(rows / scale @ matrix + bias, dim=-1)

    for step in range(steps):
        rng = np.random.default_rng([seed, step])
        if step % _REFRESH == 0:
            with torch.no_grad():
                sides = (vectors(side).numpy() for side in (heard.left, heard.right))
                space = torch.from_numpy(fit(*sides).matrix)
        for group in optimizer.param_groups:
            group["lr"] = rate((step + 0.5) / steps, peak=_RATE, warmup=0.2, floor=0.0)
        optimizer.zero_grad()
        rows = distinct(heard.pairs, rng)[:_PAIRS]
        left, right = vectors(heard.left[rows]), vectors(heard.right[rows])
        loss = _pair_loss([heard.pairs[i] for i in rows], left, right, space)
        families = signal.draw(rng, _FAMILIES)
        wordings = vectors(heard.rows[[heard.place[text] for text in texts_of(families)]])
        labels = labels_of(families)
        rehearsed = list_loss(wordings, labels, _SCALE)
        rehearsed = rehearsed + _ORDER * order_loss(wordings, labels, _SCALE)
        (loss + _REHEARSAL * rehearsed).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    learnt = (matrix.detach() / scale[:, None]).numpy()
    return replace(echo, matrix=learnt, bias=bias.detach().numpy())


def _scale(rows: Tensor) -> Tensor:
    """1 for the words' features, the mean length of sense for its own, (2 d,)."""
    dim = rows.shape[1] // 2
    lengths = torch.ones(2 * dim)
    lengths[dim:] = rows[:, dim:].norm(dim=1).mean()
    return lengths


def distinct(pairs: Sequence[Pair], rng: np.random.Generator) -> list[int]:
    """Places of pairs at random, one of each impression.

    >>> pairs = [Pair("a", "x", "1"), Pair("b", "X ", "2"), Pair("c", "y", "3")]
    >>> len(distinct(pairs, np.random.default_rng(0)))
    2
    """
    first: dict[str, int] = {}
    for i in rng.permutation(len(pairs)).tolist():
        first.setdefault(" ".join(pairs[i].right.lower().split()), i)
    return list(first.values())


def _pair_loss(pairs: Sequence[Pair], left: Tensor, right: Tensor, space: Tensor) -> Tensor:
    keys = keys_of(pairs)
    same = duplicates(keys, keys)
    plain = in_batch_contrastive(left, right, same, _SCALE)
    seen = in_batch_contrastive(whitened(left, space), whitened(right, space), same, _SCALE)
    return seen.lerp(plain, _PLAIN)
