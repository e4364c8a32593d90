"""Reports with their vectors, sentences and tags, between the encoder and the tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from radsearch.encoder.protocol import Kind, Vectors
from radsearch.heads.model import Heads
from radsearch.heads.policy import Columns
from radsearch.language.sentence import Sentence, split_sentences
from radsearch.report import BODY_FIELDS, Report

from .describe import Description
from .embed import Asked, Embedder
from .tagging import is_silent, tag_columns

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
    sentence_vectors: np.ndarray[tuple[int, int], np.dtype[np.float16]] | None


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
    """Ask for the vectors of some reports' sections and of their sentences, as `cut` gives them."""
    sections = {
        section: embedder.ask([getattr(report, section) for report in reports], kind)
        for section, kind in EMBEDDED
    }
    said = None
    if sentences is not None:
        said = embedder.ask([row.sentence.text for row in sentences], "sentence")
    return Ordered(reports, replaced, sections, sentences, said)


def collect_shard(ordered: Ordered, embedder: Embedder) -> Shard:
    """The reports with the vectors that were asked for first."""
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
    said = None if ordered.said is None else embedder.vectors(ordered.said).astype(np.float16)
    sentences = ordered.sentences or ()
    return Shard(ordered.reports, ordered.replaced, vectors, long.tolist(), sentences, said)


def embed_shard(
    reports: Sequence[Report],
    replaced: Sequence[str],
    embedder: Embedder,
    sentences: Sequence[SentenceRow] | None,
) -> Shard:
    """Embed the sections of some reports and their sentences as `cut` gives them, if any."""
    return collect_shard(order_shard(reports, replaced, embedder, sentences), embedder)


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
    shard: Shard, told: Sequence[Description], heads: Heads | None = None
) -> list[Columns]:
    """Tag columns of a shard's reports.

    Args:
        shard: Embedded.
        told: What the texts of each report say.
        heads: Fill in what the rules do not say; None = rules alone.

    Returns:
        One a report, in the shard's order.
    """
    rows = shard.sentences if heads else ()
    counts = np.bincount([row.report for row in rows], minlength=len(shard.reports))
    silent = [is_silent(told[row.report], row.section, row.sentence) for row in rows]
    return tag_columns(
        told, heads, shard.sentence_vectors, counts.tolist(), np.array(silent, np.bool_)
    )
