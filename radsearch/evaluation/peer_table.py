"""The comparison with other engines as Markdown, and where ours is behind."""

from collections.abc import Iterator, Mapping, Sequence

from radsearch.evaluation.peer_bench import Comparison
from radsearch.evaluation.peer_run import Row

SLOWER = 1.5
"""Times the fastest peer's processor time that we allow ourselves."""
LATENCY = ("p50 ms", "p95 ms", "CPU ms", "CPU ms without encoder")


def markdown(found: Comparison, versions: Mapping[str, str]) -> str:
    """Two tables: quality and latency by engine and mode, and what each engine costs."""
    measures = list(found.asked)
    head = ["engine", "mode", *(f"{m} (n={found.asked[m]})" for m in measures), *LATENCY]
    lines = [_line(head), _line(["---", "---", *["--:"] * (len(head) - 2)])]
    for row in found.rows:
        scores = [f"{row.scores[measure]:.3f}" for measure in measures]
        times = [f"{value:.1f}" for value in (row.p50_ms, row.p95_ms, row.cpu_ms, row.search_ms)]
        lines.append(_line([row.engine, row.mode, *scores, *times]))
    head = ["engine", "version", "build s", "of it encoder s", "build peak MB"]
    head += ["search peak MB", "of it Python + encoder MB", "index MB"]
    lines += ["", _line(head), _line(["---", "---", *["--:"] * (len(head) - 2)])]
    for name, cost in found.costs.items():
        built, memory = cost.built, [cost.serve_mb, cost.base_mb, cost.disk_mb]
        cells = ["given", "", ""]
        if built is not None:
            cells = [f"{built.seconds:.1f}", f"{built.embedding:.1f}", f"{built.peak_mb:.0f}"]
        cells += [f"{value:.0f}" for value in memory]
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
        answers in less than 1 / `SLOWER` of the processor time.
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
        fastest = min(same, key=lambda item: item.cpu_ms)
        if row.cpu_ms > SLOWER * fastest.cpu_ms:
            yield (
                f"CPU time of a query, {mode}: {row.cpu_ms:.1f} ms, {fastest.engine} "
                f"{fastest.cpu_ms:.1f} ms ({row.cpu_ms / fastest.cpu_ms:.1f} times)"
            )


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
