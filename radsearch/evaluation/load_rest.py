"""The REST interface under load: `radsearch serve` as a process of its own, asked over HTTP."""

import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from radsearch.errors import StoreError
from radsearch.evaluation.load import Ask
from radsearch.evaluation.resources import Usage, used_by

HOST = "127.0.0.1"
PATIENCE = 300.0
"""Seconds until the server must answer, and for one answer."""


class RestServer:
    """A running server; each user has a connection of its own."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self.pid = pid

    @contextmanager
    def user(self) -> Iterator[Ask]:
        """Search over HTTP with explanations, ten hits."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        headers = {"content-type": "application/json"}

        def ask(text: str) -> None:
            body = json.dumps({"text": text, "k": 10, "explain": True})
            connection.request("POST", "/search", body, headers)
            answer = connection.getresponse()
            read = answer.read()
            if answer.status != http.client.OK or not read:
                raise StoreError(f"status {answer.status}")

        try:
            yield ask
        finally:
            connection.close()

    def usage(self) -> Usage:
        """Of the server and its processes."""
        return used_by(self.pid)


@contextmanager
def rest_server(index: Path, processes: int = 1) -> Iterator[RestServer]:
    """Start `radsearch serve` on a free port, warm, and stop it in the end.

    Args:
        index: The index folder.
        processes: How many servers beside each other.

    Yields:
        The server.

    Raises:
        StoreError: If it ends, or does not answer in time.
    """
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = int(free.getsockname()[1])
    arguments = ["-i", str(index), "--port", str(port), "--processes", str(processes)]
    server = subprocess.Popen(
        [sys.executable, "-m", "radsearch", "serve", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(server, port, processes)
        yield RestServer(port, server.pid)
    finally:
        server.terminate()
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait(server: "subprocess.Popen[bytes]", port: int, processes: int) -> None:
    until = time.monotonic() + PATIENCE
    answered = 0
    while answered < 3 * processes:  # each process warms up before it answers
        try:
            connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
            connection.request("GET", "/health")
            answered += connection.getresponse().status == http.client.OK
        except OSError:
            time.sleep(0.2)
        finally:
            connection.close()
        if server.poll() is not None or time.monotonic() > until:
            raise StoreError("radsearch serve did not start: call it itself to see why")
