"""The space in which an index compares sections, for the loss that trains for it.

`radsearch.search.whitening` centres and half whitens the vectors of an index. Pairs of sections are
trained there too, so that what tells reports apart is learnt where it is looked for, while
contrasts keep the plain cosine.
"""

from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn.functional import normalize

from radsearch.search.whitening import fit

from .backbone import Embed
from .rows import PairSignal

_DRAWS, _ROWS = 12, 64
"""768 vectors of each section, twice as many as the small encoder has dimensions."""


def whitened(vectors: Tensor, matrix: Tensor) -> Tensor:
    """Unit vectors (b, d) around their own mean, mapped and of unit length again.

    >>> x = normalize(torch.tensor([[1.0, 0.1], [1.0, -0.1]]), dim=-1)
    >>> whitened(x, torch.eye(2)).round(decimals=3).tolist()
    [[0.0, 1.0], [0.0, -1.0]]
    """
    return normalize((vectors - vectors.mean(0).detach()) @ matrix, dim=-1)


def learn_matrix(signal: PairSignal, embed: Embed, seed: int) -> Tensor:
    """The matrix (d, d) for what a signal draws: each draw is centred by itself, as an index is."""
    asking, searched = list[np.ndarray](), list[np.ndarray]()
    with torch.inference_mode():
        for draw in range(_DRAWS):
            rows = signal.draw(np.random.default_rng([seed, draw]), _ROWS)
            for side, texts in (
                (asking, [r.left for r in rows]),
                (searched, [r.right for r in rows]),
            ):
                vectors = embed(texts).numpy()
                side.append(vectors - vectors.mean(0))
    return torch.tensor(fit(np.concatenate(asking), np.concatenate(searched)).matrix)


def stored_matrix(path: Path, signal: PairSignal, embed: Embed, seed: int) -> Tensor:
    """The matrix of a stage, learnt when the stage begins and kept beside its checkpoint."""
    if not path.exists():
        fresh = path.with_name(f"{path.name}.tmp")
        save_file({"matrix": learn_matrix(signal, embed, seed)}, fresh)
        fresh.replace(path)
    matrix: Tensor = load_file(path)["matrix"]
    return matrix
