"""Makes the feed-forward layers of a BERT narrower, and refits what is left.

Neurons leave one at a time, always the one without which the layer's output changes least once
the others' outgoing weights have made up for it (least squares over calibration texts). With C the
uncentred covariance of the neurons' activations and W their outgoing weights, neuron j costs
|W_j|^2 / (C^-1)_jj, and W changes by -C^-1_j W_j / (C^-1)_jj. Layer by layer, each on the
activations that the narrowed layers below give it.
Source: Hassibi and Stork, "Second order derivatives for network pruning: Optimal Brain Surgeon"
(1992), NIPS 5, a neuron's row taken at once.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from numpy.typing import NDArray

from .backbone import load_model

Doubles = NDArray[np.float64]

_DAMPING = 1e-4  # of the mean variance: keeps neurons that hardly fire invertible
_BATCH, _TEXTS, _SEED = 64, 900, 42


def surviving(
    covariance: Doubles, outgoing: Doubles, keep: int
) -> tuple[NDArray[np.int64], Doubles]:
    """The neurons that stay, and their new outgoing weights.

    Args:
        covariance: Mean products of activations, (n + 1, n + 1); the last is a constant one, whose
            outgoing weight is the bias and which always stays.
        outgoing: (n + 1, d).
        keep: Neurons that stay, at most n.

    Returns:
        Their indices in order, (keep,), and the new weights, (keep + 1, d), the bias last.

    >>> twins = np.array([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]])  # two equal neurons and the constant
    >>> kept, weights = surviving(twins, np.array([[1.0], [2.0], [5.0]]), 1)
    >>> kept.tolist(), weights.round(2).ravel().tolist()
    ([1], [3.0, 5.0])
    """
    n = len(covariance) - 1
    weights = outgoing.copy()
    damping = _DAMPING * np.trace(covariance) / (n + 1)
    inverse = np.linalg.inv(covariance + damping * np.eye(n + 1))
    alive = np.ones(n + 1, dtype=bool)
    for _ in range(n - keep):
        cost = np.where(alive, (weights**2).sum(1) / np.diag(inverse), np.inf)
        j = int(np.argmin(cost[:n]))
        column = inverse[:, j] / inverse[j, j]
        weights -= np.outer(column, weights[j])
        inverse -= np.outer(column, inverse[j])
        inverse[j], inverse[:, j], inverse[j, j] = 0.0, 0.0, 1.0
        alive[j] = False
    return np.flatnonzero(alive[:n]), weights[alive]


def activation_covariance(model: Any, layer: Any, texts: Sequence[str]) -> Doubles:
    """Mean products of a layer's feed-forward activations over the tokens of some texts.

    Args:
        model: A SentenceTransformer over a BERT.
        layer: One of its layers.
        texts: What to run.

    Returns:
        (n + 1, n + 1), the constant last.
    """
    width = layer.output.dense.in_features
    total, tokens = torch.zeros(width + 1, width + 1, dtype=torch.float64), 0
    mask = torch.empty(0)

    def add(module: torch.nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        nonlocal total, tokens
        rows = inputs[0][mask]
        rows = torch.cat([rows, torch.ones(len(rows), 1)], 1)
        total += (rows.T @ rows).double()
        tokens += len(rows)

    hook = layer.output.dense.register_forward_pre_hook(add)
    ordered = sorted(texts, key=len)
    with torch.inference_mode():
        for start in range(0, len(ordered), _BATCH):
            features = model.preprocess(ordered[start : start + _BATCH])
            mask = features["attention_mask"].bool()
            model(features)
    hook.remove()
    return (total / max(tokens, 1)).numpy()


def calibration_texts(texts: Sequence[str]) -> list[str]:
    """A seeded choice of texts, enough for every neuron's covariance."""
    chosen = np.random.default_rng(_SEED).permutation(len(texts))[:_TEXTS]
    return [texts[i] for i in chosen]


def narrow(model: Any, texts: Sequence[str], width: int, report: Callable[[str], None]) -> None:
    """Make every feed-forward layer of a model narrower, in place.

    Args:
        model: A SentenceTransformer over a BERT.
        texts: Calibration texts.
        width: Neurons that stay in each layer.
        report: Takes a line for each layer.

    Raises:
        ValueError: If the layers are not wider than that.
    """
    bert = model[0].auto_model
    if width >= bert.config.intermediate_size:
        raise ValueError(
            f"the layers have {bert.config.intermediate_size} neurons: give fewer than that, "
            f"not {width}"
        )
    for i, layer in enumerate(bert.encoder.layer):
        up, down = layer.intermediate.dense, layer.output.dense
        covariance = activation_covariance(model, layer, texts)
        outgoing = torch.cat([down.weight.T, down.bias[None]]).detach().double().numpy()
        kept, weights = surviving(covariance, outgoing, width)
        new = np.zeros_like(outgoing)
        new[[*kept, len(outgoing) - 1]] = weights
        error = np.einsum("nd,nm,md->", new - outgoing, covariance, new - outgoing)
        whole = np.einsum("nd,nm,md->", outgoing, covariance, outgoing)
        report(f"layer {i}: {error / whole:.4f} of the output's energy lost")
        rows = torch.from_numpy(kept)
        up.weight = torch.nn.Parameter(up.weight.detach()[rows].clone())
        up.bias = torch.nn.Parameter(up.bias.detach()[rows].clone())
        fitted = torch.from_numpy(weights).float()
        down.weight = torch.nn.Parameter(fitted[:-1].T.contiguous())
        down.bias = torch.nn.Parameter(fitted[-1].clone())
        up.out_features = down.in_features = width
    bert.config.intermediate_size = width


@click.command("narrow")
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--width", default=1_024, show_default=True, help="Neurons that stay in a layer.")
@click.option("--threads", default=2, show_default=True, help="CPU threads.")
def command(source: Path, out: Path, width: int, threads: int) -> None:
    """Write SOURCE with narrower feed-forward layers as OUT."""
    from .distil import corpus_texts
    from .signals.registry import DATA

    torch.set_num_threads(threads)
    model: Any = load_model(source)
    narrow(model, calibration_texts(corpus_texts(DATA / "corpus")), width, click.echo)
    model.save_pretrained(str(out), create_model_card=False)
