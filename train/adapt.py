"""Adapts an encoder to a hospital's own reports; needs findings and impressions, no labels."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch

from radsearch.encoder.load import DEFAULT_FOLDER
from radsearch.errors import EncoderError
from radsearch.report import Report

from .adapt_measure import measure
from .adapt_tune import TUNING, tune
from .backbone import load_model, save_model
from .bert_graph import can_write
from .echo import Echo, both_means, token_ids, token_weights, with_echo
from .echo_fit import Heard, first_echo, learn
from .fit import HeldOut
from .rows import Family, Pair
from .signals.corpus import split_pairs
from .signals.families import read_families, thinned
from .signals.registry import DATA
from .step import texts_of

_log = logging.getLogger(__name__)

REHEARSED = 2_000
"""Training families that the adapted encoder is held to."""

WORDS = 0.3
"""Length of the words' part beside that of sense; see data/benchmarks/encoder.md."""


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


def adapt(
    model: str | Path,
    pairs: list[Pair],
    out: Path,
    *,
    held_out: float,
    words: float,
    steps: int,
    tuned: int = TUNING.steps,
) -> Adapted:
    """Learn one part of the pairs, then its words, held to families that are rehearsed.

    Args:
        model: Encoder to start from, with torch weights: a BERT with mean pooling.
        pairs: Findings and impressions.
        out: Folder of the run; the result is `out/adapt`.
        held_out: Share of the text groups for the comparison before and after.
        words: Length of the words' part beside that of sense.
        steps: Of the last layer's training.
        tuned: Steps in which the whole encoder is trained, before the words are added.

    Returns:
        Counts, and the numbers before and after.

    Raises:
        EncoderError: If a part has fewer than two pairs, the result is there already, or the
            encoder is of another kind.
    """
    train, kept = split_pairs(pairs, held_out)
    if min(len(train), len(kept)) < 2:
        raise EncoderError(
            f"found {len(train)} pairs to train on and {len(kept)} held out, wanted 2 or more of "
            f"each: give more reports with both findings and impression"
        )
    folder = out / "adapt"
    if folder.exists():
        raise EncoderError(f"{folder} is there already: give another --out, or delete it")
    source: Any = load_model(model)
    if not can_write(source):
        raise EncoderError(f"{model} is no BERT with mean pooling, the kind that adapt knows")
    checks = HeldOut(kept, list(read_families(DATA / "corpus" / "contrast", validation=True)))
    before = measure(model, checks)
    _log.info("before %s", before)
    tune(source, train, tuned)
    adapted = with_echo(source, _learnt(source, train, rehearsal(), words, steps))
    out.mkdir(parents=True, exist_ok=True)
    save_model(adapted, folder)
    return Adapted(len(train), len(kept), before, measure(folder, checks), folder)


def rehearsal(seed: int = 42) -> list[Family]:
    """Some of our training families, two wordings of each anchor."""
    families = list(read_families(DATA / "corpus" / "contrast"))
    rng = np.random.default_rng(seed)
    chosen = rng.permutation(len(families))[:REHEARSED]
    return [thinned(families[i], rng, 2) for i in chosen]


def _learnt(
    model: Any, pairs: list[Pair], families: list[Family], words: float, steps: int
) -> Echo:
    """The echo of the pairs' words, trained."""
    texts = sorted({text for pair in pairs for text in (pair.left, pair.right)})
    weights = token_weights(token_ids(model, texts), int(model[0].auto_model.config.vocab_size))
    own = both_means(model, texts, weights)
    general = list(dict.fromkeys(texts_of(families)))
    others = both_means(model, general, weights)
    echo = first_echo(own, others, weights, words)
    heard, at = torch.from_numpy(echo.heard(own)), {text: i for i, text in enumerate(texts)}
    read = Heard(
        pairs,
        heard[[at[pair.left] for pair in pairs]],
        heard[[at[pair.right] for pair in pairs]],
        families,
        {text: i for i, text in enumerate(general)},
        torch.from_numpy(echo.heard(others)),
    )
    return learn(echo, read, steps=steps, seed=42)


@click.command("adapt")
@click.option("--corpus", type=click.Path(exists=True, path_type=Path), required=True,
              help="Your reports, in any form that radsearch index reads.")  # fmt: skip
@click.option("--model", default=str(DEFAULT_FOLDER), show_default="the shipped encoder",
              help="Encoder to start from, with torch weights.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the run.")
@click.option("--held-out", type=click.FloatRange(0.01, 0.9), default=0.2, show_default=True,
              help="Share of the text groups for the comparison.")  # fmt: skip
@click.option("--words", type=click.FloatRange(0, 1), default=WORDS, show_default=True,
              help="How much your reports' own words count; more finds more of the same words "
              "and less of the same sense.")  # fmt: skip
@click.option("--tune-steps", "tuned", type=click.IntRange(min=0), default=TUNING.steps,
              show_default=True, help="Steps in which the whole encoder is trained; 0 = words "
              "alone, in a minute.")  # fmt: skip
@click.option("--steps", default=40, show_default=True, help="Steps of the last layer's training.")
@click.option("--threads", default=2, show_default=True, help="CPU threads.")
def command(
    corpus: Path,
    model: str,
    out: Path,
    held_out: float,
    words: float,
    steps: int,
    tuned: int,
    threads: int,
) -> None:
    """Adapt an encoder to your own reports, and show before and after on reports kept out."""
    from radsearch.corpus import read_corpus

    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    pairs = pairs_of(read_corpus(corpus))
    result = adapt(model, pairs, out, held_out=held_out, words=words, steps=steps, tuned=tuned)
    click.echo(f"trained on {result.train:,} pairs, compared on {result.held_out:,} kept out")
    click.echo(f"{'':<36}{'before':>9}{'after':>9}")
    for name, value in result.before.items():
        click.echo(f"{name:<36}{value:9.3f}{result.after[name]:9.3f}")
    click.echo(f"to use it: python -m train export {result.folder} {out / 'encoder'}")
