"""Many people searching at once: latency, faults, CPU time and memory."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import product
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Protocol

import numpy as np

from radsearch.evaluation.resources import Usage, used_by
from radsearch.searcher import Searcher

_WHAT = (
    "pneumothorax", "pleural effusion", "nodule right upper lobe", "cardiomegaly", "rib fracture",
    "pulmonary edema", "pneumonia", "calcified granuloma", "atelectasis", "hiatal hernia",
    "emphysema", "interstitial opacities", "mass", "degenerative changes of the spine", "scoliosis",
    "central venous catheter", "endotracheal tube too low", "pacemaker", "aortic calcification",
)  # fmt: skip
_BEFORE = (
    "",
    "no ",
    "small ",
    "large ",
    "new ",
    "8 mm ",
    "chronic ",
    "left ",
    "right ",
    "possible ",
)
_BEHIND = (
    "",
    " AND NOT fracture",
    " with effusions",
    ", unchanged",
    " in a woman of 60",
    ", portable",
)


@dataclass(frozen=True, slots=True)
class Load:
    """What a period of searching gave.

    Attributes:
        users: Searchers at the same time.
        seconds: How long.
        searches: Answered.
        p50_ms: Median latency.
        p95_ms: 95th percentile.
        cpu_ms: Computing time of the server for one search.
        faults: By kind of exception.
        memory_mb: Resident memory at the quarters of the period; empty where it cannot be read.
    """

    users: int
    seconds: float
    searches: int
    p50_ms: float
    p95_ms: float
    cpu_ms: float
    faults: dict[str, int]
    memory_mb: tuple[float, ...]


Ask = Callable[[str], None]
"""One search by one user; returns when the answer is there, raises if there is none."""


class Target(Protocol):
    """What is searched."""

    def user(self) -> AbstractContextManager[Ask]:
        """What one more user calls, in that user's thread."""

    def usage(self) -> Usage:
        """What the server has used until now."""


class InProcess:
    """A searcher shared by all threads of this process, without any server before it."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher

    def user(self) -> AbstractContextManager[Ask]:
        """Search as the page and the REST interface do."""

        def ask(text: str) -> None:
            self.searcher.query(text, 10, section="report", explain=True)

        return nullcontext(ask)

    def usage(self) -> Usage:
        """Of this process."""
        return used_by(None)


class _Log:
    def __init__(self) -> None:
        self.lock = Lock()
        self.times: list[float] = []
        self.faults: Counter[str] = Counter()


def load_queries(seed: int = 0) -> list[str]:
    """Over a thousand different queries in random order: a cache of answers would not help.

    Args:
        seed: Of the order.

    Returns:
        Short phrases, some with operators.
    """
    every = [f"{a}{b}{c}" for a, b, c in product(_BEFORE, _WHAT, _BEHIND)]
    order = np.random.default_rng(seed).permutation(len(every))
    return [every[place] for place in order]


def measure_load(
    target: Target,
    *,
    users: int = 50,
    seconds: float = 60.0,
    think: float = 1.0,
    queries: Sequence[str] = (),
) -> Load:
    """Search from many threads for a while; each waits `think` seconds after an answer.

    Each user asks at least once, even where that takes longer than the while.

    Args:
        target: What is searched; warm it first.
        users: Threads.
        seconds: How long.
        think: Mean seconds between an answer and the same user's next query, spread evenly
            from half to one and a half of it; 0 = none.
        queries: Asked in turn, each user beginning elsewhere; empty = `load_queries`.

    Returns:
        The measurement; a fault is counted, not raised.
    """
    log, stop, asked = _Log(), Event(), queries or load_queries()
    threads = [
        Thread(target=_user, args=(target, number, think, asked, log, stop), daemon=True)
        for number in range(users)
    ]
    before, started = target.usage(), perf_counter()
    for thread in threads:
        thread.start()
    memory = []
    for _ in range(4):
        stop.wait(seconds / 4)
        memory.append(target.usage().memory_mb)
    stop.set()
    for thread in threads:
        thread.join()
    taken = perf_counter() - started
    times = 1000 * np.array(log.times or [np.nan])
    cpu = target.usage().cpu_seconds - before.cpu_seconds
    return Load(
        users=users,
        seconds=taken,
        searches=len(log.times),
        p50_ms=float(np.quantile(times, 0.5)),
        p95_ms=float(np.quantile(times, 0.95)),
        cpu_ms=1000 * cpu / max(len(log.times), 1),
        faults=dict(log.faults),
        memory_mb=tuple(value for value in memory if value),
    )


def _user(
    target: Target, number: int, think: float, queries: Sequence[str], log: _Log, stop: Event
) -> None:
    rng = np.random.default_rng(number)
    stop.wait(think * float(rng.random()))  # nobody presses enter at the same moment
    turn = number * 37  # users ask other queries at the same time
    with target.user() as ask:
        while True:  # everybody asks at least once, however slow the machine
            started = perf_counter()
            try:
                ask(queries[turn % len(queries)])
            except Exception as error:  # counted: the measurement goes on
                with log.lock:
                    log.faults[type(error).__name__] += 1
            else:
                with log.lock:
                    log.times.append(perf_counter() - started)
            turn += 1
            if stop.wait(think * (0.5 + float(rng.random()))):
                return
