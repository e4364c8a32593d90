"""fp32 ONNX graph -> int8: matrix products and word embeddings, three times faster on a CPU.

Plain dynamic quantisation takes one range for a whole activation tensor, and BERT's activations
have outliers: in a few channels behind a normalisation, in a few tokens before a down-projection.
Two exact rewrites remove them: channels are rescaled between activation and weight (SmoothQuant,
doi:10.48550/arXiv.2211.10438), and each token is divided by its own largest value and multiplied
back behind the product. Measured on all-MiniLM-L6-v2, 150 authored texts, lowest cosine to fp32:
plain 0.847, by output channel 0.987, with both rewrites 0.998. A BERT is written by `bert_graph.py`
instead, whose texts may share a batch.
"""

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

Rows = Sequence[Sequence[int]]
"""Token ids of texts, special tokens included."""

_ALPHA = 0.7  # measured: 0.5 gives 0.975 without token scaling where 0.7 gives 0.995
MIN_EMBEDDING_ROWS = 1000  # smaller tables are not worth rounding


def quantise(fp32: Path, out: Path, calibration: Rows) -> None:
    """Write the int8 form of `fp32` to `out`.

    Args:
        fp32: A graph with `input_ids` and `attention_mask`.
        out: The file to write.
        calibration: A hundred texts or so of the kind that the encoder will read.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic

    model = onnx.load(str(fp32))
    shrink_embeddings(model)
    groups = _products(model)
    peaks = _peaks(model, list(groups), calibration)
    for number, (source, products) in enumerate(groups.items()):
        if _narrows(model, products[0]):
            _scale_tokens(model, products, f"token{number}")
        elif _is_normalised(model, source):
            _smooth(model, products, peaks[source], f"smooth{number}")
    between = out.with_suffix(".scaled")
    onnx.save(model, str(between))
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)  # it logs a line for each product
    try:
        quantize_dynamic(
            str(between),
            str(out),
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul"],
        )
    finally:
        logging.disable(level)
        between.unlink()


def shrink_embeddings(model: ModelProto) -> None:
    """Replace each large embedding table by int8 rows with a scale a row."""
    tables = {tensor.name: tensor for tensor in model.graph.initializer}
    for node in list(model.graph.node):
        table = tables.get(node.input[0]) if node.op_type == "Gather" else None
        if table is None or len(table.dims) != 2 or table.dims[0] < MIN_EMBEDDING_ROWS:
            continue
        weights = numpy_helper.to_array(table)  # (vocabulary, dim)
        scale = np.maximum(np.abs(weights).max(axis=1, keepdims=True), 1e-12) / 127
        codes = np.round(weights / scale).astype(np.int8)
        name, ids, out = table.name, node.input[1], node.output[0]
        model.graph.initializer.remove(table)
        model.graph.initializer.extend(
            [
                numpy_helper.from_array(codes, f"{name}_codes"),
                numpy_helper.from_array(scale.astype(np.float32), f"{name}_scale"),
            ]
        )
        _replace(
            model,
            node,
            [
                helper.make_node("Gather", [f"{name}_codes", ids], [f"{out}_codes"]),
                helper.make_node("Gather", [f"{name}_scale", ids], [f"{out}_scale"]),
                helper.make_node("Cast", [f"{out}_codes"], [f"{out}_cast"], to=TensorProto.FLOAT),
                helper.make_node("Mul", [f"{out}_cast", f"{out}_scale"], [out]),
            ],
        )


def _products(model: ModelProto) -> dict[str, list[NodeProto]]:
    """Products with a constant matrix, by the activation that they share."""
    constants = {tensor.name for tensor in model.graph.initializer}
    groups: dict[str, list[NodeProto]] = {}
    for node in model.graph.node:
        if node.op_type == "MatMul" and node.input[1] in constants:
            groups.setdefault(node.input[0], []).append(node)
    return groups


def _peaks(
    model: ModelProto, names: list[str], calibration: Rows
) -> dict[str, NDArray[np.float32]]:
    """Largest absolute value of each channel of each activation over the calibration texts."""
    probe = ModelProto()
    probe.CopyFrom(model)
    probe.graph.output.extend([helper.make_empty_tensor_value_info(name) for name in names])
    session = onnxruntime.InferenceSession(
        probe.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    peaks: dict[str, NDArray[np.float32]] = {}
    for row in calibration:
        tokens = np.array([row], np.int64)
        feed = {"input_ids": tokens, "attention_mask": np.ones_like(tokens)}
        for name, value in zip(names, session.run(names, feed), strict=True):
            peak = np.abs(value).reshape(-1, value.shape[-1]).max(axis=0)
            peaks[name] = np.maximum(peaks.get(name, peak), peak)
    return peaks


def _narrows(model: ModelProto, product: NodeProto) -> bool:
    """Whether the matrix is a down-projection: its input is the wide one, with token outliers."""
    rows, columns = next(t.dims for t in model.graph.initializer if t.name == product.input[1])
    return bool(rows > columns)


def _is_normalised(model: ModelProto, source: str) -> bool:
    """Whether a normalisation made the activation (RMSNorm ends in a product with its weight)."""
    makers = (node.op_type for node in model.graph.node if source in node.output)
    return next(makers, "") in ("LayerNormalization", "Mul")


def _smooth(
    model: ModelProto, products: list[NodeProto], peak: NDArray[np.float32], tag: str
) -> None:
    """Move the channels' ranges from the activation into the matrices' rows."""
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    matrices = [numpy_helper.to_array(tensors[node.input[1]]) for node in products]
    weight = np.maximum.reduce([np.abs(matrix).max(axis=1) for matrix in matrices])
    scale = np.maximum(peak, 1e-5) ** _ALPHA / np.maximum(weight, 1e-5) ** (1 - _ALPHA)
    scale = (scale / np.exp(np.log(scale).mean())).astype(np.float32)
    for node, matrix in zip(products, matrices, strict=True):
        name = node.input[1]
        tensors[name].CopyFrom(numpy_helper.from_array(matrix * scale[:, None], name))
    model.graph.initializer.append(numpy_helper.from_array(1 / scale, f"{tag}_by"))
    before = [helper.make_node("Mul", [products[0].input[0], f"{tag}_by"], [f"{tag}_out"])]
    for number, node in enumerate(products):
        product = helper.make_node(
            "MatMul", [f"{tag}_out", node.input[1]], node.output, name=node.name
        )
        _replace(model, node, [*(before if number == 0 else []), product])


def _scale_tokens(model: ModelProto, products: list[NodeProto], tag: str) -> None:
    """Divide each token by its largest value, and multiply it back behind each product."""
    model.graph.initializer.append(
        numpy_helper.from_array(np.array(1e-6, np.float32), f"{tag}_least")
    )
    source = products[0].input[0]
    before = [
        helper.make_node("Abs", [source], [f"{tag}_abs"]),
        helper.make_node("ReduceMax", [f"{tag}_abs"], [f"{tag}_max"], axes=[-1], keepdims=1),
        helper.make_node("Max", [f"{tag}_max", f"{tag}_least"], [f"{tag}_factor"]),
        helper.make_node("Div", [source, f"{tag}_factor"], [f"{tag}_unit"]),
    ]
    for number, node in enumerate(products):
        out = node.output[0]
        product = helper.make_node(
            "MatMul", [f"{tag}_unit", node.input[1]], [f"{out}_unit"], name=node.name
        )
        behind = helper.make_node("Mul", [f"{out}_unit", f"{tag}_factor"], [out])
        _replace(model, node, [*(before if number == 0 else []), product, behind])


def _replace(model: ModelProto, node: NodeProto, by: list[NodeProto]) -> None:
    """Put the nodes `by` where `node` stood; the graph stays in topological order."""
    place = list(model.graph.node).index(node)
    model.graph.node.remove(node)
    for number, new in enumerate(by):
        model.graph.node.insert(place + number, new)
