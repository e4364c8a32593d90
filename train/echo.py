"""An encoder that keeps its texts' own words beside their sense, in stock modules.

    words = unit(A * (mean of the word embeddings, weighted by the corpus's idf) + a)
    v     = unit(B * [words ; mean of the last layer] + b)

Modules of sentence-transformers alone, so that it opens a folder of this kind as any other: the
words are kept where pooling looks for a first token's vector, and the last dense layer reads both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Floats = NDArray[np.float32]

KINDS = (
    "Transformer", "WeightedLayerPooling", "WordWeights", "Pooling", "Dense", "Normalize",
    "WeightedLayerPooling", "WordWeights", "Pooling", "Dense", "Normalize",
)  # fmt: skip
"""Names of the modules, in their order."""

_KEPT = "cls_token_embeddings"
_LEAST = 0.01  # of a token that stands in every text, so that no text is without weight


@dataclass(frozen=True, slots=True)
class Echo:
    """What is put behind a transformer of width d.

    Attributes:
        weights: Of each token of the vocabulary in the mean of the embeddings, (v,).
        words: A, (d, d), read from the left: row vectors times it.
        words_bias: a, (d,).
        matrix: B, (2 d, out), read from the left.
        bias: b, (out,).
    """

    weights: Floats
    words: Floats
    words_bias: Floats
    matrix: Floats
    bias: Floats

    def heard(self, means: Floats) -> Floats:
        """[words ; mean of the last layer], (n, 2 d), of what `both_means` gives."""
        dim = len(self.words)
        words = means[:, :dim] @ self.words + self.words_bias
        return np.concatenate([unit(words), means[:, dim:]], axis=1)


def unit(rows: Floats) -> Floats:
    """Rows of unit length."""
    found: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return found


def token_weights(ids: Sequence[Sequence[int]], vocabulary: int) -> Floats:
    """Log of the inverse share of texts that have each token, (vocabulary,).

    >>> print(token_weights([[0, 1, 1], [0, 2]], 4).round(2))
    [0.18 0.69 0.69 1.1 ]
    """
    count = np.bincount(np.concatenate([np.unique(row) for row in ids]), minlength=vocabulary)
    idf = np.log((len(ids) + 1) / np.maximum(count + 0.5, 1.0))
    weights: Floats = np.maximum(idf, _LEAST).astype(np.float32)
    return weights


def has_echo(model: nn.Module) -> bool:
    """Whether `with_echo` has made the model."""
    return tuple(type(module).__name__ for module in model.children()) == KINDS


def echo_of(model: nn.Module) -> Echo:
    """What stands behind the transformer of a model that `has_echo`."""
    modules: list[Any] = list(model.children())
    weights, words, both = modules[2].emb_layer, modules[4].linear, modules[9].linear
    parts = (weights.weight[:, 0], words.weight.T, words.bias, both.weight.T, both.bias)
    return Echo(*(np.ascontiguousarray(part.detach().float().numpy()) for part in parts))


def with_echo(model: nn.Module, echo: Echo) -> "SentenceTransformer":
    """The transformer of a model with other modules behind it.

    Args:
        model: A SentenceTransformer with mean pooling.
        echo: What to put there.

    Returns:
        A new model on the same transformer, which from now on keeps its layers' outcome.
    """
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import (
        Normalize,
        Pooling,
        WordWeights,
    )

    transformer: Any = model[0]  # type: ignore[index]
    config = transformer.auto_model.config
    config.output_hidden_states = True
    dim, layers = int(config.hidden_size), int(config.num_hidden_layers)
    names = transformer.tokenizer.convert_ids_to_tokens(range(len(echo.weights)))
    weights = {name: float(weight) for name, weight in zip(names, echo.weights, strict=True)}
    modules = [
        transformer,
        _layer(dim, layers, 0),
        WordWeights(names, weights),
        Pooling(dim, pooling_mode="mean"),
        _dense(echo.words, echo.words_bias),
        Normalize(module_output_name=_KEPT),
        _layer(dim, layers, layers),
        WordWeights(names, {}),
        Pooling(dim, pooling_mode=("cls", "mean")),
        _dense(echo.matrix, echo.bias),
        Normalize(),
    ]
    prompts: Any = model.prompts
    return SentenceTransformer(modules=modules, device="cpu", prompts=prompts).eval()


def _layer(dim: int, layers: int, number: int) -> nn.Module:
    """Takes the tokens' vectors of one layer, of which 0 is the embedding."""
    from sentence_transformers.sentence_transformer.modules import WeightedLayerPooling

    alone = nn.Parameter(torch.eye(layers + 1)[number].clone())
    found: nn.Module = WeightedLayerPooling(dim, layers, layer_start=0, layer_weights=alone)
    return found


def _dense(matrix: Floats, bias: Floats) -> nn.Module:
    from sentence_transformers.sentence_transformer.modules import Dense

    found: nn.Module = Dense(
        *matrix.shape,
        activation_function=nn.Identity(),
        init_weight=torch.from_numpy(matrix.T.copy()),
        init_bias=torch.from_numpy(bias.copy()),
    )
    return found


@torch.inference_mode()
def both_means(model: nn.Module, texts: Sequence[str], weights: Floats) -> Floats:
    """The weighted mean of the embeddings and the mean of the last layer, (n, 2 d).

    Args:
        model: A SentenceTransformer on a BERT.
        texts: Any; equal texts are run once.
        weights: Of each token, (v,).

    Returns:
        Rows in the order of the texts.
    """
    transformer: Any = model[0]  # type: ignore[index]
    tokenizer, bert = transformer.tokenizer, transformer.auto_model
    unique = list(dict.fromkeys(texts))
    ids = token_ids(model, unique)
    order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
    by_token = torch.from_numpy(weights)
    out = torch.empty(len(ids), 2 * int(bert.config.hidden_size))
    for start in range(0, len(order), 64):
        rows = order[start : start + 64]
        batch = tokenizer.pad({"input_ids": [ids[i] for i in rows]}, return_tensors="pt")
        states = bert(**batch, output_hidden_states=True).hidden_states
        mask = batch["attention_mask"].float()
        shares = mask * by_token[batch["input_ids"]]
        out[rows] = torch.cat([_mean(states[0], shares), _mean(states[-1], mask)], dim=1)
    place = {text: i for i, text in enumerate(unique)}
    means: Floats = out[[place[text] for text in texts]].numpy()
    return means


def token_ids(model: nn.Module, texts: Sequence[str]) -> list[list[int]]:
    """Tokens of each text, as many as the model reads."""
    limit = int(model.max_seq_length)  # type: ignore[arg-type]
    tokenizer: Any = model.tokenizer
    ids: list[list[int]] = tokenizer(list(texts), truncation=True, max_length=limit)["input_ids"]
    return ids


def _mean(states: Tensor, weights: Tensor) -> Tensor:
    """Weighted means (b, d) of (b, length, d)."""
    return torch.einsum("bld,bl->bd", states, weights) / weights.sum(1, keepdim=True)
