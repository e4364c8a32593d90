"""How often each path was asked, with which status, and how long it took; Prometheus text."""

import os
from collections.abc import Collection
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds; upper ends of the buckets."""

STATUSES = ("200", "400", "401", "404", "405", "413", "422", "500", "503", "other")
_BUCKETS = len(STATUSES)
_SECONDS = _BUCKETS + len(BOUNDS) + 1

Table = NDArray[np.float64]


class Counters:
    """Counts since the server started, over all its processes.

    Args:
        paths: Those that are counted by name; every other one is "other".
        folder: Where each process keeps its own table; None = there is only one process.
    """

    def __init__(self, paths: Collection[str] = (), folder: Path | None = None) -> None:
        self._rows = {name: row for row, name in enumerate([*paths, "other"])}
        self._folder = folder
        self._lock = Lock()
        shape = (len(self._rows), _SECONDS + 1)
        self._own: Table = np.zeros(shape)
        if folder is not None:
            file = folder / f"{os.getpid()}.counts"
            self._own = np.memmap(file, np.float64, "w+", shape=shape)

    def add(self, path: str, status: int, seconds: float) -> None:
        """Count one request."""
        row = self._rows.get(path, self._rows["other"])
        name = str(status) if str(status) in STATUSES else "other"
        bucket = sum(seconds > bound for bound in BOUNDS)
        with self._lock:
            self._own[row, STATUSES.index(name)] += 1
            self._own[row, _BUCKETS + bucket] += 1
            self._own[row, _SECONDS] += seconds

    def text(self) -> str:
        """All counts in Prometheus' text format.

        >>> counters = Counters(["/search"]); counters.add("/search", 200, 0.02)
        >>> 'radsearch_requests_total{path="/search",status="200"} 1' in counters.text()
        True
        """
        table = self._total()
        seen = sorted(name for name, row in self._rows.items() if table[row].any())
        lines = ["# TYPE radsearch_requests_total counter"]
        for path in seen:
            for status, count in zip(STATUSES, table[self._rows[path]], strict=False):
                if count:
                    label = f'path="{path}",status="{status}"'
                    lines.append(f"radsearch_requests_total{{{label}}} {count:.0f}")
        lines.append("# TYPE radsearch_request_seconds histogram")
        for path in seen:
            row = table[self._rows[path]]
            lines += _histogram(path, row[_BUCKETS:_SECONDS], float(row[_SECONDS]))
        return "\n".join(lines) + "\n"

    def _total(self) -> Table:
        """The tables of all processes together, those that have ended among them."""
        with self._lock:
            if self._folder is None:
                return self._own.copy()
        shape = self._own.shape
        files = (np.fromfile(file) for file in sorted(self._folder.glob("*.counts")))
        tables = [one.reshape(shape) for one in files if one.size == self._own.size]
        return np.sum(tables, axis=0, initial=0.0) if tables else np.zeros(shape)


def _histogram(path: str, buckets: Table, seconds: float) -> list[str]:
    name, lines = "radsearch_request_seconds", []
    totals = np.cumsum(buckets)
    for bound, count in zip((*BOUNDS, "+Inf"), totals, strict=True):
        lines.append(f'{name}_bucket{{path="{path}",le="{bound}"}} {count:.0f}')
    lines.append(f'{name}_sum{{path="{path}"}} {seconds:.6f}')
    lines.append(f'{name}_count{{path="{path}"}} {totals[-1]:.0f}')
    return lines
