"""What the attribute heads of one axis shall say of each sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.attributes import STATED, STEPS, nearest, place, places, stated
from radsearch.language.finding import Finding

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
WIDTH = 0.06
"""Of a size's share of the neighbouring columns, in powers of ten: 8 mm is nearly 9 mm."""


@dataclass(frozen=True, slots=True)
class Target:
    """Targets of one axis over n sentences.

    Attributes:
        names: Columns of the values, in order.
        told: (n,) sentences that state one value.
        shares: (n, values) how much of each value; rows of untold sentences are zero.
        places: (n,) place on the scale; 0 where untold.
        clear: (n,) sentences that state one value, or certainly none.
        support: Value -> sentences that state it.
    """

    names: tuple[str, ...]
    told: Bools
    shares: Floats
    places: Floats
    clear: Bools
    support: dict[str, int]


def target_of(findings: Sequence[Sequence[Finding]], axis: str) -> Target:
    """The targets of an axis.

    Args:
        findings: Of each sentence.
        axis: A name of `SCALES`.

    Returns:
        Targets.

    >>> from radsearch.language.extract import extract
    >>> found = [extract("Mild edema."), extract("Edema.")]
    >>> target = target_of(found, "severity")
    >>> target.told.tolist(), target.shares[0].round(2).tolist(), target.clear.tolist()
    ([True, False], [0.0, 1.0, 0.0, 0.0], [True, True])
    """
    values = [stated(found, axis) for found in findings]
    names = tuple(places(axis))
    told = np.array([value is not None for value in values], np.bool_)
    rows = np.flatnonzero(told)
    shares = np.zeros((len(values), len(names)), np.float32)
    at = np.zeros(len(values), np.float32)
    at[rows] = [place(value, axis) for value in values if value is not None]
    if axis == "size":
        steps = np.array(list(places(axis).values()), np.float32)
        shares[rows] = np.exp(-(((at[rows, None] - steps) / WIDTH) ** 2) / 2) + 1e-6
    held = [nearest(value, axis) for value in values if value is not None]
    shares[rows, [names.index(name) for name in held]] += 1e-3
    shares[rows] /= shares[rows].sum(axis=1, keepdims=True)
    field = "size_mm" if axis == "size" else axis
    some = np.array([any(getattr(f, field) for f in found) for found in findings], np.bool_)
    support = {name: held.count(name) for name in names}
    if axis in STEPS:
        support = {STATED: len(held)} | support
    return Target(names, told, shares, at, told | ~some, support)
