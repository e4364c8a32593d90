"""Fine-tunes an encoder on a hospital's own pairs, at a rate that leaves what it knows.

Sections of one hospital resemble each other more than those of our corpus, so the pairs are told
from each other as an index sees them and by plain cosine. Families and generated contrasts are
rehearsed in every step. At a rate of 1e-4 the pairs were unlearnt instead; see
train/LOG.md.
"""

import logging
from collections.abc import Sequence

import numpy as np
import torch

from .backbone import Embedder
from .fit import Signals, draw, optimizer_of, take_step
from .rows import Pair
from .signals.registry import open_signal
from .stages import Part, Stage
from .step import Recipe
from .whitened import learn_matrix

_log = logging.getLogger(__name__)

TUNING = Stage(
    "adapt",
    (
        Part("own", 96, 2.0),
        Part("families", 28, 2.0),
        Part("study_contrasts", 6),
        Part("study_joint", 12, 0.9),
    ),
    learning_rate=4e-5,
    floor=0.02,
    steps=75,
    order=1.0,
    whitened=0.5,
    max_tokens=256,
    warmup=0.1,
)
"""A step of 3 s on two cores."""


class OwnPairs:
    """Draws of a corpus's pairs.

    Args:
        pairs: Findings and impressions.
    """

    def __init__(self, pairs: Sequence[Pair]):
        self._pairs = pairs

    def draw(self, rng: np.random.Generator, n: int) -> list[Pair]:
        """At most `n` pairs, none twice."""
        return [self._pairs[i] for i in rng.permutation(len(self._pairs))[:n]]


def tune(model: torch.nn.Module, pairs: Sequence[Pair], steps: int) -> None:
    """Train the model in place.

    Args:
        model: A SentenceTransformer.
        pairs: Findings and impressions of the hospital.
        steps: How many; 0 leaves the model as it is.
    """
    if not steps:
        return
    own = OwnPairs(pairs)
    signals: Signals = {
        part.signal: own if part.signal == "own" else open_signal(part.signal)
        for part in TUNING.parts
    }
    reads = int(model.max_seq_length)  # type: ignore[arg-type]
    model.max_seq_length = min(reads, TUNING.max_tokens)  # type: ignore[assignment]
    embedder = Embedder(model)
    matrix = learn_matrix(own, embedder, TUNING.seed)
    recipe = Recipe(TUNING.scale, TUNING.order, TUNING.whitened, matrix)
    optimizer = optimizer_of(model, TUNING)
    for step in range(steps):
        rows = draw(TUNING, signals, step)
        losses = take_step(embedder, optimizer, TUNING, recipe, rows, (step + 0.5) / steps)
        if (step + 1) % 10 == 0:
            _log.info("tuned %d of %d: %s", step + 1, steps, [round(x, 3) for x in losses])
    model.max_seq_length = reads  # type: ignore[assignment]
