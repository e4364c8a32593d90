"""What a caller may ask for, checked before any work is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from radsearch.errors import QueryError
from radsearch.report import Section

Mode = Literal["dense", "lexical", "hybrid"]
QueryKind = Literal["query", "findings", "impression"]

SECTIONS: tuple[str, ...] = get_args(Section)
MODES: tuple[str, ...] = get_args(Mode)
KINDS: tuple[str, ...] = get_args(QueryKind)


@dataclass(frozen=True, slots=True)
class Request:
    """One search of one or more texts; see `radsearch.searcher.Searcher.query`."""

    texts: Sequence[str]
    k: int = 10
    section: Section = "findings"
    kind: QueryKind = "query"
    mode: Mode = "hybrid"
    where: str | None = None
    explain: bool = False
    expand: bool = True
    rerank: bool = True


def check(request: Request) -> None:
    """Refuse what cannot be answered.

    Args:
        request: What the caller asked for.

    Raises:
        QueryError: If a text is empty or no Unicode, k is below 1, or a choice is not there.
    """
    for name, value, choices in (
        ("section", request.section, SECTIONS),
        ("mode", request.mode, MODES),
        ("kind", request.kind, KINDS),
    ):
        if value not in choices:
            raise QueryError(f"no {name} {value!r}: use one of {', '.join(choices)}")
    if isinstance(request.k, bool) or not isinstance(request.k, int) or request.k < 1:
        raise QueryError(f"k is {request.k!r}: it must be a whole number, 1 or more")
    for text in request.texts:
        if not isinstance(text, str):
            raise QueryError(f"a query is text, not {type(text).__name__}")
        if not any(character.isalnum() for character in text):
            raise QueryError("the query is empty: write what the report should say")
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise QueryError("the query holds bytes that are not UTF-8: write it in UTF-8")
