"""The curriculum for a large decoder encoder, such as Qwen3-Embedding-4B, as literals.

Batch, lengths, schedule, decay, seed and precision are the paper's (tables 8 and 9); which signals
stand in a stage follows its text; caps, weights and rates are ours until measured on a GPU.
"""

from dataclasses import dataclass
from typing import Literal

LossName = Literal["contrastive", "triplet", "ranking"]


@dataclass(frozen=True, slots=True)
class DataSet:
    """One data set of a stage; a batch comes from one data set.

    Attributes:
        signal: Name in `train.signals.registry`.
        loss: Which loss it gets.
        cap: Rows drawn for an epoch; batches are shared out in proportion.
        weight: Factor of its loss.
    """

    signal: str
    loss: LossName
    cap: int
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class LargeStage:
    """One stage for the sentence-transformers trainer.

    Attributes:
        name: Folder of its result.
        sets: Its data sets.
        batch: Rows of a step over all processes.
        max_tokens: Texts are cut here.
        learning_rate: Peak of the cosine schedule.
        epochs: Passes over the capped sets.
        scale: Inverse temperature.
        warmup: Fraction of the steps.
        weight_decay: Decoupled.
        seed: Of rows, order and weights.
    """

    name: str
    sets: tuple[DataSet, ...]
    batch: int
    max_tokens: int
    learning_rate: float
    epochs: float = 1.0
    scale: float = 20.0
    warmup: float = 0.03
    weight_decay: float = 0.01
    seed: int = 42


LARGE = (
    # Attributes first, on short texts.
    LargeStage(
        "large-1",
        (
            DataSet("study_contrasts", "triplet", 60_000),
            DataSet("families", "triplet", 10_000),
            DataSet("study_pairs", "contrastive", 60_000, 0.5),
        ),
        batch=256,
        max_tokens=128,
        learning_rate=2e-5,
    ),
    # Then reports: retrieval, RadSim ranking, reports that are wrong in one attribute.
    LargeStage(
        "large-2",
        (
            DataSet("reports", "contrastive", 40_000),
            DataSet("ranked", "ranking", 20_000, 0.5),
            DataSet("perturbed", "triplet", 20_000),
            DataSet("families", "triplet", 10_000),
        ),
        batch=240,
        max_tokens=1_024,
        learning_rate=1e-5,
    ),
    # Then whole reports of any length, with their reasoning.
    LargeStage(
        "large-3",
        (
            DataSet("reports", "contrastive", 20_000),
            DataSet("ranked", "ranking", 10_000, 0.5),
            DataSet("perturbed", "triplet", 10_000),
        ),
        batch=240,
        max_tokens=9_500,
        learning_rate=5e-6,
    ),
)
