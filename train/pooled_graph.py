"""The end of an encoder's graph: tokens to one unit vector.

Every sum is a product of a row's own matrices, whose bits no neighbour in the batch changes.
"""

import numpy as np
from onnx import TensorProto

from .echo import Echo
from .graph_builder import GraphBuilder


def pool(graph: GraphBuilder, x: str, length: str, out: str) -> None:
    """Unit vectors (b, dim) of the tokens' sum, as the tensor `out`.

    Args:
        graph: Takes the nodes.
        x: Tokens, (b, length, dim).
        length: Their number, (1,).
        out: Name of the outcome.
    """
    one = graph.constant("at_1", np.array([1]))
    total = graph.node("Squeeze", [_sum(graph, x, length), one])
    graph.node("LpNormalization", [total], out=out, axis=-1, p=2)


def pool_both(
    graph: GraphBuilder, first: str, last: str, length: str, echo: Echo, out: str
) -> None:
    """Unit vectors (b, out) of words and sense, as the tensor `out`; see `train/echo.py`.

    Args:
        graph: Takes the nodes.
        first: Tokens before the first layer, (b, length, dim).
        last: Tokens behind the last one.
        length: Their number, (1,).
        echo: What is done with both.
        out: Name of the outcome.
    """
    one, two = (graph.constant(f"at_{n}", np.array([n])) for n in (1, 2))
    shares = graph.node("Gather", [graph.constant("shares", echo.weights), "input_ids"])
    shares = graph.node("Unsqueeze", [shares, one])  # (b, 1, length)
    ones = graph.constant("ones", np.ones((1, 1), np.float32))
    column = graph.node("Expand", [ones, graph.node("Concat", [length, one], axis=0)])
    total = graph.node("MatMul", [shares, column])  # ReduceSum's bits depend on the batch
    words = _column(graph, graph.node("Div", [graph.node("MatMul", [shares, first]), total]))
    words = _affine(graph, "echo_words", echo.words, echo.words_bias, words)
    words = graph.node("LpNormalization", [words], axis=1, p=2)
    number = graph.node("Cast", [length], to=int(TensorProto.FLOAT))
    sense = _column(graph, graph.node("Div", [_sum(graph, last, length), number]))
    both = graph.node("Concat", [words, sense], axis=1)  # (b, 2 dim, 1)
    vectors = _affine(graph, "echo_both", echo.matrix, echo.bias, both)
    vectors = graph.node("Squeeze", [vectors, two])
    graph.node("LpNormalization", [vectors], out=out, axis=-1, p=2)


def _sum(graph: GraphBuilder, x: str, length: str) -> str:
    """Of the tokens, (b, 1, dim)."""
    ones = graph.constant("ones", np.ones((1, 1), np.float32))
    one = graph.constant("at_1", np.array([1]))
    row = graph.node("Expand", [ones, graph.node("Concat", [one, length], axis=0)])
    return graph.node("MatMul", [row, x])


def _column(graph: GraphBuilder, row: str) -> str:
    """(b, 1, dim) as (b, dim, 1)."""
    one, two = (graph.constant(f"at_{n}", np.array([n])) for n in (1, 2))
    return graph.node("Unsqueeze", [graph.node("Squeeze", [row, one]), two])


def _affine(
    graph: GraphBuilder,
    name: str,
    matrix: np.ndarray,
    bias: np.ndarray,
    column: str,
) -> str:
    """A matrix (inputs, outputs) and a bias applied to columns (b, inputs, 1)."""
    left = graph.constant(name, np.ascontiguousarray(matrix.T))
    above = graph.constant(f"{name}_bias", bias[:, None])
    return graph.node("Add", [graph.node("MatMul", [left, column]), above])
