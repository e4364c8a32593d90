"""The server as several processes: Python computes in one thread at a time, processes do not."""

import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from radsearch.rest.app import make_app, read_token
from radsearch.rest.guard import App
from radsearch.searcher import Searcher

SETTINGS = "RADSEARCH_SERVE"
"""How the processes are told; it holds the token's file, never the token."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What each process needs to know.

    Attributes:
        index: The index folder.
        local: Answer only to the names of this machine.
        token_file: "" = no token.
        most_at_once: Requests in work in one process.
        threads: Cores for the encoder; None = all.
        counters: Folder of the processes' tables; "" = only one process.
        processes: How many there are.
    """

    index: str
    local: bool
    token_file: str = ""
    most_at_once: int = 200
    threads: int | None = None
    counters: str = ""
    processes: int = 1


def build(settings: Settings) -> App:
    """The application as these settings say."""
    return make_app(
        Searcher.open(settings.index, threads=settings.threads),
        token=read_token(Path(settings.token_file) if settings.token_file else None),
        local=settings.local,
        most_at_once=settings.most_at_once,
        counters=Path(settings.counters) if settings.counters else None,
        processes=settings.processes,
    )


def from_environment() -> App:
    """The application of one of several processes; the server calls it in each."""
    return build(Settings(**json.loads(os.environ[SETTINGS])))


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until stopped.

    Args:
        settings: Each of several processes opens the index; mapped files are shared.
        host: Address to listen on.
        port: Port.
    """
    import uvicorn

    if settings.processes == 1:
        uvicorn.run(build(settings), host=host, port=port, log_level="warning")
        return
    with tempfile.TemporaryDirectory(prefix="radsearch-counts-") as folder:
        os.environ[SETTINGS] = json.dumps(asdict(settings) | {"counters": folder})
        uvicorn.run(
            "radsearch.rest.processes:from_environment",
            factory=True,
            workers=settings.processes,
            timeout_worker_healthcheck=60,  # a busy machine is no reason to start it anew
            host=host,
            port=port,
            log_level="warning",
        )
