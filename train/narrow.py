"""Makes the feed-forward layers of a BERT narrower, and refits what is left.

Neurons leave one at a time, always the one without which the layer's output changes least once
the others' outgoing weights have made up for it (least squares over calibration texts). With C the
uncentred covariance of the neurons' activations and W their outgoing weights, neuron j costs
|W_j|^2 / (C^-1)_jj, and W changes by -C^-1_j W_j / (C^-1)_jj. Layer by layer, each on the
activations that the narrowed layers below give it.
Source: Hassibi and Stork, "Second order derivatives for network pruning: Optimal Brain Surgeon"
(1992), NIPS 5, a neuron's row taken at once.
"""

import json
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
NEURONS_FILE = "neurons.json"


def surviving(covariance: Doubles, outgoing: Doubles, keep: int) -> list[int]:
    """The neurons that stay.

    Args:
        covariance: Mean products of activations, (n + 1, n + 1); the last is a constant one, whose
            outgoing weight is the bias and which always stays.
        outgoing: (n + 1, d).
        keep: Neurons that stay, at most n.

    Returns:
        Their indices in order, `keep` of them.

    >>> twins = np.array([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]])  # two equal neurons and the constant
    >>> surviving(twins, np.array([[1.0], [2.0], [5.0]]), 1)
    [1]
    """
    n = len(covariance) - 1
    weights = outgoing.copy()
    inverse = np.linalg.inv(_damped(covariance))
    alive = np.ones(n, dtype=bool)
    for _ in range(n - keep):
        cost = (weights[:n] ** 2).sum(1) / np.diag(inverse)[:n]
        j = int(np.argmin(np.where(alive, cost, np.inf)))
        column = inverse[:, j] / inverse[j, j]
        weights -= np.outer(column, weights[j])
        inverse -= np.outer(column, inverse[j])
        inverse[j], inverse[:, j], inverse[j, j] = 0.0, 0.0, 1.0
        alive[j] = False
    return [int(j) for j in np.flatnonzero(alive)]


def refitted(covariance: Doubles, outgoing: Doubles, kept: Sequence[int]) -> Doubles:
    """Outgoing weights with which some neurons come nearest to what all gave, (kept + 1, d).

    >>> twins = np.array([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]])
    >>> refitted(twins, np.array([[1.0], [2.0], [5.0]]), [1]).round(2).ravel().tolist()
    [3.0, 5.0]
    """
    rows = [*kept, len(covariance) - 1]
    damped = _damped(covariance)
    fitted = np.linalg.solve(damped[np.ix_(rows, rows)], damped[rows] @ outgoing)
    return np.asarray(fitted, dtype=np.float64)


def _damped(covariance: Doubles) -> Doubles:
    mean = float(np.trace(covariance)) / len(covariance)
    return np.asarray(covariance + _DAMPING * mean * np.eye(len(covariance)), dtype=np.float64)


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


def narrow(
    model: Any,
    texts: Sequence[str],
    width: int,
    report: Callable[[str], None],
    neurons: Sequence[Sequence[int]] | None = None,
) -> list[list[int]]:
    """Make every feed-forward layer of a model narrower, in place.

    Args:
        model: A SentenceTransformer over a BERT.
        texts: Calibration texts.
        width: Neurons that stay in each layer.
        report: Takes a line for each layer.
        neurons: Those that stay, for each layer; None = the best. Two models can be blended behind
            this only if they keep the same ones.

    Returns:
        The neurons that stayed, for each layer.

    Raises:
        ValueError: If the layers are not wider than that.
    """
    bert = model[0].auto_model
    if width >= bert.config.intermediate_size:
        raise ValueError(
            f"the layers have {bert.config.intermediate_size} neurons: give fewer than that, "
            f"not {width}"
        )
    chosen = []
    for i, layer in enumerate(bert.encoder.layer):
        up, down = layer.intermediate.dense, layer.output.dense
        covariance = activation_covariance(model, layer, texts)
        outgoing = torch.cat([down.weight.T, down.bias[None]]).detach().double().numpy()
        kept = list(neurons[i]) if neurons else surviving(covariance, outgoing, width)
        weights = refitted(covariance, outgoing, kept)
        new = np.zeros_like(outgoing)
        new[[*kept, len(outgoing) - 1]] = weights
        lost = _energy(new - outgoing, covariance) / _energy(outgoing, covariance)
        report(f"layer {i}: {lost:.4f} of the output's energy lost")
        up.weight = torch.nn.Parameter(up.weight.detach()[kept].clone())
        up.bias = torch.nn.Parameter(up.bias.detach()[kept].clone())
        fitted = torch.from_numpy(weights).float()
        down.weight = torch.nn.Parameter(fitted[:-1].T.contiguous())
        down.bias = torch.nn.Parameter(fitted[-1].clone())
        up.out_features = down.in_features = len(kept)
        chosen.append(kept)
    bert.config.intermediate_size = width
    return chosen


def _energy(weights: Doubles, covariance: Doubles) -> float:
    """Mean squared length of what the weights give."""
    return float(np.einsum("nd,nm,md->", weights, covariance, weights, optimize=True))


@click.command("narrow")
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--width", default=1_024, show_default=True, help="Neurons that stay in a layer.")
@click.option("--like", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="A folder of this command: the same neurons stay.")  # fmt: skip
@click.option("--threads", default=2, show_default=True, help="CPU threads.")
def command(source: Path, out: Path, width: int, like: Path | None, threads: int) -> None:
    """Write SOURCE with narrower feed-forward layers as OUT."""
    from .distil import corpus_texts
    from .signals.registry import DATA

    torch.set_num_threads(threads)
    texts = calibration_texts(corpus_texts(DATA / "corpus"))
    same = json.loads((like / NEURONS_FILE).read_text(encoding="utf-8")) if like else None
    model: Any = load_model(source)
    kept = narrow(model, texts, len(same[0]) if same else width, click.echo, same)
    model.save_pretrained(str(out), create_model_card=False)
    (out / NEURONS_FILE).write_text(json.dumps(kept), encoding="utf-8")
