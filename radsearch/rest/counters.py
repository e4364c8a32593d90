"""How often each path was asked, with which status, and how long it took; Prometheus text."""

from collections import Counter, defaultdict
from collections.abc import Collection
from threading import Lock

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds; upper ends of the buckets."""


class Counters:
    """Counts since the server started.

    Args:
        paths: Those that are counted by name; every other one is "other".
    """

    def __init__(self, paths: Collection[str] = ()) -> None:
        self.paths = set(paths)
        self._lock = Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets: dict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def add(self, path: str, status: int, seconds: float) -> None:
        """Count one request."""
        name = path if path in self.paths else "other"
        place = sum(seconds > bound for bound in BOUNDS)
        with self._lock:
            self._requests[name, status] += 1
            self._buckets[name][place] += 1
            self._seconds[name] += seconds

    def text(self) -> str:
        """All counts in Prometheus' text format.

        >>> counters = Counters(["/search"]); counters.add("/search", 200, 0.02)
        >>> 'radsearch_requests_total{path="/search",status="200"} 1' in counters.text()
        True
        """
        lines = ["# TYPE radsearch_requests_total counter"]
        with self._lock:
            for (path, status), count in sorted(self._requests.items()):
                label = f'path="{path}",status="{status}"'
                lines.append(f"radsearch_requests_total{{{label}}} {count}")
            lines.append("# TYPE radsearch_request_seconds histogram")
            for path, buckets in sorted(self._buckets.items()):
                lines += _histogram(path, buckets, self._seconds[path])
        return "\n".join(lines) + "\n"


def _histogram(path: str, buckets: list[int], seconds: float) -> list[str]:
    name, lines, total = "radsearch_request_seconds", [], 0
    for bound, count in zip((*BOUNDS, "+Inf"), buckets, strict=True):
        total += count
        lines.append(f'{name}_bucket{{path="{path}",le="{bound}"}} {total}')
    lines.append(f'{name}_sum{{path="{path}"}} {seconds:.6f}')
    lines.append(f'{name}_count{{path="{path}"}} {total}')
    return lines
