"""An encoder like the shipped one from a general BERT, by one command in a given time.

Words of their own (`widen`, `prune`), learnt from the backbone itself (`distil`), narrower layers
(`narrow`), one stage of all signals (`fit`), float16 and the files that radsearch runs (`export`).
Each step leaves a folder; the same command goes on behind the last of them, and inside the two
long steps behind their last checkpoint.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from .fit import HeldOut, Limits, Signals, fit_stage, read_held_out
from .stages import WHOLE, Stage

_DISTILLED = 0.12  # of the time
_TRAINED = 0.8  # the rest is for the steps between and the checks


@dataclass(frozen=True, slots=True)
class Shape:
    """What becomes of the backbone's own.

    Attributes:
        words: Words that get rows of their own.
        vocabulary: Tokens that stay before training, at least.
        width: Neurons of a feed-forward layer.
    """

    words: int = 1_000
    vocabulary: int = 20_000
    width: int = 1_024


@dataclass(frozen=True, slots=True)
class Texts:
    """What the steps before the training read.

    Attributes:
        files: Their words get or keep rows.
        learnt: What the widened encoder and the backbone must agree on.
        calibration: Texts whose activations choose the neurons.
    """

    files: Sequence[str]
    learnt: Sequence[str]
    calibration: Sequence[str]


def once(folder: Path, make: Callable[[Path], object]) -> Path:
    """The folder, made under another name first unless it is there."""
    if not folder.exists():
        fresh = folder.with_name(f"{folder.name}.tmp")
        make(fresh)
        fresh.rename(folder)
    return folder


def curriculum(
    backbone: Path,
    out: Path,
    texts: Texts,
    signals: Signals,
    held_out: HeldOut,
    *,
    seconds: float,
    stage: Stage = WHOLE,
    shape: Shape | None = None,
    report: Callable[[str], None] = click.echo,
) -> Path:
    """Do what is left of the curriculum.

    Args:
        backbone: A sentence-transformers folder of a BERT.
        out: Folder of the run.
        texts: What the steps before the training read.
        signals: Where the stage's rows come from.
        held_out: What the stage is checked on.
        seconds: For everything.
        stage: What is trained.
        shape: What becomes of the backbone's words and layers.
        report: Takes a line for each step.

    Returns:
        The encoder's folder, `out/encoder`.
    """
    from .backbone import Embedder, load_model
    from .distil import distil
    from .export import export
    from .narrow import narrow
    from .prune import prune
    from .widen import widen

    shape = shape or Shape()
    out.mkdir(parents=True, exist_ok=True)

    def distilled(folder: Path) -> None:
        student = load_model(pruned)
        distil(
            Embedder(load_model(backbone)),
            Embedder(student),
            texts.learnt,
            out / "distilled.state",
            learning_rate=1e-4,
            max_seconds=_DISTILLED * seconds,
        )
        _saved(student, folder)

    def narrowed(folder: Path) -> None:
        model = load_model(words)
        narrow(model, texts.calibration, shape.width, report)
        _saved(model, folder)

    wide = once(out / "wide", lambda to: widen(backbone, to, texts.files, shape.words))
    pruned = once(out / "pruned", lambda to: prune(wide, to, texts.files, shape.vocabulary))
    report("the words have rows")
    words = once(out / "distilled", distilled)
    report("the words are learnt")
    narrow_folder = once(out / "narrow", narrowed)
    limits = Limits(max_seconds=_TRAINED * seconds)
    trained = fit_stage(narrow_folder, stage, signals, held_out, out, limits)
    report("the signals are learnt")
    # prune writes float16; no token leaves, as there are fewer than that
    half = once(out / "half", lambda to: prune(trained, to, texts.files, 10 * shape.vocabulary))
    return once(out / "encoder", lambda to: export(half, to, name=out.name, keep_torch=True))


def _saved(model: Any, folder: Path) -> None:
    model.save_pretrained(str(folder), create_model_card=False)


@click.command("curriculum")
@click.argument("backbone", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--max-seconds", default=6_900.0, show_default=True, help="For everything.")
@click.option("--threads", default=2, show_default=True, help="CPU threads.")
def command(backbone: Path, out: Path, max_seconds: float, threads: int) -> None:
    """Make an encoder like the shipped one from BACKBONE; the same command resumes."""
    import torch

    from .distil import corpus_texts
    from .narrow import calibration_texts
    from .prune import own_texts
    from .signals.registry import DATA, open_signal

    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    learnt = corpus_texts(DATA / "corpus")
    texts = Texts(list(own_texts()), learnt, calibration_texts(learnt))
    signals = {part.signal: open_signal(part.signal) for part in WHOLE.parts}
    held_out = read_held_out(DATA / "corpus")
    click.echo(curriculum(backbone, out, texts, signals, held_out, seconds=max_seconds))
