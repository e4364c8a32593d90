"""What the comparison with other search engines asks of each, and which of them are installed.

The adapters stand in `peer_engines`; each engine runs in a process of its own.
"""

import importlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import metadata, util
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder
from radsearch.report import Report
from radsearch.search.request import Mode, QueryKind

Answer = list[tuple[str, str]]
"""Id and text of each hit, best first."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """What is searched: the same ids, texts and vectors for every engine.

    Attributes:
        name: "CORPUS.SECTION".
        ids: One a text.
        texts: What lexical search reads.
        vectors: (n, dim), unit length, those of our index; empty where they do not matter.
    """

    name: str
    ids: Sequence[str]
    texts: Sequence[str]
    vectors: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Question:
    """One search.

    Attributes:
        gallery: Name of what is searched.
        text: What is looked for.
        k: How many hits.
        mode: By vectors, by words or by both.
        kind: What the text is.
        within: Ids to choose from; empty = all.
    """

    gallery: str
    text: str
    k: int = 10
    mode: Mode = "hybrid"
    kind: QueryKind = "query"
    within: tuple[str, ...] = ()


class Engine(Protocol):
    """A search engine behind an adapter."""

    def build(self, galleries: Sequence[Gallery], folder: Path) -> None:
        """Write an index of every gallery into an empty folder."""

    def open(self, folder: Path, encoder: Encoder) -> None:
        """Open what `build` wrote; the encoder embeds the questions."""

    def search(self, question: Question) -> Answer:
        """The k best, with their texts; the question is embedded where its mode needs that."""


@dataclass(frozen=True, slots=True)
class Peer:
    """One row of the comparison.

    Attributes:
        name: Of the product.
        engine: "module:class" of its adapter.
        package: Distribution whose version is shown.
        pip: What installs it.
        modules: What it imports.
        modes: What it can rank by.
        settings: What was chosen, in words.
    """

    name: str
    engine: str
    package: str
    pip: str
    modules: tuple[str, ...]
    modes: tuple[Mode, ...]
    settings: str

    @property
    def missing(self) -> list[str]:
        """Modules that are not installed."""
        return [name for name in self.modules if util.find_spec(name) is None]

    @property
    def version(self) -> str:
        """Of the installed distribution; "" where there is none."""
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return ""


def make_engine(name: str) -> Engine:
    """The adapter "module:class"."""
    module, _, held = name.partition(":")
    made: Engine = getattr(importlib.import_module(module), held)()
    return made


ADAPTERS = "radsearch.evaluation.peer_engines"
ALL: tuple[Mode, ...] = ("dense", "lexical", "hybrid")
PEERS = (
    Peer(
        "radsearch",
        "radsearch.evaluation.peer_ours:Ours",
        "radsearch",
        "pip install radsearch",
        (),
        ALL,
        "defaults; hits carry texts, metadata and findings",
    ),
    Peer(
        "txtai",
        f"{ADAPTERS}:Txtai",
        "txtai",
        "pip install txtai",
        ("txtai", "faiss"),
        ALL,
        "external vectors, its own BM25, hybrid=True with the default weights, content in SQLite; "
        "no filter before ranking, so a restricted search ranks the whole gallery",
    ),
    Peer(
        "Chroma",
        f"{ADAPTERS}:Chroma",
        "chromadb",
        "pip install chromadb",
        ("chromadb",),
        ("dense",),
        "persistent client, HNSW cosine with default parameters; words only filter, never rank",
    ),
    Peer(
        "Qdrant",
        f"{ADAPTERS}:Qdrant",
        "qdrant-client",
        "pip install qdrant-client py_rust_stemmers",
        ("qdrant_client", "py_rust_stemmers"),
        ALL,
        "local mode (exact); sparse BM25 (k1 1.2, b 0.75, English stemmer, no stop list, IDF by "
        "Qdrant), hybrid = RRF of 50 + 50",
    ),
    Peer(
        "LanceDB",
        f"{ADAPTERS}:Lance",
        "lancedb",
        "pip install lancedb",
        ("lancedb",),
        ALL,
        "flat cosine search, FTS with default settings (stems, drops stop words), hybrid = RRF",
    ),
    Peer(
        "LanceDB, all words",
        f"{ADAPTERS}:LanceAllWords",
        "lancedb",
        "pip install lancedb",
        ("lancedb",),
        ("lexical", "hybrid"),
        "the same with remove_stop_words=False, which keeps 'no'",
    ),
)


def write_galleries(galleries: Sequence[Gallery], folder: Path) -> None:
    """Keep galleries for another process: texts as JSON, vectors as one array each."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, gallery in enumerate(galleries):
        np.save(folder / f"{number}.npy", gallery.vectors, allow_pickle=False)
        record = {"name": gallery.name, "ids": list(gallery.ids), "texts": list(gallery.texts)}
        (folder / f"{number}.json").write_text(json.dumps(record), encoding="utf-8")


def read_galleries(folder: Path) -> list[Gallery]:
    """What `write_galleries` wrote, in its order."""
    galleries = []
    for file in sorted(folder.glob("*.json"), key=lambda path: int(path.stem)):
        record = json.loads(file.read_text("utf-8"))
        vectors = np.load(file.with_suffix(".npy"), allow_pickle=False)
        galleries.append(Gallery(record["name"], record["ids"], record["texts"], vectors))
    return galleries


def write_reports(reports: Iterable[Report], file: Path) -> int:
    """Keep reports for another process, one a line, without their dates; how many there are."""
    lines = []
    for report in reports:
        values = asdict(replace(report, study_date=None))
        lines.append(json.dumps({name: value for name, value in values.items() if value}))
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)


def read_reports(file: Path) -> Iterator[Report]:
    """What `write_reports` wrote."""
    for line in file.read_text("utf-8").splitlines():
        yield Report(**json.loads(line))
