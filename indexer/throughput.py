"""How fast indexing is beside its bare encoder, and beside indexing the same corpus again."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from radsearch.encoder.protocol import Encoder, Kind
from radsearch.language.sentence import split_sentences
from radsearch.report import BODY_FIELDS, Report

from .build import DEFAULTS, Options, build_index
from .shard import EMBEDDED


@dataclass(frozen=True, slots=True)
class Seconds:
    """What a piece of work took.

    Attributes:
        wall: By the clock.
        cpu: Of all cores of this process together; other processes do not lengthen it.
    """

    wall: float
    cpu: float

    def __add__(self, other: "Seconds") -> "Seconds":
        return Seconds(self.wall + other.wall, self.cpu + other.cpu)


@dataclass(frozen=True, slots=True)
class Throughput:
    """Seconds of three runs over one corpus in one process.

    Attributes:
        reports: Of the corpus.
        texts: Distinct texts embedded.
        index: `build_index` into a new folder, reading and publication included.
        bare: The encoder alone on the same distinct texts: sections before, sentences after it.
        again: `build_index` of the unchanged corpus.
    """

    reports: int
    texts: int
    index: Seconds
    bare: Seconds
    again: Seconds

    @property
    def share(self) -> float:
        """Speed of indexing as a share of the bare encoder's.

        >>> taken = Throughput(10, 100, Seconds(5.0, 9), Seconds(4.0, 8), Seconds(0.1, 0.1))
        >>> taken.share
        0.8
        """
        return self.bare.wall / self.index.wall

    @property
    def cpu_share(self) -> float:
        """The same by processor time: what it would be were no core ever idle."""
        return self.bare.cpu / self.index.cpu

    @property
    def speedup(self) -> float:
        """How many times faster the unchanged corpus is indexed again."""
        return self.index.wall / self.again.wall


def measure(
    corpus: Iterable[Report], out: Path, encoder: Encoder, options: Options = DEFAULTS
) -> Throughput:
    """Time the three runs.

    The encoder alone goes half before and half behind the first indexing, so that a load which
    grows or fades on the machine falls on both.

    Args:
        corpus: Iterated four times; reading it counts in both indexing runs.
        out: A folder that does not exist.
        encoder: Any.
        options: How it is indexed.

    Returns:
        The seconds.
    """
    sections = section_texts(corpus)
    bare = _embed(encoder, sections)
    rows, index = _index(corpus, out, encoder, options)
    # only now: a text that was cut before would spare indexing the work
    sentences = sentence_texts(corpus) if options.sentences else {}
    bare += _embed(encoder, sentences)
    _, again = _index(corpus, out, encoder, options)
    texts = sum(map(len, [*sections.values(), *sentences.values()]))
    return Throughput(rows, texts, index, bare, again)


def _embed(encoder: Encoder, texts: Mapping[Kind, list[str]]) -> Seconds:
    wall, cpu = time.perf_counter(), time.process_time()
    for kind, wanted in texts.items():
        encoder.embed(wanted, kind)
    return Seconds(time.perf_counter() - wall, time.process_time() - cpu)


def _index(
    corpus: Iterable[Report], out: Path, encoder: Encoder, options: Options
) -> tuple[int, Seconds]:
    wall, cpu = time.perf_counter(), time.process_time()
    rows = build_index(corpus, out, encoder=encoder, options=options).rows
    return rows, Seconds(time.perf_counter() - wall, time.process_time() - cpu)


def section_texts(corpus: Iterable[Report]) -> dict[Kind, list[str]]:
    """The sections that indexing embeds, each distinct one once a kind.

    >>> section_texts([Report("a", findings="Clear."), Report("b", findings="Clear.")])
    {'findings': ['Clear.'], 'impression': []}
    """
    kinds: dict[Kind, dict[str, None]] = {"findings": {}, "impression": {}}
    for report in corpus:
        for section, kind in EMBEDDED:
            if text := getattr(report, section):
                kinds[kind][text] = None
    return {kind: list(texts) for kind, texts in kinds.items()}


def sentence_texts(corpus: Iterable[Report]) -> dict[Kind, list[str]]:
    """The sentences that indexing embeds, each distinct one once.

    >>> sentence_texts([Report("a", findings="Clear. Clear."), Report("b", impression="Clear.")])
    {'sentence': ['Clear.']}
    """
    texts: dict[str, None] = {}
    for report in corpus:
        for section in BODY_FIELDS:
            for sentence in split_sentences(getattr(report, section)):
                texts[sentence.text] = None
    return {"sentence": list(texts)}
