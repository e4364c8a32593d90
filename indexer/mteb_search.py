"""Our engine behind MTEB's search protocol: it indexes a task's corpus and answers its queries.

    import mteb
    mteb.evaluate(RadsearchEngine(), authored_tasks(Path("data/corpus/authored")))

Needs the extra `mteb`; the class itself imports nothing of it.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Literal, Protocol
from weakref import finalize

from radsearch.encoder import load_encoder
from radsearch.encoder.protocol import Encoder
from radsearch.report import Report
from radsearch.searcher import Searcher

from .build import Options, build_index

Mode = Literal["dense", "lexical", "hybrid"]
Section = Literal["findings", "impression"]
Kind = Literal["query", "findings", "impression"]
Row = Mapping[str, Any]


class Task(Protocol):
    """What we read of a task's metadata."""

    @property
    def name(self) -> str:
        """Name of the task."""


class RadsearchEngine:
    """A searcher over a temporary index, as `mteb` wants one.

    Args:
        encoder: Folder or hub id; None = the shipped one.
        mode: Which legs answer.
        depth: Hits returned for a query at most: `mteb` asks for 1,000, of which its main scores
            look at ten.
    """

    def __init__(
        self, encoder: str | None = None, *, mode: Mode = "hybrid", depth: int = 100
    ) -> None:
        self._source = encoder or ""
        self._encoder: Encoder = load_encoder(encoder)
        self._mode = mode
        self._depth = depth
        self._searcher: Searcher | None = None
        self._section: Section = "findings"

    def index(self, corpus: Iterable[Row], *, task_metadata: Task, **_: Any) -> None:
        """Index the documents; those of an impression task as impressions, others as findings.

        Args:
            corpus: Rows with id, text and perhaps title.
            task_metadata: Its name says which section a document is.
        """
        self._section = _sides(task_metadata.name)[0]
        folder = mkdtemp(prefix="radsearch-mteb-")
        finalize(self, rmtree, folder, True)  # an index is kept as long as the engine
        path = Path(folder) / "index"
        options = Options(sentences=False, source=self._source)
        reports = (_report(row, self._section) for row in corpus)
        build_index(reports, path, encoder=self._encoder, options=options)
        self._searcher = Searcher.open(path, encoder=self._encoder)

    def search(
        self,
        queries: Iterable[Row],
        *,
        task_metadata: Task,
        top_k: int,
        top_ranked: Mapping[str, list[str]] | None = None,
        **_: Any,
    ) -> dict[str, dict[str, float]]:
        """Hits of each query: query id -> document id -> score.

        Args:
            queries: Rows with id and text.
            task_metadata: Its name says which section a query is.
            top_k: Hits wanted.
            top_ranked: Of reranking tasks: the documents that may be returned.

        Returns:
            At most `depth` documents for a query.

        Raises:
            ValueError: If nothing was indexed before.
        """
        if self._searcher is None:
            raise ValueError("search was called before index")
        rows = list(queries)
        kind = _sides(task_metadata.name)[1]
        found = self._searcher.query_batch(
            [str(row["text"]) for row in rows],
            k=min(top_k, self._depth),
            section=self._section,
            kind=kind,
            mode=self._mode,
        )
        results: dict[str, dict[str, float]] = {}
        for row, hits in zip(rows, found, strict=True):
            allowed = set(top_ranked[row["id"]]) if top_ranked else None
            results[row["id"]] = {
                hit.report_id: float(hit.score)
                for hit in hits
                if allowed is None or hit.report_id in allowed
            }
        return results

    @property
    def mteb_model_meta(self) -> Any:
        """What `mteb` writes beside the scores."""
        from mteb.models.model_meta import ModelMeta

        return ModelMeta.create_empty(
            {
                "name": f"radsearch/{self._encoder.name}-{self._mode}",
                "revision": self._encoder.fingerprint,
                "embed_dim": self._encoder.dim,
                "languages": ["eng-Latn"],
                "open_weights": True,
            }
        )


def _sides(task: str) -> tuple[Section, Kind]:
    """Which section the documents of a task are, and what its queries are.

    >>> _sides("OpenIChestXrayFindingsToImpression"), _sides("NFCorpus")
    (('impression', 'findings'), ('findings', 'query'))
    """
    if task.endswith("FindingsToImpression"):
        return "impression", "findings"
    if task.endswith("ImpressionToFindings"):
        return "findings", "impression"
    return "findings", "query"


def _report(row: Row, section: Section) -> Report:
    text = " ".join(str(row[name]) for name in ("title", "text") if row.get(name))
    if section == "impression":
        return Report(str(row["id"]), impression=text)
    return Report(str(row["id"]), findings=text)
