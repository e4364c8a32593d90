"""Before any work: token, size of the body, number of requests at once. Plain ASGI."""

import hmac
import json
from collections.abc import Awaitable, Callable, MutableMapping
from time import perf_counter
from typing import Any

from radsearch.rest.counters import Counters

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

OPEN = frozenset({"/health"})
"""Answered without a token: it says nothing of any report."""


class Guard:
    """Wraps the application; refuses early, counts everything.

    Args:
        app: What answers.
        counters: Where requests are counted.
        token: Bearer token wanted; "" = none.
        most_bytes: Of a request's body.
        most_at_once: Requests in work at the same time; more get 503.
    """

    def __init__(
        self,
        app: App,
        counters: Counters,
        *,
        token: str = "",
        most_bytes: int = 5_000_000,
        most_at_once: int = 200,
    ) -> None:
        self.app = app
        self.counters = counters
        self.token = token
        self.most_bytes = most_bytes
        self.most_at_once = most_at_once
        self.running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        answer = _Answer(send)
        refusal = self._refusal(scope)
        self.running += 1
        try:
            if refusal is None:
                await self.app(scope, self._limited(receive, answer), answer.send)
            else:
                await _refuse(send, answer, *refusal)
            if answer.too_large and not answer.status:
                await _refuse(send, answer, 413, "too_large", self._size())
        except Exception:
            # answered and logged by its kind in `faults`; the server would log its message and
            # its traceback, which may quote a report
            if not answer.status:
                await _refuse(send, answer, 500, "internal", "the server failed")
        finally:
            self.running -= 1
            self.counters.add(scope["path"], answer.status or 500, perf_counter() - started)

    def _size(self) -> str:
        return f"a body may hold {self.most_bytes:,} bytes"

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = dict(scope["headers"])
        if self.token and scope["path"] not in OPEN:
            given = headers.get(b"authorization", b"").removeprefix(b"Bearer ")
            if not hmac.compare_digest(given, self.token.encode()):
                return 401, "unauthorized", "send the header Authorization: Bearer TOKEN"
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > self.most_bytes:
            return 413, "too_large", self._size()
        if self.running >= self.most_at_once:
            return 503, "busy", f"{self.most_at_once} requests are in work: try again"
        return None

    def _limited(self, receive: Receive, answer: "_Answer") -> Receive:
        taken = 0

        async def limited() -> MutableMapping[str, Any]:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.most_bytes:  # a body whose length was not stated
                answer.too_large = True
                return {"type": "http.disconnect"}
            return message

        return limited


class _Answer:
    """What was sent: its status, 0 before it starts; nothing more once the body was too large."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0
        self.too_large = False

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if self.too_large and not self.status:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
        await self._send(message)


async def _refuse(send: Send, answer: _Answer, status: int, kind: str, message: str) -> None:
    answer.status = status
    body = json.dumps({"error": {"type": kind, "message": message, "where": []}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status == 503:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
