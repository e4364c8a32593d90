"""The page as `radsearch app` serves it, for the tests and for the screenshots."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

PATIENCE = 300
"""Seconds for the start; a busy machine is slow, not broken."""


@contextmanager
def serve(index, folder):
    """Address of a running page on an index; its log and saved searches lie in `folder`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "RADSEARCH_DATA": str(folder / "data"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "radsearch", "app", "-i", str(index), "--port", str(port)]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            command, env=environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            _until_healthy(server, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(server.pid, 15)
            try:
                server.wait(60)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, 9)
                server.wait()


def _until_healthy(server, port):
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as ok:
                assert ok.read() == b"ok"
                return
        except OSError:
            assert server.poll() is None and time.monotonic() < until, "the server did not start"
            time.sleep(0.3)
