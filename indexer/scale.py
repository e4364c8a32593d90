"""A synthetic index of any size: generated studies, each read and embedded once, recombined.

Every row is two studies of one draw, one behind the other, with a vector of its own: the mean of
the two, with noise. The rows take the way of `radsearch index` from the shard on: the same columns,
commits, caches and engines. What is spared is reading and embedding a million texts.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from radsearch.encoder.protocol import Encoder, Vectors
from radsearch.errors import CorpusError
from radsearch.report import Report
from radsearch.store.lock import writer_lock

from .collector import rare_collections
from .describe import Description, describe, statuses
from .embed import Embedder
from .publish import publish
from .shard import SentenceRow, Shard, cut, embed_shard, unit
from .writer import IndexWriter

NOISE = 0.2
"""Length of the noise beside a unit vector: a row's cosine with its two studies' mean is 0.98."""

SHARD = 4_096
FIRST_DAY = date(2010, 1, 1)
DAYS = 5_500
MODALITIES = ("XR", "CT", "MR", "US")
SECTIONS = ("findings", "impression")


@dataclass(frozen=True, slots=True)
class Studies:
    """Generated studies, read and embedded.

    Attributes:
        reports: Each with findings and impression.
        draw: How many come from one draw and are of one region.
        told: What each says.
        vectors: By section, (b, dim).
        sentences: Of each report, in order.
        sentence_vectors: (s, dim) float16, of all reports one behind the other.
        starts: (b + 1,) where each report's sentences start in `sentence_vectors`.
    """

    reports: Sequence[Report]
    draw: int
    told: Sequence[Description]
    vectors: dict[str, Vectors]
    sentences: Sequence[Sequence[SentenceRow]]
    sentence_vectors: Any
    starts: Sequence[int]

    @property
    def most(self) -> int:
        """Rows that can be made of them without making one twice."""
        return len(self.reports) * (self.draw - 1)

    def parts(self, row: int) -> tuple[int, int]:
        """The two studies of a row: each in turn, with another partner in every round."""
        rounds, first = divmod(row, len(self.reports))
        start = first - first % self.draw
        return first, start + (first - start + 1 + rounds) % self.draw


def read_studies(texts: Sequence[tuple[str, str]], draw: int, encoder: Encoder) -> Studies:
    """Read and embed studies.

    Args:
        texts: Findings and impression of each.
        draw: How many in turn are of one region; `len(texts)` is a multiple of it.
        encoder: Embeds them.

    Returns:
        What the rows are made of.
    """
    reports = [Report(f"s{i}", findings=f, impression=c) for i, (f, c) in enumerate(texts)]
    rows = cut(reports)
    shard = embed_shard(reports, (), Embedder(encoder), rows)
    sentences: list[list[SentenceRow]] = [[] for _ in reports]
    for row in rows:
        sentences[row.report].append(row)
    starts = np.cumsum([0, *map(len, sentences)]).tolist()
    return Studies(
        reports, draw, [describe(report) for report in reports], dict(shard.vectors), sentences,
        shard.sentence_vectors, starts,
    )  # fmt: skip


def build_synthetic(
    studies: Studies,
    n: int,
    out: Path,
    encoder: Encoder,
    *,
    sentences: bool = True,
    seed: int = 0,
    on_rows: Callable[[int], None] | None = None,
) -> dict[str, float]:
    """Write `n` rows made of studies as an index.

    Args:
        studies: From `read_studies`.
        n: Rows.
        out: A new or empty folder.
        encoder: The one that embedded the studies.
        sentences: Whether single sentences are kept.
        seed: Of ages, dates and noise.
        on_rows: Called with the rows written so far, after each commit.

    Returns:
        Seconds by stage, in order.

    Raises:
        CorpusError: If the studies are too few for so many distinct rows.
    """
    if n > studies.most:
        raise CorpusError(
            f"{len(studies.reports):,} studies give {studies.most:,} distinct rows, {n:,} are "
            f"wanted: generate more studies"
        )
    out.mkdir(parents=True, exist_ok=True)
    spent = {"rows made": 0.0, "rows written": 0.0}
    with writer_lock(out), rare_collections():
        writer = IndexWriter(out, encoder, source="", sentences=sentences, corpus="synthetic")
        clock = time.perf_counter()
        done = 0
        for shard, told in _shards(studies, n, sentences=sentences, seed=seed):
            spent["rows made"] += time.perf_counter() - clock
            clock = time.perf_counter()
            writer.commit([shard], [told])
            spent["rows written"] += time.perf_counter() - clock
            done += len(shard.reports)
            if on_rows is not None:
                on_rows(done)
            clock = time.perf_counter()

        def note(stage: str) -> None:
            nonlocal clock
            now = time.perf_counter()
            spent[stage], clock = now - clock, now

        publish(out, writer.journal, writer.tables, on_stage=note)
    return spent


def _shards(
    studies: Studies, n: int, *, sentences: bool, seed: int
) -> Iterator[tuple[Shard, list[Description]]]:
    rng = np.random.default_rng(seed)
    for start in range(0, n, SHARD):
        numbers = range(start, min(start + SHARD, n))
        pairs = [studies.parts(number) for number in numbers]
        ages = rng.integers(18, 95, len(pairs)).tolist()
        days = rng.integers(0, DAYS, len(pairs)).tolist()
        reports = [
            _joined(studies, number, pair, age, day)
            for number, pair, age, day in zip(numbers, pairs, ages, days, strict=True)
        ]
        first, second = np.array(pairs).T
        vectors = {
            name: _noisy(studies.vectors[name][first] + studies.vectors[name][second], rng)
            for name in SECTIONS
        }
        vectors["report"] = unit(vectors["findings"] + vectors["impression"])
        rows, made = _sentences(studies, pairs) if sentences else ([], None)
        told = [_told(studies, pair) for pair in pairs]
        yield Shard(reports, (), vectors, [False] * len(pairs), rows, made), told


def _joined(studies: Studies, number: int, pair: tuple[int, int], age: int, day: int) -> Report:
    one, other = (studies.reports[at] for at in pair)
    drawn = pair[0] // studies.draw
    return Report(
        f"r{number:08d}",
        findings=f"{one.findings} {other.findings}",
        impression=f"{one.impression} {other.impression}",
        modality=MODALITIES[drawn % len(MODALITIES)],
        study_date=FIRST_DAY + timedelta(days=day),
        sex="FM"[number % 2],
        age=age,
    )


def _noisy(vectors: Vectors, rng: np.random.Generator) -> Vectors:
    noise = rng.standard_normal(vectors.shape, np.float32) / np.float32(vectors.shape[1] ** 0.5)
    return unit(unit(vectors) + NOISE * noise)


def _shift(studies: Studies, first: int, section: str) -> int:
    """Where the second study's text starts in the joined section."""
    return len(getattr(studies.reports[first], section)) + 1


def _told(studies: Studies, pair: tuple[int, int]) -> Description:
    rows = list(studies.told[pair[0]].extracted)
    for row in studies.told[pair[1]].extracted:
        shift = _shift(studies, pair[0], row["section"])
        rows.append({**row, "start": row["start"] + shift, "end": row["end"] + shift})
    stated = []
    for told in (studies.told[at] for at in pair):
        for status in ("present", "absent", "uncertain"):
            stated += [(name, status) for name in getattr(told, status)]
    return Description(rows, *statuses(stated))


def _sentences(studies: Studies, pairs: Sequence[tuple[int, int]]) -> tuple[list[SentenceRow], Any]:
    rows: list[SentenceRow] = []
    at: list[int] = []
    for report, pair in enumerate(pairs):
        for section in SECTIONS:
            number = 0
            for study, shift in zip(pair, (0, _shift(studies, pair[0], section)), strict=True):
                for place, row in enumerate(studies.sentences[study], studies.starts[study]):
                    if row.section == section:
                        moved = replace(
                            row.sentence,
                            start=row.sentence.start + shift,
                            end=row.sentence.end + shift,
                        )
                        rows.append(SentenceRow(report, section, number, moved))
                        at.append(place)
                        number += 1
    return rows, studies.sentence_vectors[at]
