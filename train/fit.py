"""Runs the stages: draw, embed, step, check, save; the same command resumes.

Every draw is seeded by (seed, step, part), so a resumed run sees the rows that an uninterrupted
one would have seen, and ends with the same weights as long as the stage is limited by steps.
"""

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from radsearch.evaluation.authored import read_authored

from .backbone import Embed, Embedder, load_model, save_model
from .checkpoint import Progress, restore, save
from .known import stored_known
from .memory import Memory
from .rows import Family, FamilySignal, Pair, PairSignal, ScoredSignal
from .schedule import rate
from .signals.families import ContrastFamilies, read_families
from .signals.pairs import study_of
from .signals.report_families import read_report_families
from .stages import Stage
from .step import Recipe, Rows, accumulate
from .validation import family_accuracy, pair_recall
from .whitened import stored_matrix

_log = logging.getLogger(__name__)

Signals = Mapping[str, PairSignal | FamilySignal | ScoredSignal]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What the checks during training run on.

    Attributes:
        pairs: Findings and impression of validation reports.
        families: Held-out contrast families.
        reports: Families of whole reports that are held out.
    """

    pairs: Sequence[Pair]
    families: Sequence[Family]
    reports: Sequence[Family] = ()


def read_held_out(corpus: Path) -> HeldOut:
    """The validation part of `data/corpus`."""
    rows = list(read_authored(corpus / "authored", "validation"))
    written = corpus / "contrast" / "reports" / "held_out"
    return HeldOut(
        [Pair(row["findings"], row["impression"], row["id"]) for row in rows],
        list(read_families(corpus / "contrast", validation=True)),
        read_report_families(written, [study_of(row) for row in rows]),
    )


@dataclass(frozen=True, slots=True)
class Limits:
    """When a stage ends and how often it looks up.

    Attributes:
        max_seconds: Ends the stage, and sets the pace of the schedule, if given.
        max_steps: Replaces the stage's own number of steps, if given.
        check_every: Steps between two checks.
        save_seconds: Seconds between two checkpoints.
    """

    max_seconds: float | None = None
    max_steps: int | None = None
    check_every: int = 100
    save_seconds: float = 600.0


def draw(stage: Stage, signals: Signals, step: int) -> list[tuple[Rows, float]]:
    """The rows of one step, each part with its weight; depends on the seed and the step only."""
    return [
        (
            signals[part.signal].draw(np.random.default_rng([stage.seed, step, i]), part.rows),
            part.weight,
        )
        for i, part in enumerate(stage.parts)
    ]


def check(embedder: Embed, held_out: HeldOut) -> dict[str, float]:
    """Validation numbers of the model as it is."""
    with torch.inference_mode():
        numbers = pair_recall(held_out.pairs, embedder) if held_out.pairs else {}
        if held_out.families:
            numbers |= family_accuracy(held_out.families, embedder)
        if held_out.reports:
            accuracy = family_accuracy(held_out.reports, embedder)
            kinds = [name for name in ("pair", "trap", "ladder") if name in accuracy]
            numbers |= {f"report_{name}": accuracy[name] for name in kinds}
    return {name: round(value, 4) for name, value in numbers.items()}


def fit_stage(
    model_folder: str | Path,
    stage: Stage,
    signals: Signals,
    held_out: HeldOut,
    out: Path,
    limits: Limits,
) -> Path:
    """Train one stage, or what is left of it.

    Args:
        model_folder: Where the stage starts from.
        stage: What to do.
        signals: Where its rows come from.
        held_out: What to check on.
        out: The run's folder; the stage writes `out/NAME`, its state `out/NAME.state`.
        limits: When to stop.

    Returns:
        The folder of the finished stage, a plain sentence-transformers model.
    """
    done = out / stage.name
    if (done / "modules.json").exists():
        _log.info("%s is finished", stage.name)
        return done
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{stage.name}.json").write_text(json.dumps(asdict(stage), indent=1), encoding="utf-8")
    model = load_model(model_folder)
    reads = int(model.max_seq_length)  # type: ignore[arg-type]
    model.max_seq_length = min(reads, stage.max_tokens)  # type: ignore[assignment]
    _run(Embedder(model), stage, signals, held_out, out / f"{stage.name}.state", limits)
    model.max_seq_length = reads  # type: ignore[assignment]
    save_model(model, done)
    return done


def _run(
    embedder: Embedder,
    stage: Stage,
    signals: Signals,
    held_out: HeldOut,
    state: Path,
    limits: Limits,
) -> None:
    """The loop of one stage, from its last checkpoint on."""
    model = embedder.model
    optimizer = optimizer_of(model, stage)
    memory = Memory(stage.memory) if stage.memory else None
    start = restore(state, model, optimizer, memory)
    embedder.refresh()
    space = state.with_suffix(".whitening")
    if start.step == 0:  # of a run that left no checkpoint, perhaps from another model
        for stale in (space, *state.parent.glob(f"{stage.name}.*.known")):
            stale.unlink(missing_ok=True)
    recipe = _recipe(embedder, stage, signals, space, memory)
    _rehearse(embedder, stage, signals, state)
    steps = limits.max_steps or stage.steps
    begun, saved = time.monotonic() - start.seconds, time.monotonic()
    recent: list[list[float]] = []
    for step in range(start.step, steps):
        elapsed = time.monotonic() - begun
        progress = (step + 0.5) / steps
        if limits.max_seconds is not None:
            progress = max(progress, elapsed / limits.max_seconds)
            if progress >= 1:
                break
        rows = draw(stage, signals, step)
        recent.append(take_step(embedder, optimizer, stage, recipe, rows, progress))
        if (step + 1) % 10 == 0:
            means = [round(float(x), 3) for x in np.mean(recent, axis=0)]
            _log.info("%s %d %.0fs %s", stage.name, step + 1, time.monotonic() - begun, means)
            recent.clear()
        if (step + 1) % limits.check_every == 0:
            _log.info("%s %d check %s", stage.name, step + 1, check(embedder, held_out))
        if time.monotonic() - saved > limits.save_seconds:
            save(state, model, optimizer, Progress(step + 1, time.monotonic() - begun), memory)
            saved = time.monotonic()
    _log.info("%s end check %s", stage.name, check(embedder, held_out))


def _rehearse(embedder: Embedder, stage: Stage, signals: Signals, state: Path) -> None:
    """Let the signals of families draw what is known already as often as their parts say."""
    for part in stage.parts:
        signal = signals[part.signal]
        if part.rehearsed < 1 and isinstance(signal, ContrastFamilies):
            path = state.with_suffix(f".{part.signal}.known")
            known = stored_known(path, signal.families, embedder)
            _log.info("%s: %d of %d known", part.signal, len(known), len(signal.families))
            signal.rehearse(known, part.rehearsed)


def _recipe(
    embedder: Embedder, stage: Stage, signals: Signals, path: Path, memory: Memory | None
) -> Recipe:
    """How the stage's losses are taken; learns the space of its first signal where it wants one."""
    if not stage.whitened:
        return Recipe(stage.scale, stage.order, memory=memory)
    sections: Any = signals[stage.parts[0].signal]
    matrix = stored_matrix(path, sections, embedder, stage.seed)
    return Recipe(stage.scale, stage.order, stage.whitened, matrix, memory)


def optimizer_of(model: torch.nn.Module, stage: Stage) -> torch.optim.Optimizer:
    """What changes the weights of a model in a stage."""
    return torch.optim.AdamW(
        model.parameters(), lr=stage.learning_rate, weight_decay=stage.weight_decay, fused=True
    )


def take_step(
    embedder: Embedder,
    optimizer: torch.optim.Optimizer,
    stage: Stage,
    recipe: Recipe,
    parts: Sequence[tuple[Rows, float]],
    progress: float,
) -> list[float]:
    """One optimiser step; each part's loss."""
    for group in optimizer.param_groups:
        group["lr"] = rate(
            progress, peak=stage.learning_rate, warmup=stage.warmup, floor=stage.floor
        )
    optimizer.zero_grad()
    values = accumulate(parts, embedder, recipe)
    embedder.step(optimizer)
    return values
