"""Asks for the parts of each item, checks them, asks once more for those that were refused."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic

from radsearch.llm import AnswerCache, ChatClient, EndpointError

from .check import Fault
from .task import Item, Parts, Task

MOST_FAILED = 5
"""Items in a row without an answer after which the endpoint counts as gone."""


@dataclass(frozen=True, slots=True)
class Written(Generic[Item]):
    """What became of an item.

    Attributes:
        item: What was asked for.
        parts: Those that passed the check.
        faults: Why the others did not.
        sent: Requests that this took, retries within the client not counted.
        failed: Whether the endpoint gave no answer.
    """

    item: Item
    parts: Parts
    faults: tuple[Fault, ...]
    sent: int = 0
    failed: bool = False


class Writer(Generic[Item]):
    """Writes the parts of one item at a time; several threads may call it.

    Args:
        task: What is asked.
        client: Where it is sent.
        cache: Keeps every answer, so that nothing is sent and paid for twice.
    """

    def __init__(self, task: Task[Item], client: ChatClient, cache: AnswerCache):
        self._task = task
        self._client = client
        self._cache = cache
        self._lock = Lock()

    def write(self, item: Item) -> Written[Item]:
        """The parts of one item: asked for, checked, the refused ones asked for once more."""
        sent = 0
        found: Parts = {}
        faults: list[Fault] = []
        answer: Any = None
        parts: Sequence[str] = self._task.parts
        try:
            for _ in range(2):
                question = self._question(item, answer, faults)
                answer, is_new = self._answer(question, self._task.schema(parts))
                sent += is_new
                kept, faults = self._task.judge(item, answer, parts)
                found |= kept
                parts = [part for part in parts if part not in kept]
                if not parts:
                    break
        except EndpointError as error:
            return Written(item, {}, (Fault("report", "endpoint", str(error)),), sent, True)
        return Written(item, found, tuple(faults), sent)

    def _question(self, item: Item, answer: Any, faults: Sequence[Fault]) -> str:
        given = answer if isinstance(answer, dict) else {}
        refused = {fault.part: given.get(fault.part, "") for fault in faults}
        return self._task.question(item, refused, [str(fault) for fault in faults])

    def _answer(self, question: str, schema: dict[str, Any]) -> tuple[Any, bool]:
        """An answer, and whether it had to be asked for."""
        model, version = self._client.model, self._task.version
        with self._lock:
            known = self._cache.get(question, model, version)
        if known is not None:
            return known[0], False
        answer = self._client.complete(self._task.system, question, schema)
        with self._lock:
            self._cache.put(question, model, version, [answer])
        return answer, True


def write_all(
    items: Iterable[Item], write: Callable[[Item], Written[Item]], *, workers: int
) -> Iterator[Written[Item]]:
    """What becomes of each item, in order; `workers` requests are on their way at a time.

    Args:
        items: What to ask for.
        write: `Writer.write`.
        workers: Threads.

    Yields:
        One record an item.

    Raises:
        EndpointError: After `MOST_FAILED` items in a row without an answer.
    """
    failed = 0
    pool = ThreadPoolExecutor(workers)
    try:
        for written in _in_order(items, lambda item: pool.submit(write, item), 2 * workers):
            failed = failed + 1 if written.failed else 0
            if failed == MOST_FAILED:
                raise EndpointError(
                    f"{failed} in a row had no answer, the last: {written.faults[0].detail}; "
                    "answers so far are kept, the same command goes on"
                )
            yield written
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(
    items: Iterable[Item], submit: Callable[[Item], Future[Written[Item]]], ahead: int
) -> Iterator[Written[Item]]:
    """Results in the order of the items, of which at most `ahead` are taken in advance."""
    waiting: deque[Future[Written[Item]]] = deque()
    for item in items:
        waiting.append(submit(item))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
