"""The curriculum as literals: what each stage draws, how much of it, and at what rate."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One signal's place in a stage.

    Attributes:
        signal: Name in `train.signals.registry`.
        rows: Rows of it in one step.
        weight: Factor of its loss.
        rehearsed: Of written families: how often one is drawn that is known when the stage begins,
            where another is drawn once (`train.known`).
    """

    signal: str
    rows: int
    weight: float = 1.0
    rehearsed: float = 1.0


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of training; all its parts enter every step.

    Attributes:
        name: Folder of its result.
        parts: What a step is made of.
        learning_rate: Peak.
        floor: The cosine ends at this fraction of the peak.
        steps: Planned optimiser steps.
        scale: Inverse temperature of every loss.
        order: Weight of the order term of the family loss.
        whitened: Share of the loss of section pairs that is taken in the space of an index.
        memory: Section pairs of earlier steps that are wrong answers too.
        max_tokens: Texts are cut here.
        warmup: Fraction of the steps with a rising rate. Paper: table 9.
        weight_decay: Decoupled. Paper: table 9.
        seed: Of every draw. Paper: table 9.
    """

    name: str
    parts: tuple[Part, ...]
    learning_rate: float
    floor: float
    steps: int
    scale: float = 20.0
    order: float = 0.3
    whitened: float = 0.0
    memory: int = 0
    max_tokens: int = 192
    warmup: float = 0.03
    weight_decay: float = 0.01
    seed: int = 42


WHOLE = Stage(
    "whole",
    (
        Part("reports", 64, 2.0),
        Part("families", 96, 2.5),
        Part("recombined", 24, 1.0),
        Part("perturbed", 6),
        Part("study_contrasts", 12, 0.7),
        Part("study_joint", 20, 0.7),
        Part("study_pairs", 8, 0.3),
        Part("queries", 8, 0.5),
        Part("ranked", 6, 0.3),
    ),
    learning_rate=3e-4,
    floor=0.02,
    steps=2_000,
    order=1.0,
    whitened=0.5,
    max_tokens=256,
)
"""Everything at once, for `train curriculum`: what the stages taught one after the other."""

CAPTIONS = Part("captions", 12, 0.5)
"""What `train fit --captions` adds to every stage, as its last part, so that the other parts draw
what they draw without it. As many rows as other signals that were made by rules, at their weight,
since a caption's grammar is free and its copies are checked by nobody; not yet measured."""
