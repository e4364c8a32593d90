"""The routes: each calls the library and shapes its answer, nothing more."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import asdict
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse

import radsearch
from radsearch.encoder.cores import usable_cores
from radsearch.hit import Hits
from radsearch.records import finding_record, hit_record
from radsearch.rest import models
from radsearch.rest.counters import Counters
from radsearch.rest.docs import docs_page
from radsearch.rest.export import export_lines
from radsearch.rest.faults import DOCUMENTED, handle_faults
from radsearch.searcher import Searcher

PATHS = (
    "/search",
    "/batch",
    "/more_like",
    "/timeline",
    "/compare",
    "/extract",
    "/export",
    "/health",
    "/metrics",
    "/docs",
    "/openapi.json",
)


def make_service(searcher: Searcher, counters: Counters, *, processes: int = 1) -> FastAPI:
    """The REST interface of an opened index, without its guard.

    Args:
        searcher: Answers; shared by all threads.
        counters: What /metrics shows.
        processes: How many share the cores.

    Returns:
        The application.
    """
    service = FastAPI(
        lifespan=_few_threads(processes),
        title="radsearch",
        version=radsearch.__version__,
        description="Search radiology reports. The same searcher as in Python, page and terminal.",
        docs_url=None,  # FastAPI's own pages fetch their scripts from a CDN
        redoc_url=None,
        responses=DOCUMENTED,
    )
    handle_faults(service)
    _add_search(service, searcher)
    _add_language(service, searcher)
    _add_service(service, searcher, counters)
    return service


def _few_threads(processes: int) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Two searches a core at a time, the others wait their turn: more only slow each other."""

    @asynccontextmanager
    async def limited(service: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = max(2, 2 * usable_cores() // processes)
        yield

    return limited


def _add_search(service: FastAPI, searcher: Searcher) -> None:
    @service.post("/search")
    def search(request: models.SearchRequest) -> models.SearchResponse:
        """The k best reports for a text."""
        how = request.model_dump(exclude={"text"})
        return _answer(searcher.query(request.text, **how))

    @service.post("/batch")
    def batch(request: models.BatchRequest) -> models.BatchResponse:
        """The k best reports for each text, in one pass."""
        how = request.model_dump(exclude={"texts"})
        found = searcher.query_batch(request.texts, **how)
        return models.BatchResponse(results=[_answer(hits) for hits in found])

    @service.post("/more_like")
    def more_like(request: models.MoreLikeRequest) -> models.SearchResponse:
        """The reports nearest to one of the index."""
        from radsearch.lookup import more_like as nearest

        return _answer(nearest(searcher, request.report_id, request.k, where=request.where))

    @service.post("/timeline")
    def timeline(request: models.TimelineRequest) -> models.TimelineResponse:
        """All studies of a report's patient in time order, and which findings came and went."""
        from radsearch.timeline import study_record
        from radsearch.timeline import timeline as studies_of

        found = studies_of(searcher, request.report_id)
        return models.TimelineResponse(
            studies=[models.StudyOut(**study_record(one)) for one in found]
        )

    @service.post("/export", response_class=StreamingResponse)
    def export(request: models.ExportRequest) -> StreamingResponse:
        """All reports that satisfy a filter, one JSON object a line, streamed."""
        selection = searcher.select(request.where)  # a wrong filter is refused before any line
        lines: Iterator[str] = export_lines(searcher, selection, identified=request.identified)
        return StreamingResponse(lines, media_type="application/x-ndjson")


def _add_language(service: FastAPI, searcher: Searcher) -> None:
    @service.post("/extract")
    def extract(request: models.ExtractRequest) -> models.ExtractResponse:
        """The findings that a text states."""
        found = radsearch.extract(request.text)
        return models.ExtractResponse(findings=[finding_record(one) for one in found])

    @service.post("/compare")
    def compare(request: models.CompareRequest) -> models.CompareResponse:
        """A candidate report judged against a reference."""
        texts = request.reference, request.candidate
        if request.vectors:
            found = radsearch.compare(*texts, encoder=searcher.encoder)
        else:
            found = radsearch.compare(*texts, encoder="none")
        return models.CompareResponse(**asdict(found))


def _add_service(service: FastAPI, searcher: Searcher, counters: Counters) -> None:
    @service.get("/health")
    async def health() -> models.Health:
        """Whether searches are answered; needs no token."""
        return models.Health(
            status="ok",
            reports=len(searcher),
            encoder=searcher.store.manifest["encoder"]["name"],
            version=radsearch.__version__,
        )

    @service.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> PlainTextResponse:
        """Requests and latencies in Prometheus' text format."""
        return PlainTextResponse(counters.text())

    @service.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(service.openapi()))


def _answer(hits: Hits) -> models.SearchResponse:
    found: list[dict[str, Any]] = [hit_record(hit) for hit in hits]
    return models.SearchResponse(
        hits=[models.HitOut(**one) for one in found],
        n_matching=hits.n_matching,
        exact=hits.exact,
        notes=list(hits.notes),
    )
