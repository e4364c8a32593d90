"""Asks for the parts of each report, checks them, asks once more for those that were refused."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any

from radsearch.llm import AnswerCache, ChatClient, EndpointError
from radsearch.report import Report

from .check import Fault, judge
from .prompt import PARTS, SYSTEM, VERSION, answer_schema, user_prompt

MOST_FAILED = 5
"""Reports in a row without an answer after which the endpoint counts as gone."""


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a report.

    Attributes:
        report: As it was sent.
        texts: The parts that passed the check.
        faults: Why the others did not.
        sent: Requests that this took, retries within the client not counted.
        failed: Whether the endpoint gave no answer.
    """

    report: Report
    texts: dict[str, str]
    faults: tuple[Fault, ...]
    sent: int = 0
    failed: bool = False


class Writer:
    """Writes the parts of one report at a time; several threads may call it.

    Args:
        client: Where reports are sent.
        cache: Keeps every answer, so that nothing is sent and paid for twice.
    """

    def __init__(self, client: ChatClient, cache: AnswerCache):
        self._client = client
        self._cache = cache
        self._lock = Lock()

    def write(self, report: Report) -> Written:
        """The parts of one report: asked for, checked, the refused ones asked for once more."""
        sent = 0
        texts: dict[str, str] = {}
        faults: list[Fault] = []
        answer: Any = None
        parts: Sequence[str] = PARTS
        try:
            for _ in range(2):
                user = _question(report, answer, faults)
                answer, is_new = self._answer(user, answer_schema(parts))
                sent += is_new
                kept, faults = judge(report, answer, parts)
                texts |= kept
                parts = [part for part in parts if part not in kept]
                if not parts:
                    break
        except EndpointError as error:
            return Written(report, {}, (Fault("report", "endpoint", str(error)),), sent, True)
        return Written(report, texts, tuple(faults), sent)

    def _answer(self, user: str, schema: dict[str, Any]) -> tuple[Any, bool]:
        """An answer, and whether it had to be asked for."""
        model = self._client.model
        with self._lock:
            known = self._cache.get(user, model, VERSION)
        if known is not None:
            return known[0], False
        answer = self._client.complete(SYSTEM, user, schema)
        with self._lock:
            self._cache.put(user, model, VERSION, [answer])
        return answer, True


def _question(report: Report, answer: Any, faults: Sequence[Fault]) -> str:
    given = answer if isinstance(answer, dict) else {}
    refused = {fault.part: str(given.get(fault.part, "")) for fault in faults}
    return user_prompt(
        report.findings, report.impression, refused, [str(fault) for fault in faults]
    )


def write_all(
    reports: Iterable[Report], write: Callable[[Report], Written], *, workers: int
) -> Iterator[Written]:
    """What becomes of each report, in order; `workers` requests are on their way at a time.

    Args:
        reports: With both sections.
        write: `Writer.write`.
        workers: Threads.

    Yields:
        One record a report.

    Raises:
        EndpointError: After `MOST_FAILED` reports in a row without an answer.
    """
    failed = 0
    pool = ThreadPoolExecutor(workers)
    try:
        for written in _in_order(reports, lambda report: pool.submit(write, report), 2 * workers):
            failed = failed + 1 if written.failed else 0
            if failed == MOST_FAILED:
                raise EndpointError(
                    f"{failed} reports in a row had no answer, the last: "
                    f"{written.faults[0].detail}; answers so far are kept, the same command goes on"
                )
            yield written
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(
    reports: Iterable[Report], submit: Callable[[Report], Future[Written]], ahead: int
) -> Iterator[Written]:
    """Results in the order of the reports, of which at most `ahead` are taken in advance."""
    waiting: deque[Future[Written]] = deque()
    for report in reports:
        waiting.append(submit(report))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
