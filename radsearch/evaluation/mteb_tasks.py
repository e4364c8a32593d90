"""Findings <-> impression retrieval as tasks of MTEB, for any model that `mteb` can run.

Muennighoff et al. 2023, doi:10.18653/v1/2023.eacl-main.148. Needs the extra `mteb` (2.26 or later);
nothing of it is imported before a task is made. Each query has one relevant document, its own
report's other section; repeated texts impose a ceiling, which our own tables state and MTEB does
not know.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from radsearch.errors import RadsearchError
from radsearch.evaluation.authored import Part, read_authored
from radsearch.evaluation.external import read_openi
from radsearch.report import Report

if TYPE_CHECKING:
    from mteb.abstasks import AbsTaskRetrieval

Direction = Literal["FindingsToImpression", "ImpressionToFindings"]
DIRECTIONS: tuple[Direction, ...] = ("FindingsToImpression", "ImpressionToFindings")
SPLIT = "test"


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus as a task sees it.

    Attributes:
        name: Of the tasks, before the direction.
        description: What it holds, for `mteb`.
        licence: As `mteb` names it.
        reports: Report id -> (findings, impression); both are there.
    """

    name: str
    description: str
    licence: str
    reports: dict[str, tuple[str, str]]

    @property
    def revision(self) -> str:
        """Changes with any text."""
        digest = sha256()
        for report_id, texts in self.reports.items():
            digest.update("\x1f".join((report_id, *texts, "")).encode())
        return digest.hexdigest()[:16]


def complete(reports: Iterable[Report]) -> dict[str, tuple[str, str]]:
    """The reports that have both sections.

    >>> complete([Report("a", findings="Clear.", impression="Normal."), Report("b", findings="x")])
    {'a': ('Clear.', 'Normal.')}
    """
    return {
        report.report_id: (report.findings, report.impression)
        for report in reports
        if report.findings.strip() and report.impression.strip()
    }


def openi_tasks(path: Path) -> "list[AbsTaskRetrieval]":
    """Both directions on Open-I, which the user has on disk.

    Args:
        path: NLM's XML folder or the CSV.

    Returns:
        Two tasks.
    """
    source = Source(
        "OpenIChestXray",
        "Chest radiograph reports of Indiana University (Open-I): one section finds the other.",
        "cc-by-nc-nd-4.0",
        complete(read_openi(path)),
    )
    return [make_task(source, direction) for direction in DIRECTIONS]


def authored_tasks(folder: Path, part: Part = "test") -> "list[AbsTaskRetrieval]":
    """Both directions on the authored reports of all modalities.

    Args:
        folder: `data/corpus/authored`.
        part: Which part of it; our encoder was trained on "train".

    Returns:
        Two tasks.
    """
    source = Source(
        "RadsearchAuthored",
        "Fictitious CT, MR, US, XR and MG reports, written by developers: one section finds the "
        "other.",
        "cc0-1.0",
        {row["id"]: (row["findings"], row["impression"]) for row in read_authored(folder, part)},
    )
    return [make_task(source, direction) for direction in DIRECTIONS]


def make_task(source: Source, direction: Direction) -> "AbsTaskRetrieval":
    """One direction on one corpus.

    Args:
        source: The reports.
        direction: Which section asks.

    Returns:
        A task that loads nothing from the network.

    Raises:
        RadsearchError: If `mteb` is not installed.
    """
    try:
        from mteb.abstasks import AbsTaskRetrieval
        from mteb.abstasks.task_metadata import TaskMetadata
    except ImportError:
        raise RadsearchError(
            "MTEB tasks need mteb 2.26 or later: pip install 'radsearch[mteb]'"
        ) from None

    class PairRetrieval(AbsTaskRetrieval):  # type: ignore[misc]
        metadata = TaskMetadata(**_metadata(source, direction))

        def load_data(self, num_proc: int | None = None, **_: Any) -> None:
            self.dataset = {"default": {SPLIT: _split(source, direction)}}
            self.data_loaded = True

    return cast("AbsTaskRetrieval", PairRetrieval())


def _metadata(source: Source, direction: Direction) -> dict[str, Any]:
    query = "findings" if direction == "FindingsToImpression" else "impression"
    other = "impression" if query == "findings" else "findings"
    return {
        "name": f"{source.name}{direction}",
        "description": source.description,
        "dataset": {"path": f"radsearch/{source.name}", "revision": source.revision},
        "type": "Retrieval",
        "category": "t2t",
        "modalities": ["text"],
        "eval_splits": [SPLIT],
        "eval_langs": ["eng-Latn"],
        "main_score": "ndcg_at_10",
        "domains": ["Medical", "Written"],
        "license": source.licence,
        "is_public": False,
        "prompt": {
            "query": f"Given the {query} of a radiology report, retrieve the {other} of the same "
            "report"
        },
    }


def _split(source: Source, direction: Direction) -> dict[str, Any]:
    from datasets import Dataset

    asks = 0 if direction == "FindingsToImpression" else 1
    queries = [{"id": f"q-{n}", "text": texts[asks]} for n, texts in source.reports.items()]
    corpus = [{"id": n, "text": texts[1 - asks]} for n, texts in source.reports.items()]
    return {
        "corpus": Dataset.from_list(corpus),
        "queries": Dataset.from_list(queries),
        "relevant_docs": {f"q-{n}": {n: 1} for n in source.reports},
        "top_ranked": None,
    }
