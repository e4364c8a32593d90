"""Figures of what other parts of the book have printed: recall, and probes by number of labels."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from radsearch.evaluation.figures.canvas import COLOURS, bars, legend, new_figure, save, title

_PROBE = re.compile(
    r"^\s*(\S+)\s+([\d,]+) labels\s+macro F1 ([\d.]+)\s+\(([\d.]+)-([\d.]+)\)", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def output_of(parts: Path, name: str) -> str:
    """What a part of the book printed; "" if it has not run."""
    path = parts / f"{name}.json"
    return str(json.loads(path.read_text(encoding="utf-8"))["output"]) if path.is_file() else ""


def recall_rows(output: str) -> dict[str, dict[str, Point]]:
    r"""Direction -> system -> R@1 in percent, from the Markdown tables of `bench retrieval`.

    Args:
        output: What it printed.

    Returns:
        In order; empty without such tables.

    >>> recall_rows("**a -> b**\n\n| system | recall@1 | R@1 95 % |\n| BM25 | 6.7 | 5.9-7.6 |")
    {'a -> b': {'BM25': Point(value=6.7, low=5.9, high=7.6)}}
    """
    found: dict[str, dict[str, Point]] = {}
    direction, columns = "", list[str]()
    for line in output.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("**"):
            direction, columns = line.strip("* "), []
        elif cells[0] == "system":
            columns = cells
        elif "recall@1" in columns and len(cells) == len(columns) and cells[-1].count("-") == 1:
            low, _, high = cells[-1].partition("-")
            point = Point(float(cells[columns.index("recall@1")]), float(low), float(high))
            found.setdefault(direction, {})[cells[0]] = point
    return found


def with_backbone(
    rows: Mapping[str, Mapping[str, Point]], backbone: Mapping[str, Mapping[str, Point]]
) -> dict[str, dict[str, Point]]:
    """Rows of ours, then those of the backbone, named so; as they are where it did not run.

    >>> with_backbone({"a -> b": {"dense": 1}}, {"a -> b": {"dense": 2}})
    {'a -> b': {'dense': 1, 'backbone, dense': 2}}
    """
    return {
        direction: {
            **ours,
            **{f"backbone, {name}": point for name, point in backbone.get(direction, {}).items()},
        }
        for direction, ours in rows.items()
    }


def plot_recall(rows: Mapping[str, Mapping[str, Point]], out: Path, heading: str) -> Path:
    """R@1 of each system, one colour a direction.

    Args:
        rows: Of `recall_rows`.
        out: The PNG file.
        heading: Names the corpus.

    Returns:
        `out`.
    """
    systems = list(next(iter(rows.values())))
    figure, (axes,) = new_figure(7, 3.2)
    series = []
    for direction, row in rows.items():
        points = [row[system] for system in systems]
        bounds = [p.low for p in points], [p.high for p in points]
        series.append((direction, [p.value for p in points], bounds))
    bars(axes, systems, series)
    title(axes, heading, y="R@1, %")
    legend(axes)
    return save(figure, out)


def probe_curves(output: str) -> dict[str, list[tuple[int, Point]]]:
    """Encoder -> number of labels and macro F1, from what `bench heads` printed.

    >>> probe_curves("  ours        100 labels  macro F1 0.481 (0.470-0.490)  macro AUROC 0.9")
    {'ours': [(100, Point(value=0.481, low=0.47, high=0.49))]}
    """
    curves: dict[str, list[tuple[int, Point]]] = {}
    for name, labels, value, low, high in _PROBE.findall(output):
        point = Point(float(value), float(low), float(high))
        curves.setdefault(name, []).append((int(labels.replace(",", "")), point))
    return curves


def plot_probes(curves: Mapping[str, Sequence[tuple[int, Point]]], out: Path) -> Path:
    """Macro F1 over the number of labelled reports, one line an encoder.

    Args:
        curves: Of `probe_curves`.
        out: The PNG file.

    Returns:
        `out`.
    """
    figure, (axes,) = new_figure(5, 3.2)
    for n, (name, rows) in enumerate(curves.items()):
        at, points = [x for x, _ in rows], [p for _, p in rows]
        spread = [p.value - p.low for p in points], [p.high - p.value for p in points]
        axes.errorbar(
            at, [p.value for p in points], yerr=spread, marker="o", ms=4, capsize=2,
            color=COLOURS[n], label=name,
        )  # fmt: skip
    axes.set_xscale("log")
    title(axes, "Linear probes by number of labels", "labelled reports", "macro F1")
    legend(axes)
    return save(figure, out)
