"""The contradiction head: pairs of sentences that deny each other, against pairs that do not."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.edits import OPPOSED, contradiction_pairs
from radsearch.heads.model import Heads
from radsearch.heads.pairs import pair_features
from radsearch.language.sentence import split_sentences

from .logistic import fit_logistic
from .rows import Family
from .signals.families import read_families
from .signals.phrasebook import Phrasebook
from .signals.study import StudyContrasts

Floats = NDArray[np.float32]
Example = tuple[str, str, bool]
PENALTIES = (3.0, 10.0, 30.0, 100.0)
FOLDS = 5


def contradiction_examples(data: Path, generated: int = 600, seed: int = 0) -> list[Example]:
    """Pairs of sentences and whether they contradict each other.

    Written families of the training part give both kinds; families of other axes give one
    rewording each; generated families of presence give more contradictions.

    Args:
        data: Holds `corpus` and `phrases`.
        generated: Families drawn.
        seed: Of the draw.

    Returns:
        (first, second, contradiction).
    """
    families = list(read_families(data / "corpus" / "contrast"))
    drawn = StudyContrasts(Phrasebook.read(data / "phrases")).draw(
        np.random.default_rng(seed), generated
    )
    pairs = contradiction_pairs([*families, *drawn])
    found = [(pair.before, pair.after, pair.axis == "contradiction") for pair in pairs]
    found += [pair for family in families for pair in _reworded(family)]
    return list(dict.fromkeys(found))


def _reworded(family: Family) -> list[Example]:
    """The first rewording of a family of another axis, where both are one sentence."""
    if family.axis in OPPOSED or len(family.variants[0].texts) < 2:
        return []
    first, second = family.variants[0].texts[:2]
    single = all(len(split_sentences(text)) == 1 for text in (first, second))
    return [(first, second, False)] if single else []


def fit_contradiction(
    heads: Heads, examples: Sequence[Example], embed: Callable[[list[str]], Floats]
) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Weights of the head, the ridge chosen by examples left out in turn.

    Args:
        heads: Fitted; with tag states and attributes.
        examples: Pairs of the training part.
        embed: Vectors of sentences.

    Returns:
        Arrays "contradiction.weights" and ".bias", and what `heads.json` says of it.
    """
    labels = np.array([label for _, _, label in examples])
    features = pair_features(
        heads,
        embed([first for first, _, _ in examples]),
        embed([other for _, other, _ in examples]),
    )
    fold = np.random.default_rng(0).permutation(len(labels)) % FOLDS
    loss = [_left_out_loss(features, labels, fold, penalty) for penalty in PENALTIES]
    penalty = PENALTIES[int(np.argmin(loss))]
    w, b = fit_logistic(features, labels, np.ones(len(labels), np.float32), penalty=penalty)
    arrays = {"contradiction.weights": w[:, None], "contradiction.bias": np.array([b], np.float32)}
    n = int(labels.sum())
    return arrays, {"penalty": penalty, "contradictions": n, "others": len(labels) - n}


def _left_out_loss(
    features: Floats, labels: NDArray[np.bool_], fold: NDArray[np.int64], penalty: float
) -> float:
    total = 0.0
    for part in range(FOLDS):
        kept = fold != part
        ones = np.ones(int(kept.sum()), np.float32)
        w, b = fit_logistic(features[kept], labels[kept], ones, penalty=penalty)
        scores = features[~kept] @ w + b
        total += float(np.logaddexp(0, np.where(labels[~kept], -scores, scores)).sum())
    return total / len(labels)
