"""A BERT with mean pooling or an echo -> an int8 ONNX graph whose rows do not depend on each other.

Written node by node rather than traced, since that is what makes it fast: no mask (a batch holds
texts of one length), bias inside the product, ONNX Runtime's attention. Its fused
SkipLayerNormalization is left out on purpose: on a CPU it takes 135 us for 64 tokens of 384
channels, Add and LayerNormalization take 28 us.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnx
import onnxruntime
from onnx import ModelProto, TensorProto

from radsearch.encoder.onnx import EQUAL_LENGTHS, LAYOUT

from .bert_products import FloatProducts, Floats, IntegerProducts, Linear, Products, Range
from .echo import echo_of, has_echo
from .graph_builder import MICROSOFT, GraphBuilder
from .pooled_graph import pool, pool_both
from .quantise import MIN_EMBEDDING_ROWS, Rows

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

OUTPUT = "sentence_embedding"


def is_plain_bert(model: "SentenceTransformer") -> bool:
    """Whether `model` is a BERT with GELU and mean pooling."""
    config = getattr(getattr(model[0], "auto_model", None), "config", None)
    kinds = [type(module).__name__ for module in model]
    return (
        kinds in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"])
        and getattr(config, "model_type", "") == "bert"
        and getattr(config, "hidden_act", "") == "gelu"
        and getattr(config, "position_embedding_type", "absolute") == "absolute"
        and model[1].get_config_dict().get("pooling_mode") == "mean"
    )


def can_write(model: "SentenceTransformer") -> bool:
    """Whether `write_bert` can write `model`: a BERT with mean pooling, or with an echo behind."""
    return is_plain_bert(model) or has_echo(model)


def write_bert(model: "SentenceTransformer", out: Path, calibration: Rows) -> None:
    """Write the int8 graph of `model`, tokens to unit vectors.

    Args:
        model: One that `can_write` accepts.
        out: The file to write.
        calibration: Token ids of a hundred texts or so of the kind that the encoder will read.
    """
    bert = _Bert(model)
    onnx.save(bert.graph(IntegerProducts(_ranges(bert, calibration))), str(out))


def _ranges(bert: "_Bert", calibration: Rows) -> dict[str, Range]:
    """The range of each activation over the calibration texts, by site."""
    products = FloatProducts()
    bert.graph(products)
    sites, names = list(products.activations), list(products.activations.values())
    probe = bert.graph(FloatProducts(), outputs=names)
    session = onnxruntime.InferenceSession(
        probe.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    ranges: dict[str, Range] = {}
    for row in calibration:
        values = session.run(names, {"input_ids": np.array([row], np.int64)})
        for site, value in zip(sites, values, strict=True):
            seen = Range(value.min(axis=(0, 1)), value.max(axis=(0, 1)))
            ranges[site] = ranges[site] | seen if site in ranges else seen
    return ranges


class _Bert:
    """The weights of a BERT, and its graph."""

    def __init__(self, model: "SentenceTransformer") -> None:
        transformer = model[0].auto_model
        config = transformer.config
        self._weights = {
            name: tensor.float().numpy() for name, tensor in transformer.state_dict().items()
        }
        self._heads = int(config.num_attention_heads)
        self._layers = int(config.num_hidden_layers)
        self._epsilon = float(config.layer_norm_eps)
        self._echo = echo_of(model) if has_echo(model) else None

    def graph(self, products: Products, outputs: list[str] | None = None) -> ModelProto:
        """The graph with `products`, giving the vectors or the tensors `outputs`."""
        graph = GraphBuilder()
        first, length = self._embedding(graph, integers=isinstance(products, IntegerProducts))
        x = first
        for number in range(self._layers):
            x = self._layer(graph, x, number, products)
        if self._echo:
            pool_both(graph, first, x, length, self._echo, OUTPUT)
        else:
            pool(graph, x, length, OUTPUT)
        return graph.model(outputs or [OUTPUT], {LAYOUT: EQUAL_LENGTHS})

    def _embedding(self, graph: GraphBuilder, *, integers: bool) -> tuple[str, str]:
        """Normalised embeddings (b, length, dim), and the length (1,)."""
        start, one = (graph.constant(f"at_{n}", np.array([n])) for n in (0, 1))
        length = graph.node("Gather", [graph.node("Shape", ["input_ids"]), one])
        table = self._weights["embeddings.word_embeddings.weight"]
        words = _words(graph, table, integers=integers and len(table) >= MIN_EMBEDDING_ROWS)
        # All tokens are of type 0, so its embedding belongs to each position.
        places = self._weights["embeddings.position_embeddings.weight"]
        places = places + self._weights["embeddings.token_type_embeddings.weight"][0]
        places = graph.node("Slice", [graph.constant("positions", places), start, length, start])
        words = graph.node("Add", [words, places])
        return self._normalise(graph, words, "embeddings.LayerNorm"), length

    def _layer(self, graph: GraphBuilder, x: str, number: int, products: Products) -> str:
        name = f"encoder.layer.{number}"
        out = self._linear(f"{name}.attention.output.dense")
        query, key, value = (
            self._linear(f"{name}.attention.self.{part}") for part in ("query", "key", "value")
        )
        # Attention mixes tokens, not channels: what `out` would like its input divided by is
        # divided out of the value matrix, at no cost.
        scale = products.balance(f"{name}.mixed", out.matrix)
        value = Linear(value.name, value.matrix / scale, value.bias / scale)
        out = Linear(out.name, out.matrix * scale[:, None], out.bias)
        heads = products.fixed(graph, f"{name}.in", x, [query, key, value])
        mixed = graph.node("MultiHeadAttention", heads, domain=MICROSOFT, num_heads=self._heads)
        (seen,) = products.fixed(graph, f"{name}.mixed", mixed, [out], divided=scale)
        x = graph.node("Add", [seen, x])
        x = self._normalise(graph, x, f"{name}.attention.output.LayerNorm")
        up = self._linear(f"{name}.intermediate.dense")
        (wide,) = products.fixed(graph, f"{name}.up", x, [up])
        wide = graph.node("Gelu", [wide], domain=MICROSOFT)
        down = self._linear(f"{name}.output.dense")
        narrow = products.by_token(graph, f"{name}.down", wide, down)
        return self._normalise(graph, graph.node("Add", [narrow, x]), f"{name}.output.LayerNorm")

    def _linear(self, name: str) -> Linear:
        matrix: Floats = self._weights[f"{name}.weight"].T
        return Linear(name, matrix, self._weights[f"{name}.bias"])

    def _normalise(self, graph: GraphBuilder, x: str, name: str) -> str:
        parts = [graph.constant(f"{name}.{p}", self._weights[f"{name}.{p}"]) for p in _NORM]
        return graph.node("LayerNormalization", [x, *parts], axis=-1, epsilon=self._epsilon)


_NORM = ("weight", "bias")


def _words(graph: GraphBuilder, table: Floats, *, integers: bool) -> str:
    """Rows of the embedding table, which is int8 with a scale a row where `integers`."""
    if not integers:
        return graph.node("Gather", [graph.constant("words", table), "input_ids"])
    scale = (np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-12) / 127).astype(np.float32)
    codes = np.round(table / scale).astype(np.int8)
    rows = graph.node("Gather", [graph.constant("words", codes), "input_ids"])
    rows = graph.node("Cast", [rows], to=int(TensorProto.FLOAT))
    return graph.node(
        "Mul", [rows, graph.node("Gather", [graph.constant("words_scale", scale), "input_ids"])]
    )
