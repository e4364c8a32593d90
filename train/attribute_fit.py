"""Attribute heads: one hidden layer, and per axis a softmax over its values and its scale."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.arrays import HIDDEN
from radsearch.heads.attributes import ORDER, SCALES, STATED, STEPS

from .attribute_targets import target_of
from .head_texts import Labelled

Floats = NDArray[np.float32]


def fit_attributes(
    items: Sequence[Labelled], vectors: Floats, *, epochs: int | None = None
) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Weights by name, and per axis what `heads.json` says of it.

    Args:
        items: Sentences that state at least one finding are used.
        vectors: (n, dim) of the items.
        epochs: Passes over them; None = as many as the recipe has.

    Returns:
        Arrays "attribute.hidden.weights", "attribute.AXIS.weights" and their ".bias"; axis ->
        values, support.
    """
    from .attribute_net import Recipe, fit_nets

    kept = [at for at, item in enumerate(items) if item.findings]
    findings = [items[at].findings for at in kept]
    targets = {axis: target_of(findings, axis) for axis in SCALES}
    recipe = Recipe() if epochs is None else Recipe(epochs=epochs)
    net = fit_nets(vectors[kept], targets, recipe)
    arrays = {f"{HIDDEN}.weights": net.hidden.weights, f"{HIDDEN}.bias": net.hidden.bias}
    facts: dict[str, Any] = {}
    for axis, (weights, bias) in net.heads.items():
        arrays[f"attribute.{axis}.weights"] = weights
        first = [STATED] if axis in STEPS else []
        arrays[f"attribute.{axis}.bias"] = bias
        names = [*first, *targets[axis].names, ORDER]
        facts[axis] = {"values": names, "support": targets[axis].support}
    return arrays, facts
