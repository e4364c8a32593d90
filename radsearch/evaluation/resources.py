"""Computing time and memory of processes, from /proc."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

PROC = Path("/proc")
LOOK = 0.2
"""Seconds between looks at the memory."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What processes have used; 0 where the system does not tell."""

    cpu_seconds: float
    memory_mb: float


def used_by(pid: int | None) -> Usage:
    """What a process and its children have used until now.

    Args:
        pid: Of the process; None = this one, without children.

    Returns:
        Computing time since they began, and resident memory (pages that they share count in each).
    """
    if pid is None:
        return Usage(time.process_time(), _memory(os.getpid()))
    family = _family(pid)
    return Usage(sum(map(_cpu, family)), sum(map(_memory, family)))


def _family(pid: int) -> list[int]:
    found, new = [pid], [pid]
    while new:
        children = [child for one in new for child in _children(one)]
        found += children
        new = children
    return found


def _children(pid: int) -> list[int]:
    out: list[int] = []
    for file in (PROC / str(pid) / "task").glob("*/children"):
        try:
            out += map(int, file.read_text(encoding="ascii").split())
        except OSError:  # the thread has ended
            continue
    return out


def _cpu(pid: int) -> float:
    try:
        fields = (PROC / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    ticks = int(fields[11]) + int(fields[12])  # user and system time, fields 14 and 15 of the line
    return ticks / float(os.sysconf("SC_CLK_TCK"))


def _memory(pid: int) -> float:
    return _held(pid).get("VmRSS", 0.0)


def _held(pid: int) -> dict[str, float]:
    """Megabytes of a process by the system's name for them."""
    try:
        text = (PROC / str(pid) / "status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return {}
    lines = (line.split() for line in text.splitlines() if line.startswith(("VmRSS", "RssAnon")))
    return {words[0].rstrip(":"): int(words[1]) / 1024 for words in lines}


class Peak:
    """The most memory that this process holds while the block runs, looked at often.

    `resident_mb` counts the pages of mapped files, which the system takes back when it needs them;
    `own_mb` leaves them out. Both are whole when the block is left; 0 where the system does not
    tell.
    """

    def __init__(self) -> None:
        self.resident_mb = self.own_mb = 0.0
        self._over = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Peak":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()
        self._look()

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            self._look()

    def _look(self) -> None:
        held = _held(os.getpid())  # both of one moment
        self.resident_mb = max(self.resident_mb, held.get("VmRSS", 0.0))
        self.own_mb = max(self.own_mb, held.get("RssAnon", 0.0))
