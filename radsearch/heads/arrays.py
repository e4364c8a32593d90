"""Heads as named arrays: what `heads.safetensors` holds."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.layer import Layer
from radsearch.heads.model import LinearHeads
from radsearch.heads.pair_head import PairHead

Arrays = Mapping[str, NDArray[Any]]
HIDDEN = "attribute.hidden"
PAIR_PARTS = ("project", "mix", "out")


def linear_heads(arrays: Arrays, prefix: str, columns: tuple[str, ...]) -> LinearHeads:
    """Heads out of two arrays.

    Args:
        arrays: With "PREFIX.weights" and "PREFIX.bias".
        prefix: Of their names.
        columns: Names of the heads.

    Returns:
        The heads.

    Raises:
        ValueError: If weights and names differ in number.
    """
    layer = _layer(arrays, prefix)
    if len(layer.bias) != len(columns):
        raise ValueError("weights and names differ in number")
    return LinearHeads(columns, layer.weights, layer.bias)


def attribute_heads(arrays: Arrays, facts: Mapping[str, Any]) -> dict[str, LinearHeads]:
    """Attribute heads as they are stored.

    Args:
        arrays: With "attribute.AXIS.weights" and ".bias", and "attribute.hidden..." where they
            share a hidden layer.
        facts: Axis -> "values", the names of its columns.

    Returns:
        By axis.

    Raises:
        KeyError: If an array is missing.
        ValueError: If weights and names differ in number.
    """
    hidden = _layer(arrays, HIDDEN) if f"{HIDDEN}.weights" in arrays else None
    return {
        axis: replace(
            linear_heads(arrays, f"attribute.{axis}", tuple(row["values"])), hidden=hidden
        )
        for axis, row in facts.items()
    }


def pair_head(arrays: Arrays) -> PairHead:
    """The contradiction head as it is stored: "contradiction.project", ".mix" and ".out".

    Args:
        arrays: With the weights and the bias of each part.

    Returns:
        The head.

    Raises:
        KeyError: If an array is missing.
        ValueError: If its parts do not fit each other.
    """
    head = PairHead(*(_layer(arrays, f"contradiction.{part}") for part in PAIR_PARTS))
    if head.marks < 0 or head.out.weights.shape != (len(head.mix.bias), 1):
        raise ValueError("the parts of the contradiction head do not fit each other")
    return head


def halved(arrays: Arrays) -> dict[str, NDArray[Any]]:
    """Arrays as they are stored: weights in half precision, all else in single precision."""
    return {
        name: np.ascontiguousarray(
            values.astype(np.float16 if name.endswith(".weights") else np.float32)
        )
        for name, values in arrays.items()
    }


def _layer(arrays: Arrays, prefix: str) -> Layer:
    weights = np.ascontiguousarray(arrays[f"{prefix}.weights"], np.float32)
    bias = arrays[f"{prefix}.bias"].astype(np.float32)
    if bias.shape != weights.shape[1:]:
        raise ValueError(f"{prefix}: weights and bias differ in number")
    return Layer(weights, bias)
