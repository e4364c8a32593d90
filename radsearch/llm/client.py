"""A small client of the chat-completions protocol: one request, retries, no dependencies."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from radsearch.errors import RadsearchError

RETRIED = (408, 409, 425, 429, 500, 502, 503, 504)
MAX_WAIT = 60.0


class EndpointError(RadsearchError):
    """The endpoint refused, failed or answered what is no chat completion; holds no report text."""


@dataclass(frozen=True, slots=True)
class ChatClient:
    """Where to send what.

    Attributes:
        endpoint: Base URL, such as "http://127.0.0.1:8000/v1".
        model: Name of the model there.
        api_key: Sent as a bearer token; "" = none.
        timeout: Seconds for one request.
        retries: Further tries after a passing fault (time-out, 429, 5xx).
        sleep: Waits between tries; tests give their own.
    """

    endpoint: str
    model: str
    api_key: str = ""
    timeout: float = 120.0
    retries: int = 3
    sleep: Callable[[float], None] = time.sleep

    def complete(self, system: str, user: str, schema: Mapping[str, Any]) -> Any:
        """The model's answer as parsed JSON that should follow `schema`.

        Args:
            system: Instructions.
            user: The material.
            schema: JSON schema, sent as structured output.

        Returns:
            Whatever JSON the model wrote; the caller validates it.

        Raises:
            EndpointError: If every try failed, or the answer holds no JSON.
        """
        body = {
            "model": self.model,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": system},
                {"role": "user", "content": user},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": schema},
            },
        }
        for attempt in range(self.retries + 1):
            try:
                return _content(self._post(body))
            except _PassingError as fault:
                if attempt == self.retries:
                    raise EndpointError(
                        f"{self.endpoint} failed {attempt + 1} times, last with {fault}: check "
                        "that it runs, or raise the time-out"
                    ) from None
                self.sleep(min(fault.wait or 2.0**attempt, MAX_WAIT))
        raise AssertionError("unreachable: the loop returns or raises")  # pragma: no cover

    def _post(self, body: Mapping[str, Any]) -> Any:
        request = urllib.request.Request(
            self.endpoint.rstrip("/") + "/chat/completions",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"}
            | ({"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}),
        )
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code in RETRIED:
                raise _PassingError(f"HTTP {error.code}", _seconds(error)) from None
            raise EndpointError(
                f"{self.endpoint} answered HTTP {error.code} for model {self.model!r}: check the "
                "URL (it should end in /v1), the model's name and the key"
            ) from None
        except (TimeoutError, ConnectionError, urllib.error.URLError) as error:
            raise _PassingError(type(error).__name__) from None
        except json.JSONDecodeError:  # a reply cut off on its way
            raise _PassingError("a reply that is not JSON") from None


class _PassingError(Exception):
    """A fault that may pass; `wait` as the server asked, in seconds."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.wait = wait


def _seconds(error: urllib.error.HTTPError) -> float | None:
    after = error.headers.get("Retry-After", "")
    return float(after) if after.isdigit() else None


def _content(reply: Any) -> Any:
    try:
        text = reply["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise EndpointError(
            "the endpoint's reply is no chat completion (no choices[0].message.content): is it "
            "OpenAI-compatible?"
        ) from None
    try:
        start, end = text.index("{"), text.rindex("}") + 1  # some models wrap JSON in a fence
        return json.loads(text[start:end])
    except (ValueError, AttributeError, TypeError):
        raise _PassingError("an answer without JSON") from None
