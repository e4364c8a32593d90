"""The application that a server runs: routes behind the guard."""

from pathlib import Path

from starlette.middleware.trustedhost import TrustedHostMiddleware

from radsearch.errors import RadsearchError
from radsearch.rest.counters import Counters
from radsearch.rest.guard import App, Guard
from radsearch.rest.service import PATHS, make_service
from radsearch.searcher import Searcher
from radsearch.warm import warm

LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


def make_app(
    searcher: Searcher,
    *,
    token: str = "",
    local: bool = True,
    most_bytes: int = 5_000_000,
    most_at_once: int = 200,
    counters: Path | None = None,
    processes: int = 1,
) -> App:
    """Routes, limits and counters over an opened index.

    Args:
        searcher: The opened index; it is warmed here.
        token: Bearer token wanted; "" = none.
        local: Answer only to the names of this machine: a web page elsewhere that points its own
            name at 127.0.0.1 must not read reports.
        most_bytes: Of a request's body.
        most_at_once: Requests in work at the same time; more get 503.
        counters: Folder in which several processes keep their counts.
        processes: How many serve the same index beside each other.

    Returns:
        An ASGI application.
    """
    warm(searcher)
    counts = Counters(PATHS, counters)
    inner: App = make_service(searcher, counts, processes=processes)
    guard: App = Guard(inner, counts, token=token, most_bytes=most_bytes, most_at_once=most_at_once)
    if local:
        guard = TrustedHostMiddleware(guard, LOCAL_NAMES)
    return guard


def read_token(file: Path | None) -> str:
    """The token in a file.

    Args:
        file: Its path; None = no token.

    Returns:
        The token, "" for none.

    Raises:
        RadsearchError: If the file is missing or empty, or the token is not plain ASCII.
    """
    if file is None:
        return ""
    if not file.is_file():
        raise RadsearchError(f"no token file at '{file}'")
    token = file.read_text(encoding="utf-8").strip()
    if not token or not token.isascii():
        raise RadsearchError(f"token file '{file}' holds no token: write one of plain letters")
    return token
