"""The rows that signals hand to losses: plain records of text, no tensors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts about one study that should lie close together.

    Attributes:
        left: A text, such as the findings.
        right: Another view of the same study, such as the impression.
        study: Key of the study; pairs of one study are not negatives of each other.
        sections: Whether both texts are whole sections, not a search-box query and its answer.
    """

    left: str
    right: str
    study: str
    sections: bool = True


@dataclass(frozen=True, slots=True)
class Variant:
    """One meaning in several wordings.

    Attributes:
        texts: Wordings with the same facts; at least one.
        distance: Steps from the family's first variant: 0 for itself, larger = further.
        meaning: Key of the facts; texts of equal meaning are never negatives of each other.
    """

    texts: tuple[str, ...]
    distance: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Family:
    """Variants that differ in one attribute (or in one more at each step).

    Attributes:
        key: Unique name; decides whether the family is held out.
        axis: The attribute that changes, such as "laterality".
        variants: The first is the anchor with its rewordings (distance 0).
        place: Part of the body, such as "chest"; empty where nobody said.
    """

    key: str
    axis: str
    variants: tuple[Variant, ...]
    place: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """Two texts with the similarity that they should have.

    Attributes:
        left: A text.
        right: Another text.
        score: Target in [0, 1]; only its order among the batch counts.
    """

    left: str
    right: str
    score: float


class PairSignal(Protocol):
    """Draws pairs; the same generator state gives the same rows."""

    def draw(self, rng: np.random.Generator, n: int) -> Sequence[Pair]:
        """At most `n` pairs of distinct studies."""


class FamilySignal(Protocol):
    """Draws families; the same generator state gives the same rows."""

    def draw(self, rng: np.random.Generator, n: int) -> Sequence[Family]:
        """At most `n` families."""


class ScoredSignal(Protocol):
    """Draws scored pairs; the same generator state gives the same rows."""

    def draw(self, rng: np.random.Generator, n: int) -> Sequence[Scored]:
        """At most `n` scored pairs."""
