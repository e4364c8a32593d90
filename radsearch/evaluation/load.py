"""Many people searching at once: latency, faults and memory of one shared searcher."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from time import perf_counter

import numpy as np

from radsearch.searcher import Searcher

QUERIES = (
    "small left pneumothorax", "no pleural effusion", "8 mm nodule right upper lobe",
    "cardiomegaly", "normal chest", "rib fracture", "pulmonary edema with effusions",
    "endotracheal tube too low", '"pleural effusion" AND NOT pneumothorax', "hiatal hernia",
    "degenerative changes of the spine", "right lower lobe pneumonia", "calcified granuloma",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Load:
    """What a period of searching gave.

    Attributes:
        users: Searchers at the same time.
        seconds: How long.
        searches: Answered.
        p50_ms: Median latency.
        p95_ms: 95th percentile.
        faults: By kind of exception.
        memory_mb: Resident memory at the quarters of the period; empty where it cannot be read.
    """

    users: int
    seconds: float
    searches: int
    p50_ms: float
    p95_ms: float
    faults: dict[str, int]
    memory_mb: tuple[float, ...]


class _Log:
    def __init__(self) -> None:
        self.lock = Lock()
        self.times: list[float] = []
        self.faults: Counter[str] = Counter()


def measure_load(
    searcher: Searcher,
    *,
    users: int = 50,
    seconds: float = 60.0,
    think: float = 1.0,
    queries: Sequence[str] = QUERIES,
) -> Load:
    """Search from many threads for a while; each waits `think` seconds after an answer.

    Args:
        searcher: Shared by all; warm it first.
        users: Threads.
        seconds: How long.
        think: Mean seconds between an answer and the same user's next query, spread evenly
            from half to one and a half of it; 0 = none.
        queries: Asked in turn, each user beginning elsewhere.

    Returns:
        The measurement; a fault is counted, not raised.
    """
    log, stop = _Log(), Event()
    threads = [
        Thread(target=_user, args=(searcher, number, think, queries, log, stop), daemon=True)
        for number in range(users)
    ]
    started = perf_counter()
    for thread in threads:
        thread.start()
    memory = []
    for _ in range(4):
        stop.wait(seconds / 4)
        memory.append(resident_mb())
    stop.set()
    for thread in threads:
        thread.join()
    taken = perf_counter() - started
    times = 1000 * np.array(log.times or [np.nan])
    return Load(
        users=users,
        seconds=taken,
        searches=len(log.times),
        p50_ms=float(np.quantile(times, 0.5)),
        p95_ms=float(np.quantile(times, 0.95)),
        faults=dict(log.faults),
        memory_mb=tuple(value for value in memory if value),
    )


def _user(
    searcher: Searcher, number: int, think: float, queries: Sequence[str], log: _Log, stop: Event
) -> None:
    rng = np.random.default_rng(number)
    stop.wait(think * float(rng.random()))  # nobody presses enter at the same moment
    turn = number
    while not stop.is_set():
        started = perf_counter()
        try:
            searcher.query(queries[turn % len(queries)], 10, section="report", explain=True)
        except Exception as error:  # counted: the measurement goes on
            with log.lock:
                log.faults[type(error).__name__] += 1
        else:
            with log.lock:
                log.times.append(perf_counter() - started)
        turn += 1
        stop.wait(think * (0.5 + float(rng.random())))


def resident_mb() -> float:
    """Resident memory of this process in MB; 0 where /proc does not tell."""
    file = Path("/proc/self/status")
    if not file.is_file():
        return 0.0
    for line in file.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
