"""Other search engines behind one interface: our vectors, their own way with words, defaults.

Each is imported when it is used, in a process of its own, and stays off the network.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder, Kind
from radsearch.evaluation.peers import Answer, Gallery, Question

BATCH = 1_000
"""Texts handed over at a time; Chroma takes some 5,000 at most."""
POOL = 50
"""Hits of each leg that Qdrant fuses."""


class _Dense:
    """What every adapter has: the encoder, asked for one question."""

    _encoder: Encoder

    def _vector(self, question: Question) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self._encoder.embed([question.text], question.kind)[0]
        return vector


class Chroma(_Dense):
    """Chroma with a persistent client."""

    def _client(self, folder: Path) -> Any:
        import chromadb

        settings = chromadb.Settings(anonymized_telemetry=False)
        return chromadb.PersistentClient(str(folder), settings=settings)

    def build(self, galleries: Sequence[Gallery], folder: Path) -> None:
        """One collection a gallery."""
        client = self._client(folder)
        for gallery in galleries:
            made = client.create_collection(
                gallery.name,
                embedding_function=None,
                configuration={"hnsw": {"space": "cosine"}},
            )
            for start in range(0, len(gallery.ids), BATCH):
                part = slice(start, start + BATCH)
                ids, texts = list(gallery.ids[part]), list(gallery.texts[part])
                made.add(ids=ids, documents=texts, embeddings=gallery.vectors[part])

    def open(self, folder: Path, encoder: Encoder) -> None:
        """Open all collections."""
        self._encoder, client = encoder, self._client(folder)
        self._held = {
            item.name: client.get_collection(item.name, embedding_function=None)
            for item in client.list_collections()
        }

    def search(self, question: Question) -> Answer:
        """By vectors alone."""
        found = self._held[question.gallery].query(
            query_embeddings=[self._vector(question)],
            n_results=question.k,
            ids=list(question.within) or None,
            include=["documents"],
        )
        return list(zip(found["ids"][0], found["documents"][0], strict=True))


class Qdrant(_Dense):
    """Qdrant's local mode: dense vectors and BM25 as sparse ones."""

    def build(self, galleries: Sequence[Gallery], folder: Path) -> None:
        """One collection a gallery."""
        from qdrant_client import QdrantClient, models

        client = QdrantClient(path=str(folder))
        for gallery in galleries:
            size = gallery.vectors.shape[1]
            client.create_collection(
                gallery.name,
                vectors_config={
                    "dense": models.VectorParams(size=size, distance=models.Distance.COSINE)
                },
                sparse_vectors_config={
                    "words": models.SparseVectorParams(modifier=models.Modifier.IDF)
                },
            )
            words = [_words(text) for text in gallery.texts]
            mean = float(np.mean([len(item) for item in words]))
            points = [
                models.PointStruct(
                    id=row,
                    vector={
                        "dense": gallery.vectors[row].tolist(),
                        "words": _sparse(_weights(words[row], mean)),
                    },
                    payload={"id": gallery.ids[row], "text": gallery.texts[row]},
                )
                for row in range(len(gallery.ids))
            ]
            client.upload_points(gallery.name, points, wait=True)
        client.close()

    def open(self, folder: Path, encoder: Encoder) -> None:
        """Open the folder, and with it all collections."""
        from qdrant_client import QdrantClient

        self._encoder, self._client = encoder, QdrantClient(path=str(folder))

    def search(self, question: Question) -> Answer:
        """Dense, sparse, or both fused by RRF."""
        from qdrant_client import models

        only = None
        if question.within:
            match = models.MatchAny(any=list(question.within))
            only = models.Filter(must=[models.FieldCondition(key="id", match=match)])
        ways: dict[str, Any] = {}
        if question.mode != "lexical":
            ways["dense"] = self._vector(question).tolist()
        if question.mode != "dense":
            ways["words"] = _sparse(dict.fromkeys(map(_code, _words(question.text)), 1.0))
        (using, query), *more = ways.items()
        asked: dict[str, Any] = {"query": query, "using": using}
        if more:
            asked = {
                "query": models.FusionQuery(fusion=models.Fusion.RRF),
                "prefetch": [
                    models.Prefetch(query=value, using=name, limit=POOL, filter=only)
                    for name, value in ways.items()
                ],
            }
        found = self._client.query_points(
            question.gallery, limit=question.k, query_filter=only, **asked
        )
        return [(point.payload["id"], point.payload["text"]) for point in found.points]


def _words(text: str) -> list[str]:
    from py_rust_stemmers import SnowballStemmer

    words: list[str] = SnowballStemmer("english").stem_words(re.findall(r"\w+", text.lower()))
    return words


def _code(word: str) -> int:
    return crc32(word.encode())


def _weights(words: Sequence[str], mean: float) -> dict[int, float]:
    """BM25 without IDF, which the engine adds; k1 and b as Qdrant's own model has them."""
    length = 1.2 * (1 - 0.75 + 0.75 * len(words) / mean)
    return {_code(word): count * 2.2 / (count + length) for word, count in Counter(words).items()}


def _sparse(weights: dict[int, float]) -> Any:
    from qdrant_client import models

    return models.SparseVector(indices=list(weights), values=list(weights.values()))


class Lance(_Dense):
    """Plain LanceDB: flat vector search and its full-text index."""

    fts: ClassVar[dict[str, Any]] = {}

    def build(self, galleries: Sequence[Gallery], folder: Path) -> None:
        """One table a gallery."""
        import lancedb
        import pyarrow as pa
        from lancedb.index import FTS

        connection = lancedb.connect(folder)
        for gallery in galleries:
            flat = pa.array(np.ascontiguousarray(gallery.vectors).reshape(-1))
            vectors = pa.FixedSizeListArray.from_arrays(flat, gallery.vectors.shape[1])
            columns = {"id": gallery.ids, "text": gallery.texts, "vector": vectors}
            table = connection.create_table(gallery.name, pa.table(columns))
            table.create_index("text", config=FTS(**self.fts))

    def open(self, folder: Path, encoder: Encoder) -> None:
        """Open all tables."""
        import lancedb

        self._encoder, connection = encoder, lancedb.connect(folder)
        names = [path.stem for path in folder.glob("*.lance")]
        self._held = {name: connection.open_table(name) for name in names}

    def search(self, question: Question) -> Answer:
        """By vectors, by words, or both with the default fusion."""
        from lancedb.query import MatchQuery

        table = self._held[question.gallery]
        match = MatchQuery(question.text, "text")
        if question.mode == "dense":
            search = table.search(self._vector(question)).distance_type("cosine")
        elif question.mode == "lexical":
            search = table.search(match, query_type="fts")
        else:
            search = table.search(query_type="hybrid").vector(self._vector(question)).text(match)
            search = search.distance_type("cosine")
        if question.within:
            names = ", ".join(f"'{name}'" for name in question.within)
            search = search.where(f"id in ({names})", prefilter=True)
        rows = search.limit(question.k).to_list()
        return [(row["id"], row["text"]) for row in rows]


class LanceAllWords(Lance):
    """The same with the stop words in the index: "no" is one of them."""

    fts: ClassVar[dict[str, Any]] = {"remove_stop_words": False}


class Txtai:
    """txtai with vectors from outside and its own BM25."""

    def build(self, galleries: Sequence[Gallery], folder: Path) -> None:
        """One index a gallery."""
        from txtai import Embeddings

        for gallery in galleries:
            held = dict(zip(gallery.texts, gallery.vectors, strict=True))

            def given(texts: Sequence[str], held: Any = held) -> NDArray[np.float32]:
                return np.stack([held[text] for text in texts])

            made = Embeddings(method="external", transform=given, content=True, hybrid=True)
            made.index(
                (name, text, None) for name, text in zip(gallery.ids, gallery.texts, strict=True)
            )
            made.config.pop("transform", None)  # a function cannot be saved
            made.save(str(folder / gallery.name))

    def open(self, folder: Path, encoder: Encoder) -> None:
        """Load all indexes."""
        from txtai import Embeddings

        self._kind: Kind = "query"
        self._held = {}

        def given(
            texts: Sequence[str],
        ) -> NDArray[np.float32]:  # txtai calls anything but a function
            return encoder.embed(list(texts), self._kind)

        for path in sorted(folder.iterdir()):
            self._held[path.name] = Embeddings().load(str(path), config={"transform": given})

    def search(self, question: Question) -> Answer:
        """By weight: 1 is vectors alone, 0 words alone; half and half is the default."""
        held, self._kind = self._held[question.gallery], question.kind
        weight = {"dense": 1.0, "lexical": 0.0, "hybrid": 0.5}[question.mode]
        k = held.count() if question.within else question.k
        rows = held.search(question.text, k, weights=weight)
        wanted = set(question.within)
        return [(row["id"], row["text"]) for row in rows if not wanted or row["id"] in wanted]
