"""The comparison with other engines as Markdown, and where ours is behind."""

from collections.abc import Iterator, Mapping, Sequence

from radsearch.evaluation.peer_bench import Comparison
from radsearch.evaluation.peer_run import Row

SLOWER = 1.5
"""Times the fastest peer's latency that we allow ourselves."""
LATENCY = ("p50 ms", "p95 ms", "search p50 ms")


def markdown(found: Comparison, versions: Mapping[str, str]) -> str:
    """Two tables: quality and latency by engine and mode, and what each engine costs."""
    measures = list(found.asked)
    head = ["engine", "mode", *(f"{m} (n={found.asked[m]})" for m in measures), *LATENCY]
    lines = [_line(head), _line(["---", "---", *["--:"] * (len(head) - 2)])]
    for row in found.rows:
        scores = [f"{row.scores[measure]:.3f}" for measure in measures]
        times = [f"{value:.1f}" for value in (row.p50_ms, row.p95_ms, row.search_ms)]
        lines.append(_line([row.engine, row.mode, *scores, *times]))
    head = ["engine", "version", "build s", "of it encoder s", "build peak MB"]
    head += ["search peak MB", "of it Python + encoder MB", "index MB"]
    lines += ["", _line(head), _line(["---", "---", *["--:"] * (len(head) - 2)])]
    for name, cost in found.costs.items():
        values = [cost.built.seconds, cost.built.embedding]
        memory = [cost.built.peak_mb, cost.serve_mb, cost.base_mb, cost.disk_mb]
        cells = [f"{value:.1f}" for value in values] + [f"{value:.0f}" for value in memory]
        lines.append(_line([name, versions.get(name, ""), *cells]))
    lines += ["", "Texts: " + ", ".join(f"{n} {size:,}" for n, size in found.sizes.items())]
    return "\n".join(lines)


def behind(rows: Sequence[Row], ours: str = "radsearch") -> Iterator[str]:
    """Sentences on where ours is worse than the best of the others; none where it is nowhere.

    Args:
        rows: Of one run.
        ours: Whose side we are on: its hybrid, the default, is what is judged.

    Yields:
        A measure where any mode of another engine is better, or a mode in which another engine
        answers more than `SLOWER` times as fast.
    """
    mine = {row.mode: row for row in rows if row.engine == ours}
    others = [row for row in rows if row.engine != ours]
    if not others or "hybrid" not in mine:
        return
    for measure, value in mine["hybrid"].scores.items():
        best = max(others, key=lambda row: row.scores[measure])
        if best.scores[measure] > value + 1e-9:
            yield (f"{measure}: {value:.3f}, {best.engine} {best.mode} {best.scores[measure]:.3f}")
    for mode, row in mine.items():
        same = [item for item in others if item.mode == mode]
        if not same:
            continue
        fastest = min(same, key=lambda item: item.p50_ms)
        if row.p50_ms > SLOWER * fastest.p50_ms:
            yield (
                f"latency p50, {mode}: {row.p50_ms:.1f} ms, {fastest.engine} "
                f"{fastest.p50_ms:.1f} ms ({row.p50_ms / fastest.p50_ms:.1f} times)"
            )


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
