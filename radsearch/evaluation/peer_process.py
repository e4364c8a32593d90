"""Runs an engine in a process of its own, off the network, and talks to it line by line."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from radsearch._sibling import HOME
from radsearch.errors import RadsearchError
from radsearch.evaluation.peers import Question

WORKER = ("-m", "radsearch.commands.peer_worker")
ENVIRONMENT = {
    "ANONYMIZED_TELEMETRY": "False",  # Chroma
    "DO_NOT_TRACK": "1",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
"""One thread of arithmetic for all, no telemetry, no download."""


class PeerError(RadsearchError):
    """An engine's process failed."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What an engine made of one question.

    Attributes:
        ids: Best first.
        ms: By the clock, from text to texts of the hits.
        cpu_ms: Processor time of the same, all threads, which other programs do not lengthen.
        embedding_ms: Of it, the encoder's share.
    """

    ids: tuple[str, ...]
    ms: float
    cpu_ms: float
    embedding_ms: float


@dataclass(frozen=True, slots=True)
class Built:
    """What building cost: seconds, of them in the encoder, and the most memory."""

    seconds: float
    embedding: float
    peak_mb: float


def build(engine: str, source: Path, folder: Path, encoder: str, log: Path) -> Built:
    """Build an engine's index in a process of its own.

    Args:
        engine: "module:class".
        source: Galleries, or for our own engine corpora.
        folder: Where the index is written; made.
        encoder: As `load_encoder` takes it; "" = the shipped one.
        log: What the process says besides.

    Returns:
        What it cost. PeerError if it failed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as noise:
        done = subprocess.run(
            _command("build", engine, source, folder, encoder),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=noise,
            check=False,
        )
    if done.returncode:
        raise PeerError(f"its process ended with status {done.returncode} while building")
    return Built(**json.loads(done.stdout))


def environment() -> dict[str, str]:
    """Of a worker: ours, quiet and single-threaded, with radsearch importable."""
    path = os.pathsep.join(filter(None, [str(HOME), os.environ.get("PYTHONPATH", "")]))
    return os.environ | ENVIRONMENT | {"PYTHONPATH": path}


def _command(job: str, engine: str, *rest: Path | str) -> list[str]:
    return [sys.executable, *WORKER, job, engine, *map(str, rest)]


class Served:
    """An engine that has opened its index and answers.

    Args:
        engine: "module:class".
        folder: What `build` wrote.
        galleries: The galleries, whose sections' vectors need not be computed again.
        encoder: As `load_encoder` takes it; "" = the shipped one.
        log: What the process says besides.
    """

    def __init__(self, engine: str, folder: Path, galleries: Path, encoder: str, log: Path) -> None:
        with log.open("ab") as noise:
            self._process = subprocess.Popen(
                _command("serve", engine, folder, galleries, encoder),
                env=environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=noise,
                text=True,
            )
        try:
            self._read()
        except PeerError:
            self.close()
            raise

    def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Answers, one by one in the order of the questions; PeerError if the process failed."""
        self._write(json.dumps([asdict(question) for question in questions]))
        return [Reply(tuple(ids), *times) for ids, *times in self._read()]

    def memory(self) -> Mapping[str, float]:
        """Ends it: "peak_mb", and "base_mb" before the engine was opened."""
        self._write("")
        found: dict[str, float] = self._read()
        self.close()
        return found

    def close(self) -> None:
        """Stop the process."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # a question that it did not live to read
                    stream.close()
        self._process.terminate()
        self._process.wait()

    def _write(self, line: str) -> None:
        try:
            if self._process.stdin is not None:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        except BrokenPipeError:
            raise PeerError("its process ended while searching") from None

    def _read(self) -> Any:
        line = self._process.stdout.readline() if self._process.stdout is not None else ""
        if not line:
            raise PeerError("its process ended while opening or searching")
        return json.loads(line)
