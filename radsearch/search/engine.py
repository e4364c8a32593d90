"""Runs a request: reads the queries, asks each leg, joins them, makes the hits."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from radsearch.encoder.protocol import Kind, Vectors
from radsearch.hit import Hits
from radsearch.language.extract import extract
from radsearch.language.sentence import split_sentences
from radsearch.report import Section
from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.degree import Known, degrees
from radsearch.search.dictated import DictatedLegs, Query
from radsearch.search.fusion import Pool, array_pool, fuse, pool_size
from radsearch.search.hits import make_hits
from radsearch.search.lexical import Floats, Lexical
from radsearch.search.predicate import Mask
from radsearch.search.querymask import query_mask
from radsearch.search.reading import Reading, read
from radsearch.search.relevance import relevance
from radsearch.search.request import Request
from radsearch.search.section_space import SectionSpaces
from radsearch.search.section_weights import section_weights
from radsearch.search.selection import Selection, filter_columns
from radsearch.search.stream import Ints
from radsearch.search.terms import Terms
from radsearch.store.protocol import Store
from radsearch.store.schema import VectorSection

LEXICAL_WEIGHT = 0.7
"""Of the words of a search-box query, beside 1 for the cosine."""

BM25_SHARE = 0.05
"""Of BM25 beside the TF-IDF cosine, for search-box queries: development nDCG@10 of the lexical
mode 0.470 (TF-IDF), 0.475 (BM25), 0.488 (both)."""

ALIAS_SHARE = 0.02
"""Of BM25 of other words for the findings asked for: lexical mode 0.488 -> 0.532."""

FINDINGS_WEIGHT = 3.0
"""Of the findings leg, whose scores lie in [-1, 1]: it leads, words and vectors break its ties."""

EXACT_ENGINES = ("numpy", "faiss-flat")

Embed = Callable[[Sequence[str], Kind], Vectors]
Places = dict[int, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class _Dense:
    """What the vectors say of one query: of all of it, of its best sentence, of its sentences."""

    vector: Floats
    pool: Pool
    sentences: Places | None = None
    late: Floats | None = None


class SearchEngine:
    """Answers requests on one opened index."""

    def __init__(self, store: Store, cache: Callable[[], CorpusCache]) -> None:
        self.store = store
        self.cache = cache
        self.dictated = DictatedLegs(store, cache)
        self.sections = SectionSpaces(store)

    def run(self, request: Request, selection: Selection, embed: Embed) -> list[Hits]:
        """The hits of each text of a request that `check` accepted.

        Args:
            request: What was asked.
            selection: Reports that its filter leaves.
            embed: Text to unit vectors; called once for the texts and once for the sentences of
                dictated ones, not at all in lexical mode.

        Returns:
            One list a text.
        """
        readings = [self._read(text, request) for text in request.texts]
        known: list[Known] = [{} for _ in readings]
        many = len(readings) > 1  # 4 MB a wish and a million reports: not for all of a batch
        masks = [
            self._mask(reading, {} if many else mine, request)
            for reading, mine in zip(readings, known, strict=True)
        ]
        selections = [selection.narrowed(mask) for mask in masks]
        dense = self._dense(request, readings, selections, embed)
        return [
            self._answer(request, *each)
            for each in zip(readings, known, selections, dense, strict=True)
        ]

    def _read(self, text: str, request: Request) -> Reading:
        if request.kind != "query":  # a dictated section is explained by what it states
            return Reading(text, findings=tuple(extract(text)) if request.explain else ())
        fields = [name for name, kind in filter_columns(self.store).items() if kind != "tags"]
        words_only = request.mode == "dense" and not request.explain
        return read(text, fields, expand=request.expand, words_only=words_only)

    def _mask(self, reading: Reading, known: Known, request: Request) -> Mask | None:
        if reading.tree is None:
            return None
        literal = request.mode == "lexical"
        return query_mask(reading, self.store, self.cache(), known, literal=literal)

    def _dense(
        self,
        request: Request,
        readings: Sequence[Reading],
        selections: Sequence[Selection],
        embed: Embed,
    ) -> Sequence[_Dense | None]:
        if request.mode == "lexical":
            return [None] * len(readings)
        texts = [reading.text for reading in readings]
        vectors = embed(texts, request.kind)
        late = self._late(request, texts, embed)
        size = pool_size(request.k)
        shared = [i for i, reading in enumerate(readings) if reading.tree is None]
        groups = [shared] if shared else []
        groups += [[i] for i, reading in enumerate(readings) if reading.tree is not None]
        out: list[_Dense | None] = [None] * len(readings)
        for group in groups:
            within = selections[group[0]].positions
            found = self._nearest(request, vectors[group], size, within)
            for i, dense in zip(group, found, strict=True):
                out[i] = replace(dense, late=late[i])
        return out

    def _late(
        self, request: Request, texts: Sequence[str], embed: Embed
    ) -> Sequence[Floats | None]:
        """Vectors of the sentences of each dictated section; None where none are compared."""
        wanted = request.rerank and request.mode == "hybrid" and request.kind != "query"
        if not wanted or self.dictated.late(_words_of(request.section)) is None:
            return [None] * len(texts)
        cut = [[sentence.text for sentence in split_sentences(text)] for text in texts]
        vectors = embed([text for sentences in cut for text in sentences], "sentence")
        ends = np.cumsum([len(sentences) for sentences in cut])
        return np.split(vectors, ends[:-1])

    def _nearest(
        self, request: Request, vectors: Vectors, size: int, within: Ints | None
    ) -> list[_Dense]:
        size = min(size, max(len(self.store.ids), 1))
        if request.section == "sentence":
            return [
                _sentence_pool(vector, found)
                for vector, found in zip(
                    vectors, self.store.search_sentences(vectors, size, within), strict=True
                )
            ]
        section: VectorSection = request.section
        if request.kind in ("findings", "impression"):
            space = self.sections.space(request.kind, section)
            pools = space.pools(space.queries(vectors), size, within)
            return [_Dense(vector, pool) for vector, pool in zip(vectors, pools, strict=True)]
        scores, positions = self.store.search(section, vectors, size, within)
        return [
            self._vector_pool(section, *row) for row in zip(vectors, scores, positions, strict=True)
        ]

    def _vector_pool(
        self, section: VectorSection, vector: Floats, scores: Floats, positions: Ints
    ) -> _Dense:
        have = positions >= 0
        positions, scores = positions[have], scores[have]
        order = np.argsort(positions)
        known = positions[order]

        def score_of(wanted: Ints) -> Floats:
            out = np.zeros(len(wanted), np.float32)
            place = np.minimum(np.searchsorted(known, wanted), max(len(known) - 1, 0))
            hit = known[place] == wanted if len(known) else np.zeros(len(wanted), np.bool_)
            out[hit] = scores[order][place[hit]]
            if not hit.all():
                out[~hit] = np.round(self.store.vectors(section, wanted[~hit]) @ vector, 6)
            return out

        return _Dense(vector, Pool("dense", 1.0, positions, scores, score_of))

    def _answer(
        self,
        request: Request,
        reading: Reading,
        known: Known,
        selection: Selection,
        dense: _Dense | None,
    ) -> Hits:
        pools = [dense.pool] if dense else []
        if request.mode != "dense" and request.kind != "query":
            section, size = _words_of(request.section), pool_size(request.k)
            query = Query(reading.text, request.kind, dense.late if dense else None)
            pools = [replace(pool, weight=section_weights()[query.kind].dense) for pool in pools]
            pools += self.dictated.pools(section, query, size, selection.mask, literal=not dense)
        elif request.mode != "dense":
            pools += self._word_pools(request, reading, known, selection)
        ranked = fuse(pools, request.k)
        judged = request.kind == "query" and request.mode == "hybrid"
        model = relevance() if judged and request.section != "sentence" else None
        hits = make_hits(
            self.store,
            ranked,
            reading,
            explain=request.explain,
            sentences=dense.sentences if dense else None,
            model=model,
        )
        notes = list(reading.notes)
        if selection.mask is not None and selection.count < request.k:
            notes.append(f"{selection.count} reports match the filter")
        if model is not None and (notice := model.notice([h.probability or 0.0 for h in hits])):
            notes.insert(0, notice)
        return Hits(
            hits, n_matching=selection.count, exact=self._exact(request), notes=tuple(notes)
        )

    def _exact(self, request: Request) -> bool:
        """Whether the engine scores every vector; the other legs always score every report."""
        if request.mode == "lexical" or request.section == "sentence":
            return True
        name = dict(self.store.manifest.get("engine") or {}).get(request.section) or ""
        return not name or name in EXACT_ENGINES

    def _word_pools(
        self, request: Request, reading: Reading, known: Known, selection: Selection
    ) -> list[Pool]:
        section, size = _words_of(request.section), pool_size(request.k)
        terms = query_terms(self.cache().sections[section], reading)
        best, positions = terms.best(size, selection.mask)
        pools = [Pool("lexical", LEXICAL_WEIGHT, positions, best, terms.of)]
        if request.mode == "hybrid" and reading.intent is not None:
            fits = degrees(reading.intent, self.cache(), section, known, selection.mask)
            known.clear()
            pools.append(array_pool("findings", FINDINGS_WEIGHT, fits, size, selection.mask))
        return pools


def query_terms(index: Lexical, reading: Reading) -> Terms:
    """The words of a search-box query and of its synonyms, weighed."""
    text = reading.wanted or reading.text
    others = " ".join(word for words in reading.aliases.values() for word in words)
    bm25: dict[int, float] = defaultdict(float)
    for words, share in ((text, BM25_SHARE), (others, ALIAS_SHARE)):
        for place, weight in index.bm25_terms(words).items():
            bm25[place] += share * weight
    return Terms(index, index.cosine_terms(text), bm25)


def _words_of(section: Section) -> str:
    """Whose words are searched: a sentence stands in the whole report."""
    return "report" if section == "sentence" else section


def _sentence_pool(vector: Floats, found: list[tuple[float, int, str, int]]) -> _Dense:
    positions = np.array([item[1] for item in found], np.int64)
    scores = np.array([item[0] for item in found], np.float32)
    by_position = {item[1]: item[0] for item in found}
    floor = float(scores[-1]) if len(found) else 0.0

    def score_of(wanted: Ints) -> Floats:  # outside the pool no sentence is nearer than the last
        return np.array([by_position.get(int(at), floor) for at in wanted], np.float32)

    places = {item[1]: (item[2], item[3]) for item in found}
    return _Dense(vector, Pool("dense", 1.0, positions, scores, score_of), places)
