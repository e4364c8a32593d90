"""Opens an index and answers queries: the one object that users, the app and benchmarks share."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from radsearch.encoder.protocol import Encoder, Kind, Vectors
from radsearch.hit import Hits
from radsearch.report import Section
from radsearch.search.corpus_cache import CorpusCache, open_cache
from radsearch.search.engine import SearchEngine
from radsearch.search.request import Mode, QueryKind, Request, check
from radsearch.search.selection import Selection, select
from radsearch.store.protocol import Store

if TYPE_CHECKING:
    from radsearch.timeline import Patients


class Searcher:
    """One opened version of an index; later writes show when it is opened again."""

    def __init__(
        self,
        store: Store,
        *,
        encoder: Encoder | None = None,
        path: Path = Path(),
        folder: Path | None = None,
        threads: int | None = None,
    ) -> None:
        self.store = store
        self.path = path
        self.threads = threads
        self._folder = folder
        self._encoder = encoder

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        encoder: Encoder | None = None,
        threads: int | None = None,
        version: int | None = None,
    ) -> "Searcher":
        """Open an index folder.

        Args:
            path: The folder that `radsearch index` wrote.
            encoder: Embeds queries; None = the one that the index names, loaded when first needed.
            threads: Cores for that encoder; None = all that this process may use.
            version: A published version of the index; None = the newest.

        Returns:
            A searcher. StoreError if there is no index, or the encoder is not the index's own.
        """
        from radsearch.store.lance_store import open_store

        store = open_store(path, version)
        made = cls(
            store, encoder=encoder, path=Path(path), folder=store.folder / "search", threads=threads
        )
        if encoder is not None:
            made._check(encoder)
        return made

    @property
    def encoder(self) -> Encoder:
        """The index's encoder, loaded at the first need of it."""
        if self._encoder is None:
            from radsearch.encoder import load_encoder

            source = self.store.manifest["encoder"].get("source") or None
            loaded = load_encoder(source, threads=self.threads)
            self._check(loaded)
            self._encoder = loaded
        return self._encoder

    def _check(self, encoder: Encoder) -> None:
        from radsearch.store.manifest import check_encoder

        check_encoder(self.store.manifest, encoder, self.path)

    @cached_property
    def cache(self) -> CorpusCache:
        """Words and findings of the index, built at the first need where they are missing."""
        return open_cache(self.store, self._folder)

    @cached_property
    def engine(self) -> SearchEngine:
        """What answers requests; benchmarks ask its legs one by one."""
        return SearchEngine(self.store, lambda: self.cache)

    @cached_property
    def patients(self) -> "Patients":
        """Which reports are of the same patient; `radsearch.timeline` orders them."""
        from radsearch.timeline import Patients

        return Patients(self.store)

    def __len__(self) -> int:
        return len(self.store.ids)

    def select(self, where: str | None) -> Selection:
        """The reports that satisfy a filter; FilterError if it is wrong."""
        return select(where, self.store, lambda: self.cache)

    def query(
        self,
        text: str,
        k: int = 10,
        *,
        section: Section = "findings",
        kind: QueryKind = "query",
        mode: Mode = "hybrid",
        where: str | None = None,
        explain: bool = False,
        expand: bool = True,
        rerank: bool = True,
    ) -> Hits:
        """The k best reports for a text.

        Args:
            text: What to look for.
            k: How many reports; fewer come back where fewer match.
            section: Which text is searched: "findings", "impression", "report" or "sentence".
            kind: What the text is: a search-box "query", or "findings" or "impression" of a report.
            mode: "dense", "lexical" or "hybrid".
            where: Filter; it comes before ranking.
            explain: Compare the query with each hit, finding by finding.
            expand: Also look for synonyms; they are listed in the notes.
            rerank: Hybrid search for a dictated section also compares sentence with sentence.

        Returns:
            Hits by score to 1e-6, equal scores by ascending report_id. An empty text, a wrong
            choice or a wrong filter raises a FilterError that says what is right.
        """
        request = Request([text], k, section, kind, mode, where, explain, expand, rerank)
        return self._run(request)[0]

    def query_batch(
        self,
        texts: Sequence[str],
        k: int = 10,
        *,
        section: Section = "findings",
        kind: QueryKind = "query",
        mode: Mode = "hybrid",
        where: str | None = None,
        explain: bool = False,
        expand: bool = True,
        rerank: bool = True,
    ) -> list[Hits]:
        """As `query` for each text, with one encoder pass and one search pass for all."""
        request = Request(texts, k, section, kind, mode, where, explain, expand, rerank)
        return self._run(request)

    def _run(self, request: Request) -> list[Hits]:
        check(request)
        if not request.texts:
            return []
        selection = self.select(request.where)
        return self.engine.run(request, selection, self._embed)

    def _embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        return np.ascontiguousarray(self.encoder.embed(texts, kind), np.float32)
