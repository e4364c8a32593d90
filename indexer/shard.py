"""Reports with their vectors, sentences and tags, between the encoder and the tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Kind, Vectors
from radsearch.heads.model import Heads
from radsearch.heads.policy import Columns
from radsearch.language.sentence import Sentence, split_sentences
from radsearch.report import BODY_FIELDS, Report

from .describe import Description
from .embed import Asked, Embedder
from .tagging import silences, tag_columns

Halves = NDArray[np.float16]

EMBEDDED: tuple[tuple[str, Kind], ...] = (
    ("findings", "findings"),
    ("impression", "impression"),
    ("combined", "findings"),
    ("unlabelled", "findings"),
)
"""Sections that get a vector, and the kind that the encoder is told."""


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """One sentence and where it stands."""

    report: int
    section: str
    number: int
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Shard:
    """Reports embedded, not yet written.

    Attributes:
        reports: What is to be written.
        replaced: Those of their ids that the table holds already.
        vectors: By vector section, (n, dim); a missing section's is zero.
        windowed: Whether a text was longer than the encoder reads at once, (n,).
        sentences: In order.
        sentence_vectors: (s, dim) float16; None = the index keeps no sentences.
    """

    reports: Sequence[Report]
    replaced: Sequence[str]
    vectors: Mapping[str, Vectors]
    windowed: Sequence[bool]
    sentences: Sequence[SentenceRow]
    sentence_vectors: Halves | None


def unit(vectors: Vectors) -> Vectors:
    """Vectors (n, dim) of unit length; a zero vector stays zero.

    >>> unit(np.array([[3, 4], [0, 0]], np.float32)).round(1).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    made: Vectors = np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 1e-6)
    return made


@dataclass(frozen=True, slots=True)
class Ordered:
    """Reports whose vectors were asked for; see `Shard`.

    Attributes:
        reports: As there.
        replaced: As there.
        sections: The texts of each of `EMBEDDED`.
        sentences: In order; None = the index keeps none.
        said: Their texts; None likewise.
    """

    reports: Sequence[Report]
    replaced: Sequence[str]
    sections: Mapping[str, Asked]
    sentences: Sequence[SentenceRow] | None
    said: Asked | None


def order_shard(
    reports: Sequence[Report],
    replaced: Sequence[str],
    embedder: Embedder,
    sentences: Sequence[SentenceRow] | None,
) -> Ordered:
    """Ask for the vectors of some reports' sentences, as `cut` gives them, then of their sections.

    In this order, because tags wait for the sentences: they are read while sections are embedded.
    """
    said = None
    if sentences is not None:
        said = embedder.ask([row.sentence.text for row in sentences], "sentence")
    sections = {
        section: embedder.ask([getattr(report, section) for report in reports], kind)
        for section, kind in EMBEDDED
    }
    return Ordered(reports, replaced, sections, sentences, said)


def collect_sentences(ordered: Ordered, embedder: Embedder) -> Halves | None:
    """The vectors of the sentences that were asked for first; None = the index keeps none."""
    return None if ordered.said is None else embedder.vectors(ordered.said).astype(np.float16)


def collect_shard(ordered: Ordered, said: Halves | None, embedder: Embedder) -> Shard:
    """The reports that were asked for first, with what `collect_sentences` gave."""
    total = np.zeros((len(ordered.reports), embedder.encoder.dim), np.float32)
    by_section: dict[str, Vectors] = {}
    long = np.zeros(len(ordered.reports), bool)
    for section, asked in ordered.sections.items():
        by_section[section] = embedder.vectors(asked)
        long |= embedder.windowed(asked)
        total += by_section[section]
    vectors = {
        "findings": by_section["findings"],
        "impression": by_section["impression"],
        "report": unit(total),
    }
    sentences = ordered.sentences or ()
    return Shard(ordered.reports, ordered.replaced, vectors, long.tolist(), sentences, said)


def embed_shard(
    reports: Sequence[Report],
    replaced: Sequence[str],
    embedder: Embedder,
    sentences: Sequence[SentenceRow] | None,
) -> Shard:
    """Embed the sections of some reports and their sentences as `cut` gives them, if any."""
    ordered = order_shard(reports, replaced, embedder, sentences)
    return collect_shard(ordered, collect_sentences(ordered, embedder), embedder)


def cut(reports: Sequence[Report]) -> list[SentenceRow]:
    """The sentences of some reports, in order.

    >>> [row.sentence.text for row in cut([Report("a", findings="Clear. No mass.")])]
    ['Clear.', 'No mass.']
    """
    return [
        SentenceRow(at, section, number, sentence)
        for at, report in enumerate(reports)
        for section in BODY_FIELDS
        for number, sentence in enumerate(split_sentences(getattr(report, section)))
    ]


def shard_tags(
    told: Sequence[Description],
    sentences: Sequence[SentenceRow],
    vectors: Halves | None,
    heads: Heads | None = None,
) -> list[Columns]:
    """Tag columns of a shard's reports.

    Args:
        told: What the texts of each report say.
        sentences: Of the reports, in order.
        vectors: (s, dim) of these; None = the index keeps none.
        heads: Fill in what the rules do not say; None = rules alone.

    Returns:
        One a report, in the shard's order.
    """
    rows = sentences if heads else ()
    counts = np.bincount([row.report for row in rows], minlength=len(told)).tolist()
    silent: list[bool] = []
    for item, count in zip(told, counts, strict=True):
        part = rows[len(silent) : len(silent) + count]
        silent += silences(item, ((row.section, row.sentence) for row in part))
    return tag_columns(told, heads, vectors, counts, np.array(silent, np.bool_))
