"""The whole pipeline of a sentence-transformers model as one fp32 ONNX graph."""

import warnings
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer
from torch import Tensor, nn


class Pipeline(nn.Module):
    """Tokens to unit vectors: transformer, pooling and normalisation."""

    def __init__(self, model: SentenceTransformer) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Unit vectors (b, dim) of padded token ids (b, length)."""
        features = {"input_ids": input_ids, "attention_mask": attention_mask}
        for module in self.model:
            features = module(features)
        return nn.functional.normalize(features["sentence_embedding"], dim=-1)


def write_graph(model: SentenceTransformer, out: Path) -> None:
    """Write the fp32 graph of `model` to `out`; batch and length stay open."""
    encoded = model.preprocess(["small left effusion", "no pneumothorax is seen today"])
    names = ["input_ids", "attention_mask"]
    with torch.no_grad(), warnings.catch_warnings():
        # The tracing exporter is deprecated and warns of each constant, but its graph runs 1.5
        # times as fast in int8 as the new one's.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Pipeline(model).eval(),
            tuple(encoded[name] for name in names),
            str(out),
            dynamo=False,
            opset_version=17,
            input_names=names,
            output_names=["sentence_embedding"],
            dynamic_axes={name: {0: "batch", 1: "length"} for name in names},
        )
