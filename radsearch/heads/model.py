"""Linear heads over frozen vectors: one matrix product, then logistic functions.

Each finding has two heads, "present" and "absent" (stated absent); where both are low it is not
mentioned. They read sentences; a report's value is the largest of its sentences', because one
sentence is enough to state a finding. Calibration (Platt 1999) is folded into the weights, so the
logistic function of a logit is a probability. Attribute heads share one hidden layer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.layer import Layer
from radsearch.heads.pair_head import PairHead

Floats = NDArray[np.float32]
State = Literal["present", "absent"]
STATES: tuple[State, ...] = ("present", "absent")
BLOCK = 16_384
"""Vectors a matrix product: its result stays near 50 MB."""


@dataclass(frozen=True, slots=True)
class LinearHeads:
    """Weights of one kind of heads.

    Attributes:
        names: One a column.
        weights: (dim, heads), or (units, heads) where they read a hidden layer.
        bias: (heads,).
        hidden: The layer between vector and heads; None = they read the vector itself.
    """

    names: tuple[str, ...]
    weights: Floats
    bias: Floats
    hidden: Layer | None = None

    def logits(self, vectors: NDArray[Any]) -> Floats:
        """(n, heads); float16 vectors are widened."""
        inputs = np.asarray(vectors, np.float32)
        if self.hidden is not None:
            inputs = self.hidden.units(inputs)
        out: Floats = inputs @ self.weights + self.bias
        return out


@dataclass(frozen=True, slots=True)
class Heads:
    """All heads of one encoder.

    Attributes:
        encoder: Fingerprint of the encoder whose vectors they read.
        findings: Finding ids that have heads.
        states: By state, logits of one column a finding, over sentence vectors.
        report: By state, (scale, offset) that make the largest sentence logit a report's.
        fill: By state, probability of a report from which a head may fill a column, (f,);
            above 1 where no threshold reached the precision wanted.
        decide: By state, probability of a report from which the head alone says so, (f,).
        joint: By state, weights of `radsearch.heads.joint`.
        attributes: Axis -> heads over sentence vectors, one column a value.
        contradiction: Over pairs of sentences (`radsearch.heads.pairs`); None = not trained.
        facts: What `heads.json` says besides: support, split, date, commands.
    """

    encoder: str
    findings: tuple[str, ...]
    states: Mapping[State, LinearHeads]
    report: Mapping[State, tuple[float, float]]
    fill: Mapping[State, Floats]
    decide: Mapping[State, Floats]
    joint: Mapping[State, tuple[float, ...]] = field(default_factory=dict)
    attributes: Mapping[str, LinearHeads] = field(default_factory=dict)
    contradiction: PairHead | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    def sentences(self, vectors: NDArray[Any]) -> dict[State, Floats]:
        """Probability that each sentence states each finding present, or absent: (s, f) each."""
        return {state: sigmoid(self.states[state].logits(vectors)) for state in STATES}

    def reports(self, vectors: NDArray[Any], counts: Sequence[int]) -> dict[State, Floats]:
        """Probability of each finding in each report, from the vectors of its sentences.

        Args:
            vectors: (s, dim), the sentences of the reports one after another.
            counts: Sentences of each report; they add up to s.

        Returns:
            By state (reports, f); 0 for a report without sentences.
        """
        return {state: sigmoid(values) for state, values in self.logits(vectors, counts).items()}

    def logits(
        self,
        vectors: NDArray[Any],
        counts: Sequence[int],
        columns: NDArray[np.int64] | slice = slice(None),
    ) -> dict[State, Floats]:
        """As `reports` before the logistic function: -inf for a report without sentences.

        Args:
            vectors: As there.
            counts: As there.
            columns: Findings that are wanted; all of them if not given.

        Returns:
            By state (reports, columns).
        """
        ends = np.cumsum(np.asarray(counts, np.int64))
        if len(vectors) != (ends[-1] if len(ends) else 0):
            raise ValueError(f"{len(vectors)} vectors, but the counts add up to {ends[-1:]}")
        both = np.concatenate([self.states[state].weights[:, columns] for state in STATES], axis=1)
        bias = np.concatenate([self.states[state].bias[columns] for state in STATES])
        best = np.full((len(ends), both.shape[1]), -np.inf, np.float32)
        first = 0
        while first < len(ends):  # whole reports, at least one, as many as a block holds
            start = int(ends[first - 1]) if first else 0
            last = max(first + 1, int(np.searchsorted(ends, start + BLOCK, "right")))
            block = np.asarray(vectors[start : int(ends[last - 1])], np.float32) @ both  # (b, 2 f)
            sizes = np.diff(np.concatenate([[start], ends[first:last]]))
            if len(block):
                best[first:last] = largest(block, sizes) + bias
            first = last
        out: dict[State, Floats] = {}
        for number, state in enumerate(STATES):
            scale, offset = self.report[state]
            width = len(bias) // len(STATES)
            out[state] = best[:, number * width : (number + 1) * width] * np.float32(scale)
            out[state] += np.float32(offset)
        return out


def largest(rows: Floats, sizes: NDArray[np.int64]) -> Floats:
    """The largest of each group of rows, column by column; -inf for an empty group.

    Groups by descending size, so that the n-th rows of all of them are compared at once: np.maximum
    .reduceat takes four times as long. measured: `radsearch bench heads --part speed`.

    Args:
        rows: (n, columns), one group after another.
        sizes: (groups,) rows of each; they add up to n.

    Returns:
        (groups, columns).

    >>> largest(np.array([[1.0], [3.0], [2.0]], np.float32), np.array([2, 0, 1])).tolist()
    [[3.0], [-inf], [2.0]]
    """
    order = np.argsort(-sizes, kind="stable")
    starts = (np.cumsum(sizes) - sizes)[order]
    ranked = sizes[order]
    out = np.full((len(sizes), rows.shape[1]), -np.inf, np.float32)
    for step in range(int(ranked[0]) if len(ranked) else 0):
        n = int(np.searchsorted(-ranked, -step, "left"))  # groups of more than `step` rows
        np.maximum(out[:n], rows[starts[:n] + step], out=out[:n])
    back = np.empty_like(out)
    back[order] = out
    return back


def sigmoid(values: Floats) -> Floats:
    """The logistic function, without overflow.

    >>> sigmoid(np.array([-1e9, 0.0, 1e9], np.float32)).tolist()
    [0.0, 0.5, 1.0]
    """
    out: Floats = np.float32(0.5) * (np.tanh(np.float32(0.5) * values) + np.float32(1.0))
    return out
