"""The retrieval result as text for people and as records for programs."""

from collections.abc import Iterator
from typing import Any

from radsearch.evaluation.pairs import DIRECTIONS, Direction
from radsearch.evaluation.retrieval import KS, Retrieval, Row

ARROW: dict[Direction, str] = {
    "findings_to_impression": "findings -> impression",
    "impression_to_findings": "impression -> findings",
}


def markdown(result: Retrieval) -> str:
    """Tables of both directions, the ceiling first, then each system with its R@1 interval."""
    lines = [
        f"{result.n:,} reports with both sections; distinct findings "
        f"{result.unique['findings']:,}, distinct impressions {result.unique['impression']:,}; "
        f"{result.n_identical} with the same words in both, {result.n_pointers} more left out "
        "('as above'). "
        "Percent; expected over ties; 95 % bootstrap interval of R@1.",
    ]
    for direction in DIRECTIONS:
        rows = [row for row in result.rows if row.direction == direction]
        metrics = list(rows[0].means) if rows else []
        lines += ["", f"**{ARROW[direction]}**", ""]
        lines.append("| system | " + " | ".join(metrics) + " | R@1 95 % |")
        lines.append("|---|" + "--:|" * (len(metrics) + 1))
        ceiling = [f"{100 * result.ceilings[direction][k]:.2f}" for k in KS]
        blanks = " | ".join("" for _ in range(len(metrics) - len(KS) + 1))
        lines.append(f"| ceiling of repeated texts | {' | '.join(ceiling)} | {blanks} |")
        lines += [_line(row) for row in rows]
    return "\n".join(lines)


def _line(row: Row) -> str:
    low, high = row.intervals["recall@1"]
    means = " | ".join(f"{100 * value:.2f}" for value in row.means.values())
    return f"| {row.system} | {means} | {100 * low:.1f}-{100 * high:.1f} |"


def slices(result: Retrieval, system: str) -> str:
    """Recall@1 of one system, by slice of the queries."""
    by_direction = {row.direction: row for row in result.rows if row.system == system}
    lines = [
        f"| {system}, R@1 by slice | n | " + " | ".join(ARROW.values()) + " |",
        "|---|--:|--:|--:|",
    ]
    for name, inside in result.slices.items():
        values = [by_direction[d].values["recall@1"][inside].mean() for d in DIRECTIONS]
        shown = " | ".join(f"{100 * value:.2f}" for value in values)
        lines.append(f"| {name} | {int(inside.sum()):,} | {shown} |")
    return "\n".join(lines)


def records(result: Retrieval) -> Iterator[dict[str, Any]]:
    """One record a system and direction: means, intervals, ceilings, gallery."""
    for row in result.rows:
        yield {
            "system": row.system,
            "direction": row.direction,
            "n": result.n,
            "unique": dict(result.unique),
            "ceiling": {f"recall@{k}": v for k, v in result.ceilings[row.direction].items()},
            **row.means,
            "ci95": {metric: list(bounds) for metric, bounds in row.intervals.items()},
        }


def per_query(result: Retrieval) -> Iterator[dict[str, Any]]:
    """One record a query, direction and system; every mean in the table is a mean of these."""
    for row in result.rows:
        for i, report_id in enumerate(result.ids):
            values = {metric: float(column[i]) for metric, column in row.values.items()}
            yield {
                "query_id": report_id,
                "direction": row.direction,
                "system": row.system,
                **values,
            }
