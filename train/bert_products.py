"""The matrix products of the int8 BERT graph: no text's vector depends on its neighbours.

Dynamic int8 takes the range of an activation from the whole batch. Here a range is either fixed,
measured on calibration texts behind the same smoothing of channels as in `quantise.py`, or a
token's own. Measured on 300 authored texts, cosine to fp32, mean and lowest: fixed ranges
throughout 0.9988 / 0.9965, without smoothing 0.9984 / 0.9954, a token's own range before the
down-projection 0.9996 / 0.9989, which is what dynamic int8 with both rewrites has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .graph_builder import MICROSOFT, GraphBuilder

Floats = NDArray[np.float32]

ALPHA = 0.7  # as in quantise.py
_LEAST_GELU = 0.17  # GELU's lowest value is -0.16998
_BELOW = 32  # codes below zero behind GELU: its values are many times as high as it is low


@dataclass(frozen=True, slots=True)
class Linear:
    """A constant matrix (inputs, outputs) and its bias (outputs,)."""

    name: str
    matrix: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Range:
    """Lowest and highest value of each channel of an activation, (channels,) each."""

    low: Floats
    high: Floats

    def __or__(self, other: "Range") -> "Range":
        return Range(np.minimum(self.low, other.low), np.maximum(self.high, other.high))

    def __truediv__(self, scale: Floats) -> "Range":
        return Range(self.low / scale, self.high / scale)


class Products(Protocol):
    """How an activation is multiplied by matrices; `site` names the activation."""

    def balance(self, site: str, matrix: Floats) -> Floats:
        """What to divide the activation's channels by before it reaches `matrix`."""
        ...

    def fixed(
        self,
        graph: GraphBuilder,
        site: str,
        x: str,
        parts: Sequence[Linear],
        *,
        divided: Floats | None = None,
    ) -> list[str]:
        """A product for each part; `divided` is what x's channels have been divided by."""
        ...

    def by_token(self, graph: GraphBuilder, site: str, x: str, part: Linear) -> str:
        """One product of what GELU gives."""
        ...


class FloatProducts:
    """fp32; notes which tensor is each site's activation, for the calibration."""

    def __init__(self) -> None:
        self.activations: dict[str, str] = {}

    def balance(self, site: str, matrix: Floats) -> Floats:
        """Ones."""
        return np.ones(len(matrix), np.float32)

    def fixed(
        self,
        graph: GraphBuilder,
        site: str,
        x: str,
        parts: Sequence[Linear],
        *,
        divided: Floats | None = None,
    ) -> list[str]:
        """fp32 products with bias."""
        self.activations[site] = x
        return [_float_product(graph, x, part) for part in parts]

    def by_token(self, graph: GraphBuilder, site: str, x: str, part: Linear) -> str:
        """An fp32 product with bias."""
        self.activations[site] = x
        return _float_product(graph, x, part)


class IntegerProducts:
    """uint8 activations times int8 matrices with a scale for each output channel.

    Args:
        ranges: Of each site, over the calibration texts.
    """

    def __init__(self, ranges: Mapping[str, Range]) -> None:
        self._ranges = ranges

    def balance(self, site: str, matrix: Floats) -> Floats:
        """SmoothQuant's scale for each channel, with a geometric mean of 1."""
        seen = self._ranges[site]
        peak = np.maximum(np.maximum(-seen.low, seen.high), 1e-5)
        weight = np.maximum(np.abs(matrix).max(axis=1), 1e-5)
        scale = ALPHA * np.log(peak) - (1 - ALPHA) * np.log(weight)
        balanced: Floats = np.exp(scale - scale.mean()).astype(np.float32)
        return balanced

    def fixed(
        self,
        graph: GraphBuilder,
        site: str,
        x: str,
        parts: Sequence[Linear],
        *,
        divided: Floats | None = None,
    ) -> list[str]:
        """Products of an activation whose range is known from the calibration.

        Args:
            graph: Takes the nodes.
            site: Which activation.
            x: Its tensor, (..., channels).
            parts: The matrices.
            divided: What the matrix before has divided its channels by, and `parts` are
                multiplied by; None = rescale them here.

        Returns:
            A tensor for each part.
        """
        if divided is None:
            joint = np.concatenate([part.matrix for part in parts], axis=1)
            scale = self.balance(site, joint)
            x = graph.node("Mul", [x, graph.constant(f"{site}_by", 1 / scale)])
            parts = [Linear(p.name, p.matrix * scale[:, None], p.bias) for p in parts]
        else:
            scale = divided
        seen = self._ranges[site] / scale
        low, high = min(float(seen.low.min()), 0.0), max(float(seen.high.max()), 1e-5)
        step = (high - low) / 255
        unit = graph.constant(f"{site}_unit", np.array(step, np.float32))
        zero = graph.constant(f"{site}_zero", np.array(round(-low / step), np.uint8))
        codes = graph.node("QuantizeLinear", [x, unit, zero])
        return [_integer_product(graph, codes, unit, zero, part, bias=True) for part in parts]

    def by_token(self, graph: GraphBuilder, site: str, x: str, part: Linear) -> str:
        """A product in which each token has its own range: (b, length, channels) in and out.

        Down-projections have outliers in a few tokens, which a range for all would spoil.
        """
        wide, narrow = part.matrix.shape
        above = 255 - _BELOW
        least = np.array(_LEAST_GELU * above / _BELOW, np.float32)
        last, first = np.array([-1]), np.array([1])
        flat = graph.node("Reshape", [x, graph.constant("flat_wide", np.array([-1, wide]))])
        peak = graph.node("ReduceMax", [flat, graph.constant("last", last)], keepdims=0)
        peak = graph.node("Max", [peak, graph.constant("gelu_least", least)])
        share = graph.constant("gelu_share", np.array(1 / above, np.float32))
        units = graph.node("Mul", [peak, share])  # (b * length,)
        zero = graph.constant("gelu_zero", np.array(_BELOW, np.uint8))
        zeros = graph.node("Expand", [zero, graph.node("Shape", [units])])
        codes = graph.node("QuantizeLinear", [flat, units, zeros], axis=0)
        one = graph.constant("gelu_one", np.array(1, np.float32))
        product = _integer_product(graph, codes, one, zero, part, bias=False)
        column = graph.node("Unsqueeze", [units, graph.constant("first", first)])
        product = graph.node("Mul", [product, column])
        product = graph.node("Add", [product, graph.constant(f"{part.name}_bias", part.bias)])
        sizes = graph.node("Slice", [graph.node("Shape", [x]), *_ends(graph, 0, 2)])
        width = graph.constant("narrow", np.array([narrow]))
        return graph.node("Reshape", [product, graph.node("Concat", [sizes, width], axis=0)])


def _ends(graph: GraphBuilder, start: int, end: int) -> list[str]:
    """Constants of a slice along the first axis."""
    return [graph.constant(f"at_{place}", np.array([place])) for place in (start, end)]


def _float_product(graph: GraphBuilder, x: str, part: Linear) -> str:
    product = graph.node("MatMul", [x, graph.constant(part.name, part.matrix)])
    return graph.node("Add", [product, graph.constant(f"{part.name}_bias", part.bias)])


def _integer_product(
    graph: GraphBuilder, codes: str, unit: str, zero: str, part: Linear, *, bias: bool
) -> str:
    scale = np.maximum(np.abs(part.matrix).max(axis=0), 1e-8) / 127
    matrix = graph.constant(part.name, np.round(part.matrix / scale).astype(np.int8))
    scales = graph.constant(f"{part.name}_scale", scale.astype(np.float32))
    inputs = [codes, matrix, unit, scales, zero, ""]
    if bias:
        inputs.append(graph.constant(f"{part.name}_bias", part.bias))
    return graph.node("MatMulIntegerToFloat", inputs, domain=MICROSOFT)
