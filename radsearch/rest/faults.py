"""Faults as typed answers that never repeat what was sent: a request may hold a report."""

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from radsearch.errors import FilterError, QueryError, RadsearchError
from radsearch.rest.models import ErrorResponse

LOG = logging.getLogger(__name__)

DOCUMENTED: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorResponse, "description": "Wrong query or filter."},
    401: {"model": ErrorResponse, "description": "Token missing or wrong."},
    413: {"model": ErrorResponse, "description": "Body too large."},
    422: {"model": ErrorResponse, "description": "Body not as described."},
    503: {"model": ErrorResponse, "description": "Too many requests at once."},
}


def handle_faults(service: FastAPI) -> None:
    """Give every fault the form of `ErrorResponse`."""
    service.add_exception_handler(RadsearchError, _users_fault)
    service.add_exception_handler(RequestValidationError, _invalid)
    service.add_exception_handler(HTTPException, _http)
    service.add_exception_handler(Exception, _ours)


def _answer(status: int, kind: str, message: str, where: list[str] | None = None) -> JSONResponse:
    content = {"error": {"type": kind, "message": message, "where": where or []}}
    return JSONResponse(content, status_code=status)


def _users_fault(request: Request, error: Exception) -> JSONResponse:
    kind = "query" if isinstance(error, QueryError) else "filter"
    if not isinstance(error, FilterError):
        kind = "index"
    return _answer(400, kind, str(error))


def _invalid(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    places = [
        f"{'.'.join(str(part) for part in one['loc'])}: {one['type']}" for one in error.errors()
    ]
    return _answer(422, "invalid", "the body is not as /openapi.json describes it", places[:20])


def _http(request: Request, error: Exception) -> JSONResponse:
    status = error.status_code if isinstance(error, HTTPException) else 500
    answer = _answer(status, "http", str(getattr(error, "detail", "")))
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def _ours(request: Request, error: Exception) -> JSONResponse:
    # neither message nor traceback: both may quote a report
    LOG.error("%s %s failed: %s", request.method, request.url.path, type(error).__name__)
    return _answer(500, "internal", "the server failed; its log names the kind of fault")
