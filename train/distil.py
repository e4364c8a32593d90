"""Teaches an encoder the vectors of another: what `train widen` needs after it.

Loss: the mean of 1 - cos(student, teacher) over texts of our own corpus, sections and sentences.
Source: Reimers and Gurevych, "Making monolingual sentence embeddings multilingual using knowledge
distillation" (2020), doi:10.18653/v1/2020.emnlp-main.365.
"""

import logging
import time
from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np
import torch

from .backbone import Embed, Embedder, load_model
from .checkpoint import Progress, restore, save
from .prune import EMBEDDINGS
from .schedule import rate

_log = logging.getLogger(__name__)
_ROWS, _SEED = 256, 42


def corpus_texts(corpus: Path) -> list[str]:
    """Views of the training studies and wordings of the training families, each once."""
    from .signals.families import read_families
    from .signals.pairs import read_studies

    studies = read_studies(corpus)
    families = read_families(corpus / "contrast")
    views = [text for study in studies for text in study.views.values()]
    wordings = [text for family in families for v in family.variants for text in v.texts]
    return list(dict.fromkeys(views + wordings))


def distil(
    teacher: Embed,
    student: Embedder,
    texts: Sequence[str],
    state: Path,
    *,
    learning_rate: float,
    max_seconds: float,
    passes: int = 2,
    save_seconds: float = 600.0,
) -> float:
    """Train the student until the passes or the time are over; resumes from `state`.

    Args:
        teacher: Texts to unit vectors.
        student: Changed in place; its word rows learn at ten times the rate.
        texts: What to agree on.
        state: Folder of the checkpoint.
        learning_rate: Peak.
        max_seconds: Ends the training.
        passes: Over all texts.
        save_seconds: Seconds between two checkpoints.

    Returns:
        The mean cosine of the last ten steps.
    """
    named = list(student.model.named_parameters())
    groups = [
        {"params": [p for name, p in named if not name.endswith(EMBEDDINGS)], "factor": 1.0},
        {"params": [p for name, p in named if name.endswith(EMBEDDINGS)], "factor": 10.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=learning_rate, weight_decay=0.0, fused=True)
    start = restore(state, student.model, optimizer)
    student.refresh()
    steps = passes * -(-len(texts) // _ROWS)
    begun, saved, cosines = time.monotonic() - start.seconds, time.monotonic(), list[float]()
    for step in range(start.step, steps):
        progress = max((step + 0.5) / steps, (time.monotonic() - begun) / max_seconds)
        if progress >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = group["factor"] * rate(
                progress, peak=learning_rate, warmup=0.03, floor=0.02
            )
        order = np.random.default_rng([_SEED, step * _ROWS // len(texts)]).permutation(len(texts))
        first = step * _ROWS % len(texts)
        rows = [texts[i] for i in order[first : first + _ROWS]]
        with torch.no_grad():
            wanted = teacher(rows)
        optimizer.zero_grad()
        cosine = (student(rows) * wanted).sum(-1).mean()
        (1 - cosine).backward()  # type: ignore[no-untyped-call]
        student.step(optimizer)
        cosines.append(cosine.item())
        if (step + 1) % 10 == 0:
            _log.info("distil %d of %d: cosine %.4f", step + 1, steps, np.mean(cosines[-10:]))
        if time.monotonic() - saved > save_seconds:
            save(state, student.model, optimizer, Progress(step + 1, time.monotonic() - begun))
            saved = time.monotonic()
    return float(np.mean(cosines[-10:])) if cosines else float("nan")


@click.command("distil")
@click.argument("teacher", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("student", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--learning-rate", default=1e-4, show_default=True, help="Peak.")
@click.option("--max-seconds", default=1_800.0, show_default=True, help="Ends the training.")
@click.option("--threads", default=2, show_default=True, help="CPU threads.")
def command(
    teacher: Path,
    student: Path,
    out: Path,
    learning_rate: float,
    max_seconds: float,
    threads: int,
) -> None:
    """Write STUDENT as OUT once it gives the vectors of TEACHER; the same command resumes."""
    from .signals.registry import DATA

    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    model = load_model(student)
    cosine = distil(
        Embedder(load_model(teacher)),
        Embedder(model),
        corpus_texts(DATA / "corpus"),
        out.with_name(f"{out.name}.state"),
        learning_rate=learning_rate,
        max_seconds=max_seconds,
    )
    model.save_pretrained(str(out), create_model_card=False)  # type: ignore[operator]
    click.echo(f"{out}: cosine {cosine:.4f} to the teacher")
