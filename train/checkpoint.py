"""Weights, optimiser state and progress in one folder; written beside it, then renamed."""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from .memory import Memory

VERSION = 1


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a stage stands.

    Attributes:
        step: Finished optimiser steps.
        seconds: Training time spent so far.
    """

    step: int = 0
    seconds: float = 0.0


def save(
    folder: Path,
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    progress: Progress,
    memory: Memory | None = None,
) -> None:
    """Write a checkpoint; an interrupted call leaves the former one intact."""
    fresh = folder.with_name(folder.name + ".tmp")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    save_file({k: v.contiguous() for k, v in model.state_dict().items()}, fresh / "w.safetensors")
    states = optimizer.state_dict()["state"]
    flat = {f"{i}.{k}": torch.as_tensor(v) for i, row in states.items() for k, v in row.items()}
    save_file(flat, fresh / "optimizer.safetensors")
    if memory is not None:
        save_file(memory.state(), fresh / "memory.safetensors")
    document = {"version": VERSION, **asdict(progress)}
    (fresh / "progress.json").write_text(json.dumps(document), encoding="utf-8")
    old = folder.with_name(folder.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    fresh.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def restore(
    folder: Path,
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    memory: Memory | None = None,
) -> Progress:
    """Load the checkpoint of a folder into a model and its optimiser.

    Args:
        folder: Written by `save`; a crash between its two renames leaves `folder.old`.
        model: Gets the weights.
        optimizer: Gets the moments.
        memory: Gets the pairs of earlier steps.

    Returns:
        Where training stood; step 0 where there is no checkpoint.

    Raises:
        ValueError: If the checkpoint has another version.
    """
    old = folder.with_name(folder.name + ".old")
    if not folder.exists() and old.exists():
        old.rename(folder)
    if not folder.exists():
        return Progress()
    document = json.loads((folder / "progress.json").read_text(encoding="utf-8"))
    if document["version"] != VERSION:
        raise ValueError(
            f"checkpoint {folder.name!r} has version {document['version']}, this code reads "
            f"{VERSION}: delete the folder to start again"
        )
    model.load_state_dict(load_file(folder / "w.safetensors"))
    states: dict[int, dict[str, torch.Tensor]] = {}
    for name, value in load_file(folder / "optimizer.safetensors").items():
        index, _, key = name.partition(".")
        states.setdefault(int(index), {})[key] = value
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": states, "param_groups": groups})
    if memory is not None:
        memory.load(load_file(folder / "memory.safetensors"))
    return Progress(int(document["step"]), float(document["seconds"]))
