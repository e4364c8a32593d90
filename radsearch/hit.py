"""What a search gives back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from radsearch.language.finding import Finding

if TYPE_CHECKING:
    import pandas
    import pyarrow as pa

Status = Literal["present", "absent", "uncertain"]


@dataclass(frozen=True, slots=True)
class Leg:
    """Where one way of searching (dense, lexical, ...) put a report; None = not in its pool."""

    rank: int | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of a section of a hit, and what they are."""

    section: str
    start: int
    end: int
    kind: Literal["term", "match", "contradiction"] = "term"


@dataclass(frozen=True, slots=True)
class Match:
    """One finding of the query beside the finding of the report that answers it best.

    Attributes:
        query: The finding asked for.
        found: The report's finding; None if it says nothing of it.
        section: Where `found` stands: "findings", "impression", ...
        score: RadSim in [0, 1].
        agreement: Per attribute that both state, in [0, 1].
        contradictions: Attributes that disagree outright, such as ("presence",).
    """

    query: Finding
    found: Finding | None
    section: str = ""
    score: float = 0.0
    agreement: Mapping[str, float] = field(default_factory=dict)
    contradictions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One report found.

    Attributes:
        report_id: Its id.
        rank: From 1.
        score: What it was ranked by; higher is better; comparable inside one query only.
        legs: Rank and score by each way of searching: "dense", "lexical", "findings", "sentences".
        findings: The section's text.
        impression: The section's text.
        metadata: modality, body_part, study_date, ... and the corpus' further columns.
        tags: Status by finding id, as indexed.
        disputed: Finding ids whose status the index's heads contradict; each stands in `tags` too.
        matches: With explain: one a query finding, contradicted ones first.
        spans: Characters to highlight.
        sentence: With section="sentence": the best sentence.
        probability: Chance that a reader would call it relevant, [0, 1]; None if not calibrated.
    """

    report_id: str
    rank: int
    score: float
    legs: Mapping[str, Leg] = field(default_factory=dict)
    findings: str = ""
    impression: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    tags: Mapping[str, Status] = field(default_factory=dict)
    disputed: tuple[str, ...] = ()
    matches: tuple[Match, ...] = ()
    spans: tuple[Span, ...] = ()
    sentence: str = ""
    probability: float | None = None


class Hits(list[Hit]):
    """The hits of one query, best first.

    Attributes:
        n_matching: Reports that satisfied the filter, before ranking.
        exact: Whether every one of them was scored.
        notes: Sentences for the user: "3 reports match the filter", "no good match".

    Args:
        hits: Best first.
        n_matching: See above.
        exact: See above.
        notes: See above.
    """

    n_matching: int
    exact: bool
    notes: tuple[str, ...]

    def __init__(
        self,
        hits: Iterable[Hit] = (),
        *,
        n_matching: int = 0,
        exact: bool = True,
        notes: tuple[str, ...] = (),
    ) -> None:
        super().__init__(hits)
        self.n_matching = n_matching
        self.exact = exact
        self.notes = notes

    def to_arrow(self) -> "pa.Table":
        """One row a hit: report_id, rank, score, leg ranks and scores, texts, metadata, tags."""
        import pyarrow as pa

        return pa.Table.from_pylist([_row(hit) for hit in self])

    def to_pandas(self) -> "pandas.DataFrame":
        """The same as a data frame; needs pandas, which the base install does not bring."""
        return self.to_arrow().to_pandas()


def _row(hit: Hit) -> dict[str, Any]:
    row: dict[str, Any] = {"report_id": hit.report_id, "rank": hit.rank, "score": hit.score}
    for name, leg in hit.legs.items():
        row |= {f"{name}_rank": leg.rank, f"{name}_score": leg.score}
    row |= {"findings": hit.findings, "impression": hit.impression, "sentence": hit.sentence}
    for status in ("present", "absent", "uncertain"):
        row[status] = sorted(name for name, value in hit.tags.items() if value == status)
    row["disputed"] = list(hit.disputed)
    return row | dict(hit.metadata)
