"""Writes an ONNX graph node by node."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

Array = NDArray[np.generic]

OPSET = 18
MICROSOFT = "com.microsoft"
"""Domain of ONNX Runtime's own operators."""


class GraphBuilder:
    """Collects nodes and constants; each method returns the name of the tensor that it makes."""

    def __init__(self) -> None:
        self._nodes: list[NodeProto] = []
        self._constants: dict[str, Array] = {}

    def constant(self, name: str, value: Array) -> str:
        """A constant; the same name again must mean the same value."""
        self._constants[name] = np.ascontiguousarray(value) if value.ndim else value
        return name

    def node(
        self,
        operator: str,
        inputs: Sequence[str],
        *,
        domain: str = "",
        out: str | None = None,
        **attributes: int | float | str,
    ) -> str:
        """The output of a new node.

        Args:
            operator: Of ONNX, or of `domain`.
            inputs: Tensors; "" leaves an optional one out.
            domain: "" is ONNX itself.
            out: Name of the output; None = a fresh one.
            **attributes: Of the operator.

        Returns:
            The output's name.
        """
        number = len(self._nodes)
        out = out or f"t{number}"
        self._nodes.append(
            helper.make_node(
                operator, inputs, [out], name=f"{operator}_{number}", domain=domain, **attributes
            )
        )
        return out

    def model(self, outputs: Sequence[str], metadata: dict[str, str]) -> ModelProto:
        """The graph from `input_ids` (batch, length) to `outputs`."""
        ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
        graph = helper.make_graph(
            self._nodes,
            "encoder",
            [ids],
            [helper.make_empty_tensor_value_info(name) for name in outputs],
            [numpy_helper.from_array(value, name) for name, value in self._constants.items()],
        )
        imports = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        model: ModelProto = helper.make_model(graph, opset_imports=imports, ir_version=9)
        helper.set_model_props(model, metadata)
        return model
