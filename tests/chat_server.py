"""A local server that speaks the chat-completions protocol."""

import json
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ChatServer(ThreadingHTTPServer):
    """`script` says how to answer each request in turn; `usual` answers where it ends.

    An answer is (status, payload) or a function of the request's body that gives one.
    """

    daemon_threads = True

    def __init__(self, usual):
        super().__init__(("127.0.0.1", 0), Handler)
        self.usual, self.script, self.requests = usual, [], []
        self.lock = threading.Lock()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.requests.append((self.path, dict(self.headers), body))
            answer = self.server.script.pop(0) if self.server.script else self.server.usual
        status, payload = answer(body) if callable(answer) else answer
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "7")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        with suppress(BrokenPipeError, ConnectionResetError):  # a client that did not wait
            self.wfile.write(data)

    def log_message(self, *args):
        pass


@contextmanager
def chat_server(usual):
    """A server that runs until the block ends."""
    with ChatServer(usual) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield made
        made.shutdown()


def completion(content):
    """A reply whose message is a text."""
    return 200, {"choices": [{"message": {"content": content}}]}
