"""Trains a toy with DDP on the CPU; started by torchrun in test_large.py."""

import sys
from pathlib import Path

import torch
import torch.distributed as dist

from train.large import train_large
from train.stages_large import DataSet, LargeStage

STAGE = LargeStage(
    "toy",
    (DataSet("pairs", "contrastive", 64),),
    batch=8,
    max_tokens=16,
    learning_rate=1e-3,
)


def columns() -> dict[str, dict[str, list[object]]]:
    sides, sizes = ("left", "right"), ("small", "moderate", "large")
    left: list[object] = [f"{sizes[i % 3]} {sides[i % 2]} effusion {i}" for i in range(64)]
    right: list[object] = [f"effusion {i} {sides[i % 2]} {sizes[i % 3]}" for i in range(64)]
    return {"pairs": {"anchor": left, "positive": right}}


def main(model: str, out: str, steps: str) -> None:
    torch.set_num_threads(1)
    train_large(model, STAGE, columns(), Path(out), chunk=2, max_steps=int(steps), cpu=True)
    if dist.is_initialized():
        dist.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])
