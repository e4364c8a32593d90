"""What all figures share: size, colours, how they are saved. Light ground, thin grey axes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.errors import RadsearchError

COLOURS = ("#1f5fa8", "#d9822b", "#4c9a6a", "#8a63a8", "#b8433f", "#5f6b76", "#c2a83e", "#5bb0c4")
"""In the order of the series: the encoder that is measured first, then what it is compared with."""

INK, RULE = "#2b2f36", "#c9ced6"
_LETTERS = 16  # of a legend, an inch
Spread = tuple[Sequence[float], Sequence[float]]
"""Lower and upper bound of each value."""


def new_figure(width: float, height: float, columns: int = 1) -> tuple[Any, list[Any]]:
    """A figure and its axes side by side.

    Args:
        width: Inches.
        height: Inches.
        columns: Number of axes.

    Returns:
        The figure, and as many axes as columns.

    Raises:
        RadsearchError: If matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise RadsearchError(
            "figures need matplotlib: install the extra, pip install 'radsearch[book]'"
        ) from None
    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    found = np.atleast_1d(figure.subplots(1, columns))
    for axes in found:
        _plain(axes)
    return figure, list(found)


def _plain(axes: Any) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(RULE)
    axes.tick_params(colors=INK, labelsize=8)
    axes.grid(axis="y", color=RULE, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)


def title(axes: Any, text: str, x: str = "", y: str = "") -> None:
    """Heading and axis names, in one size throughout."""
    axes.set_title(text, fontsize=10, color=INK, loc="left")
    axes.set_xlabel(x, fontsize=8.5, color=INK)
    axes.set_ylabel(y, fontsize=8.5, color=INK)


def legend(axes: Any) -> None:
    """A legend without a frame, below the figure, so that it covers nothing."""
    handles, labels = axes.get_legend_handles_labels()
    room = axes.figure.get_figwidth() * _LETTERS  # of one line
    columns = max(1, min(len(labels), int(room // (max(map(len, labels)) + 6))))
    below = {"loc": "outside lower center", "ncols": columns}
    axes.figure.legend(handles, labels, frameon=False, fontsize=8, **below)


def bars(
    axes: Any,
    names: Sequence[str],
    series: Sequence[tuple[str, Sequence[float], Spread | None]],
) -> None:
    """Bars of several series beside each other, with whiskers where bounds are known.

    Args:
        axes: Where to draw.
        names: Of the groups.
        series: Label, one value a group, bounds or None.
    """
    places: NDArray[np.float64] = np.arange(len(names), dtype=float)
    width = 0.8 / max(1, len(series))
    for n, (label, values, spread) in enumerate(series):
        at = places + (n - (len(series) - 1) / 2) * width
        heights = np.asarray(values, float)
        whiskers = None
        if spread is not None:
            low, high = (np.asarray(bound, float) for bound in spread)
            whiskers = np.clip(np.stack([heights - low, high - heights]), 0.0, None)
        axes.bar(
            at,
            heights,
            width * 0.92,
            label=label,
            color=COLOURS[n % len(COLOURS)],
            yerr=whiskers,
            error_kw={"ecolor": INK, "elinewidth": 0.8, "capsize": 2},
        )
    turned = 35 if max(map(len, names), default=0) > 9 and len(names) > 4 else 0
    axes.set_xticks(places, names, rotation=turned, ha="right" if turned else "center")


def save(figure: Any, path: Path) -> Path:
    """Write the PNG; the same input gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150, metadata={"Software": None})
    return path
