"""Corpus -> index folder: streamed, committed in shards, resumable, incremental.

Four threads: one reads ahead and cuts sentences, one is the encoder's, one reads findings, tags and
writes, and this one asks the encoder for the next piece while it collects the last one. So the
encoder, which computes outside Python, has the cores without a gap.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from radsearch.corpus import write_rejects
from radsearch.encoder.protocol import Encoder
from radsearch.errors import CorpusError, StoreError
from radsearch.heads.file import summary as summarise_heads
from radsearch.heads.model import Heads
from radsearch.heads.policy import Columns
from radsearch.report import Report
from radsearch.search.corpus_cache import Form
from radsearch.store.lock import writer_lock
from radsearch.store.manifest import REJECTS

from .collector import rare_collections
from .describe import EMPTY, Description, describe
from .embed import Embedder, one_call_at_a_time
from .pieces import PieceReader, ahead
from .publish import publish
from .rows import text_columns
from .shard import (
    Halves,
    Ordered,
    SentenceRow,
    Shard,
    collect_sentences,
    collect_shard,
    order_shard,
    shard_tags,
)
from .sharing import sharing
from .spoken import Spoken
from .summary import Summary
from .writer import IndexWriter

SHARD = 2_048
"""Reports a commit. A crash costs three at most: one being written, one that waits for it, one
being embedded. measured: commits take 1 % of the time at 2,048."""


@dataclass(frozen=True, slots=True)
class Options:
    """How an index is built.

    Attributes:
        shard: Reports a commit.
        sentences: Whether single sentences are embedded and kept.
        extract_findings: Whether findings are read out of the texts.
        delete_missing: Whether reports that the corpus lacks are removed.
        engine: Of every section; None = by size and by what is installed.
        source: What `load_encoder` was given; "" = the shipped default.
        corpus: Path of the corpus, kept for messages.
        heads: Of the encoder; fill in the tags that the rules leave open. None = rules alone.
    """

    shard: int = SHARD
    sentences: bool = True
    extract_findings: bool = True
    delete_missing: bool = False
    engine: str | None = None
    source: str = ""
    corpus: str = ""
    heads: Heads | None = None


DEFAULTS = Options()


def build_index(
    corpus: Iterable[Report],
    out: str | Path,
    *,
    encoder: Encoder,
    options: Options = DEFAULTS,
    on_progress: Callable[[Summary], None] | None = None,
) -> Summary:
    """Bring the index at `out` to the state of the corpus.

    A run that was killed is carried on by the same call. Reports whose content did not change are
    skipped. Readers see the result when all of it is there.

    Args:
        corpus: Reports with distinct ids; its `rejects`, if any, are written beside the index, and
            what is `withdrawn` leaves it.
        out: The index folder; made if missing.
        encoder: Embeds the texts; must be the index's own.
        options: How it is built.
        on_progress: Called after each piece is embedded, or read where nothing changed in it.

    Returns:
        Counts that account for every row.

    A corpus with doubled ids, or an empty one with `delete_missing`, raises CorpusError; an index
    of another encoder, or one that another process writes, StoreError.
    """
    started = time.perf_counter()
    path = Path(out)
    if path.exists() and not path.is_dir():
        raise StoreError(f"'{path}' is a file: give a new or empty folder for the index")
    path.mkdir(parents=True, exist_ok=True)
    summary = Summary(str(path))
    with writer_lock(path), rare_collections():
        writer = IndexWriter(
            path,
            encoder,
            source=options.source,
            sentences=options.sentences,
            corpus=options.corpus,
        )
        with sharing(), one_call_at_a_time() as pool:
            embedder = Embedder(encoder, pool)
            run = _Run(writer, embedder, options, summary, on_progress or _ignore)
            run.go(corpus)
        rejects = list(getattr(corpus, "rejects", ()))
        summary.rejected.update(item.reason for item in rejects)
        summary.rows += len(rejects)
        write_rejects(rejects, path / REJECTS)
        writer.journal["heads"] = summarise_heads(options.heads)
        manifest = publish(
            path, writer.journal, writer.tables, engine=options.engine, spoken=run.form
        )
    summary.version = manifest["tables"]["reports"]
    summary.reports = manifest["counts"]["reports"]
    summary.sentences = manifest["counts"]["sentences"]
    summary.seconds = time.perf_counter() - started
    return summary


def _ignore(summary: Summary) -> None:
    del summary


@dataclass(frozen=True, slots=True)
class _Told:
    """What the texts of some reports say, and the columns that wait for no vector."""

    said: Sequence[Description]
    columns: Mapping[str, pa.Array]


_Piece = tuple[Shard, Future[_Told], Future[list[Columns]]]
"""Reports embedded, what they say, and their tags."""


class _Run:
    """One pass over the corpus."""

    def __init__(
        self,
        writer: IndexWriter,
        embedder: Embedder,
        options: Options,
        summary: Summary,
        tell: Callable[[Summary], None],
    ) -> None:
        self.writer, self.embedder, self.options = writer, embedder, options
        self.summary, self.tell = summary, tell
        self.known = writer.known()
        self.reader = PieceReader(
            self.known, summary, shard=options.shard, sentences=options.sentences
        )
        self.spoken = None if self.known else Spoken()
        self.form: Form | None = None  # what a new index says, when all of it is read

    def go(self, corpus: Iterable[Report]) -> None:
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="write") as pool:
            written: Future[None] | None = None
            shards: list[Shard] = []
            told: list[Future[_Told]] = []
            tags: list[Future[list[Columns]]] = []
            for shard, said, tagged in self._shards(corpus, pool):
                shards.append(shard)
                told.append(said)
                tags.append(tagged)
                if sum(len(shard.reports) for shard in shards) >= self.options.shard:
                    if written:
                        written.result()  # memory stays flat when writing is the slower part
                    written = pool.submit(self._commit, shards, told, tags)
                    shards, told, tags = [], [], []
            if written:
                written.result()
            if shards:
                pool.submit(self._commit, shards, told, tags).result()
        gone = set(getattr(corpus, "withdrawn", ())) - self.reader.seen
        if self.options.delete_missing:
            gone |= self._missing()
        self._remove(gone & self.known.keys())
        self.writer.finish_empty()

    def _shards(self, corpus: Iterable[Report], pool: Executor) -> Iterator[_Piece]:
        """Shards and what they say, the next one being embedded while one is worked on."""
        before: tuple[Ordered, Future[_Told], int] | None = None
        for piece in ahead(self.reader.pieces(corpus)):
            asked = None
            if piece.reports:
                ordered = order_shard(piece.reports, piece.replaced, self.embedder, piece.sentences)
                told = pool.submit(self._describe, piece.reports)
                pool.submit(lambda: self.writer.database)  # imports LanceDB while there is time
                asked = ordered, told, piece.rows
            if before:
                yield self._collect(pool, *before)
            if not asked:
                self._tell(piece.rows)
            before = asked
        formed = pool.submit(self._form)
        if before:
            yield self._collect(pool, *before)
        formed.result()

    def _describe(self, reports: Sequence[Report]) -> _Told:
        wanted = self.options.extract_findings
        said = [describe(report) if wanted else EMPTY for report in reports]
        columns = text_columns(reports, said)
        if self.spoken:
            self.spoken.add(columns)
        return _Told(said, columns)

    def _form(self) -> None:
        self.form = self.spoken.form() if self.spoken else None

    def _collect(self, pool: Executor, ordered: Ordered, told: Future[_Told], rows: int) -> _Piece:
        vectors = collect_sentences(ordered, self.embedder)
        tags = pool.submit(self._tag, told, ordered.sentences or (), vectors)
        shard = collect_shard(ordered, vectors, self.embedder)
        summary = self.summary
        summary.embed_seconds = self.embedder.seconds
        summary.windowed += sum(shard.windowed)
        summary.texts = self.embedder.n_embedded
        summary.repeated = self.embedder.n_asked - self.embedder.n_embedded
        self._tell(rows)
        return shard, told, tags

    def _tell(self, rows: int) -> None:
        self.summary.done = rows
        self.tell(self.summary)

    def _tag(
        self, told: Future[_Told], sentences: Sequence[SentenceRow], vectors: Halves | None
    ) -> list[Columns]:
        heads = self.options.heads if self.options.extract_findings else None
        return shard_tags(told.result().said, sentences, vectors, heads)

    def _commit(
        self,
        shards: Sequence[Shard],
        told: Sequence[Future[_Told]],
        tags: Sequence[Future[list[Columns]]],
    ) -> None:
        read = [future.result() for future in told]
        columns = [future.result() for future in tags]
        self.writer.commit(
            shards, [each.said for each in read], columns, [each.columns for each in read]
        )

    def _missing(self) -> set[str]:
        if not self.reader.seen:
            raise CorpusError(
                "the corpus holds no report that can be read, and --delete-missing would empty "
                "the index: look at its rejects first, or delete the folder yourself"
            )
        return self.known.keys() - self.reader.seen

    def _remove(self, gone: set[str]) -> None:
        if gone:
            self.writer.remove(sorted(gone))
        self.summary.deleted = len(gone)
