"""How fast indexing is beside its bare encoder, and beside indexing the same corpus again."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from radsearch.encoder.protocol import Encoder, Kind
from radsearch.language.sentence import split_sentences
from radsearch.report import BODY_FIELDS, Report

from .build import DEFAULTS, build_index
from .shard import EMBEDDED


@dataclass(frozen=True, slots=True)
class Throughput:
    """Seconds of three runs over one corpus, one behind the other in one process.

    Attributes:
        reports: Of the corpus.
        texts: Distinct texts embedded.
        index_seconds: `build_index` into a new folder, publication included.
        bare_seconds: The encoder alone on the same distinct texts.
        again_seconds: `build_index` of the unchanged corpus.
    """

    reports: int
    texts: int
    index_seconds: float
    bare_seconds: float
    again_seconds: float

    @property
    def share(self) -> float:
        """Speed of indexing as a share of the bare encoder's.

        >>> Throughput(10, 100, 5.0, 4.0, 0.1).share
        0.8
        """
        return self.bare_seconds / self.index_seconds

    @property
    def speedup(self) -> float:
        """How many times faster the unchanged corpus is indexed again."""
        return self.index_seconds / self.again_seconds


def measure(corpus: Iterable[Report], out: Path, encoder: Encoder) -> Throughput:
    """Time the three runs.

    Args:
        corpus: Iterated three times; reading it counts in both indexing runs.
        out: A folder that does not exist.
        encoder: Any.

    Returns:
        The seconds.
    """
    first = build_index(corpus, out, encoder=encoder, options=DEFAULTS)
    texts = distinct_texts(corpus)
    started = time.perf_counter()
    for kind, wanted in texts.items():
        encoder.embed(wanted, kind)
    bare = time.perf_counter() - started
    again = build_index(corpus, out, encoder=encoder, options=DEFAULTS)
    n_texts = sum(map(len, texts.values()))
    return Throughput(first.rows, n_texts, first.seconds, bare, again.seconds)


def distinct_texts(corpus: Iterable[Report]) -> dict[Kind, list[str]]:
    """The texts that indexing embeds, each once a kind.

    >>> distinct_texts([Report("a", findings="Clear."), Report("b", impression="Clear.")])
    {'findings': ['Clear.'], 'impression': ['Clear.'], 'sentence': ['Clear.']}
    """
    kinds: dict[Kind, dict[str, None]] = {"findings": {}, "impression": {}, "sentence": {}}
    for report in corpus:
        for section, kind in EMBEDDED:
            if text := getattr(report, section):
                kinds[kind][text] = None
        for section in BODY_FIELDS:
            for sentence in split_sentences(getattr(report, section)):
                kinds["sentence"][sentence.text] = None
    return {kind: list(texts) for kind, texts in kinds.items()}
