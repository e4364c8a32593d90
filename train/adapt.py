"""Adapts an encoder to a hospital's own reports; needs findings and impressions, no labels."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click
import torch

from radsearch.encoder.load import DEFAULT_FOLDER
from radsearch.errors import EncoderError
from radsearch.evaluation.pair_recall import expected_recall_at_1
from radsearch.report import Report
from radsearch.search.lexical import Floats
from radsearch.search.whitening import fit as fit_whitening

from .backbone import Embedder, load_model
from .fit import HeldOut, Limits, fit_stage
from .rows import Pair
from .signals.corpus import CorpusPairs, neighbours, split_pairs
from .signals.families import read_families
from .signals.registry import DATA, open_signal
from .stages import ADAPT
from .validation import family_accuracy

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Adapted:
    """What an adaptation did.

    Attributes:
        train: Pairs trained on.
        held_out: Pairs kept out, of other text groups.
        before: Name of a number -> value of the encoder as it was.
        after: The same of the adapted one.
        folder: The adapted encoder, a sentence-transformers folder.
    """

    train: int
    held_out: int
    before: dict[str, float]
    after: dict[str, float]
    folder: Path


def pairs_of(reports: Iterable[Report]) -> list[Pair]:
    """Findings and impression of the reports that have both."""
    return [
        Pair(report.findings, report.impression, report.report_id)
        for report in reports
        if report.findings.strip() and report.impression.strip()
    ]


def measure(folder: str | Path, held_out: HeldOut) -> dict[str, float]:
    """R@1 on held-out pairs, as an index finds them and by plain cosine; family accuracy."""
    embedder = Embedder(load_model(folder))
    with torch.inference_mode():
        left = embedder([pair.left for pair in held_out.pairs]).numpy()
        right = embedder([pair.right for pair in held_out.pairs]).numpy()
        families = family_accuracy(held_out.families, embedder)
    plain = left @ right.T
    return {
        "findings -> impression R@1": expected_recall_at_1(searched(left, right)),
        "impression -> findings R@1": expected_recall_at_1(searched(right, left)),
        "the same by plain cosine": expected_recall_at_1(plain),
        "the same by plain cosine, back": expected_recall_at_1(plain.T),
        "contrast families, pairs right": families["pair"],
        "contrast families, steps in order": families["ladder"],
    }


def searched(asking: Floats, gallery: Floats) -> Floats:
    """Scores (q, g) of the dense search of an index that holds both sections."""
    space = fit_whitening(asking, gallery)
    return space.table(space.queries(asking), gallery)


def adapt(
    model: str | Path, pairs: list[Pair], out: Path, *, held_out: float, limits: Limits
) -> Adapted:
    """Train on one part of the pairs, with the signals of the curriculum as rehearsal.

    Args:
        model: Encoder to start from, with torch weights.
        pairs: Findings and impressions.
        out: Folder of the run; the result is `out/adapt`.
        held_out: Share of the text groups for the comparison before and after.
        limits: When to stop.

    Returns:
        Counts, and the numbers before and after.

    Raises:
        EncoderError: If a part has fewer than two pairs.
    """
    train, kept = split_pairs(pairs, held_out)
    if min(len(train), len(kept)) < 2:
        raise EncoderError(
            f"found {len(train)} pairs to train on and {len(kept)} held out, wanted 2 or more of "
            f"each: give more reports with both findings and impression"
        )
    checks = HeldOut(kept, list(read_families(DATA / "corpus" / "contrast", validation=True)))
    before = measure(model, checks)
    _log.info("before %s", before)
    with torch.inference_mode():
        vectors = Embedder(load_model(model))([pair.left for pair in train]).numpy()
    signals = {part.signal: open_signal(part.signal) for part in ADAPT.parts[1:]}
    signals |= {"corpus": CorpusPairs(train, neighbours(vectors))}
    folder = fit_stage(model, ADAPT, signals, HeldOut((), checks.families), out, limits)
    return Adapted(len(train), len(kept), before, measure(folder, checks), folder)


@click.command("adapt")
@click.option("--corpus", type=click.Path(exists=True, path_type=Path), required=True,
              help="Your reports, in any form that radsearch index reads.")  # fmt: skip
@click.option("--model", default=str(DEFAULT_FOLDER), show_default="the shipped encoder",
              help="Encoder to start from, with torch weights.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the run.")
@click.option("--held-out", type=click.FloatRange(0.01, 0.9), default=0.2, show_default=True,
              help="Share of the text groups for the comparison.")  # fmt: skip
@click.option("--max-seconds", type=float, default=600.0, show_default=True, help="Training time.")
@click.option("--max-steps", type=int, help="Ends training after this many steps.")
@click.option("--threads", default=2, show_default=True, help="CPU threads.")
def command(
    corpus: Path,
    model: str,
    out: Path,
    held_out: float,
    max_seconds: float,
    max_steps: int | None,
    threads: int,
) -> None:
    """Adapt an encoder to your own reports, and show before and after on reports kept out."""
    from radsearch.corpus import read_corpus

    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    pairs = pairs_of(read_corpus(corpus))
    limits = Limits(max_seconds=max_seconds, max_steps=max_steps)
    result = adapt(model, pairs, out, held_out=held_out, limits=limits)
    click.echo(f"trained on {result.train:,} pairs, compared on {result.held_out:,} kept out")
    click.echo(f"{'':<36}{'before':>9}{'after':>9}")
    for name, value in result.before.items():
        click.echo(f"{name:<36}{value:9.3f}{result.after[name]:9.3f}")
    click.echo(f"to use it: python -m train export {result.folder} {out / 'encoder'}")
