"""What the REST interface takes and gives; the limits stand here, so that OpenAPI shows them."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from radsearch.report import Section
from radsearch.search.request import Mode, QueryKind
from radsearch.timeline import Relation

MOST_TEXT = 20_000
MOST_TEXTS = 200
MOST_HITS = 500


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("the text holds half a surrogate pair: send valid Unicode") from None
    return text


Text = Annotated[str, Field(min_length=1, max_length=MOST_TEXT), AfterValidator(_encodable)]
Where = Annotated[str, Field(max_length=4000), AfterValidator(_encodable)]
Id = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_encodable)]


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Count = Annotated[int, BeforeValidator(_whole), Field(ge=1, le=MOST_HITS)]
"""JSON knows one kind of number: 10.0 is 10."""


class Strict(BaseModel):
    """An unknown field is an error, not silence."""

    model_config = ConfigDict(extra="forbid", strict=True)


class HowToSearch(Strict):
    """As the arguments of `Searcher.query`."""

    k: Count = 10
    section: Section = "report"
    kind: QueryKind = "query"
    mode: Mode = "hybrid"
    where: Where | None = None
    explain: bool = False
    expand: bool = True
    rerank: Annotated[
        bool,
        Field(
            description="Hybrid search for a dictated section (kind findings or impression) also "
            "compares sentence with sentence; false is --no-rerank of `radsearch query`."
        ),
    ] = True


class SearchRequest(HowToSearch):
    """One search."""

    text: Text


class BatchRequest(HowToSearch):
    """Many searches in one pass."""

    texts: Annotated[list[Text], Field(min_length=1, max_length=MOST_TEXTS)]


class MoreLikeRequest(Strict):
    """Reports like one of the index."""

    report_id: Id
    k: Count = 10
    where: Where | None = None


class TimelineRequest(Strict):
    """A report whose patient's other studies are wanted."""

    report_id: Id


class CompareRequest(Strict):
    """Two reports; `vectors` adds cosine and sentence alignment."""

    reference: Text
    candidate: Text
    vectors: bool = False


class ExtractRequest(Strict):
    """A text to read."""

    text: Text


class ExportRequest(Strict):
    """Reports that satisfy a filter, all of them without one."""

    where: Where | None = None
    identified: bool = False


class LegOut(BaseModel):
    """Place and score by one way of searching; null = not in its pool."""

    rank: int | None
    score: float | None


class HitOut(BaseModel):
    """One report found; see `radsearch.hit.Hit`."""

    report_id: str
    rank: int
    score: float
    legs: dict[str, LegOut]
    findings: str
    impression: str
    metadata: dict[str, Any]
    tags: dict[str, Literal["present", "absent", "uncertain"]]
    disputed: list[str] = []
    matches: list[dict[str, Any]]
    spans: list[dict[str, Any]]
    sentence: str
    probability: float | None


class SearchResponse(BaseModel):
    """Hits of one text, best first."""

    hits: list[HitOut]
    n_matching: int
    exact: bool
    notes: list[str]


class BatchResponse(BaseModel):
    """Hits of each text, in order."""

    results: list[SearchResponse]


class StudyOut(BaseModel):
    """One study of the patient; see `radsearch.timeline.Study`."""

    report: dict[str, Any]
    relation: Relation
    since: str
    appeared: list[str]
    gone: list[str]


class TimelineResponse(BaseModel):
    """All studies of one patient, the oldest first, undated ones last."""

    studies: list[StudyOut]


class ExtractResponse(BaseModel):
    """Findings in order of their words; attributes that are not stated are left out."""

    findings: list[dict[str, Any]]


class CompareResponse(BaseModel):
    """See `radsearch.comparison.Comparison`."""

    score: float
    n_actionable: int
    penalty: float
    findings: dict[str, list[dict[str, Any]]]
    errors: list[dict[str, Any]]
    cosine: float | None
    directional: dict[str, float] | None
    align_f1: float | None


class Health(BaseModel):
    """Whether searches are answered."""

    status: Literal["ok"]
    reports: int
    encoder: str
    version: str


class Fault(BaseModel):
    """What went wrong; it never repeats a text that was sent, of a filter the part that fails."""

    type: str
    message: str
    where: list[str] = []


class ErrorResponse(BaseModel):
    """Every error has this form."""

    error: Fault
