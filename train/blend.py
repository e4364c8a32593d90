"""Mixes the weights of two encoders of one shape.

A later stage trades some of an earlier one's skill for its own; weights between the two keep most
of both. Source: Wortsman et al., "Robust fine-tuning of zero-shot models" (2022), arXiv:2109.01903.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path

import click
from safetensors.torch import load_file, save_file
from torch import Tensor


def blended(
    first: Mapping[str, Tensor], second: Mapping[str, Tensor], share: float
) -> dict[str, Tensor]:
    """The weights at a share of the way from the first to the second.

    Args:
        first: Name -> weight.
        second: The same names and shapes.
        share: 0 = the first, 1 = the second.

    Returns:
        Name -> mixed weight in float32; integer tensors are the first's.

    Raises:
        ValueError: If names or shapes differ.

    >>> import torch
    >>> blended({"w": torch.zeros(2)}, {"w": torch.ones(2)}, 0.75)["w"].tolist()
    [0.75, 0.75]
    """
    if {k: v.shape for k, v in first.items()} != {k: v.shape for k, v in second.items()}:
        raise ValueError("the two encoders have different weights: blend stages of one run")
    return {
        name: weight.float().lerp(second[name].float(), share)
        if weight.is_floating_point()
        else weight
        for name, weight in first.items()
    }


@click.command("blend")
@click.argument("first", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("second", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--share", type=click.FloatRange(0, 1), default=0.75, show_default=True,
              help="0 = FIRST, 1 = SECOND.")  # fmt: skip
def command(first: Path, second: Path, out: Path, share: float) -> None:
    """Write OUT with weights between those of FIRST and SECOND, two stages of one run."""
    name = "model.safetensors"
    weights = blended(load_file(first / name), load_file(second / name), share)
    shutil.copytree(second, out, dirs_exist_ok=True)
    save_file(weights, out / name, metadata={"format": "pt"})
    click.echo(str(out))
