"""Figures of the contrast suites: what the cosine makes of one changed attribute."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from radsearch.evaluation.figures.canvas import (
    COLOURS,
    INK,
    bars,
    legend,
    new_figure,
    save,
    title,
)
from radsearch.evaluation.figures.contrast_data import CERTAINTY, SEVERITY, Bar

Columns = Mapping[str, Mapping[str, Bar]]
"""Encoder -> name -> bar."""


def plot_bars(columns: Columns, out: Path, *, heading: str, y: str) -> Path:
    """Bars by name, one colour an encoder, with 95 % intervals.

    Args:
        columns: The same names for each encoder.
        out: The PNG file.
        heading: Of the figure.
        y: What the height is.

    Returns:
        `out`.
    """
    names = list(next(iter(columns.values())))
    figure, (axes,) = new_figure(7, 3.4)
    series = [
        (
            label,
            [column[name].mean for name in names],
            ([column[name].low for name in names], [column[name].high for name in names]),
        )
        for label, column in columns.items()
    ]
    bars(axes, names, series)
    axes.axhline(0, color=INK, lw=0.6)
    title(axes, heading, y=y)
    legend(axes)
    return save(figure, out)


def plot_location(curves: Mapping[str, Sequence[Bar]], out: Path) -> Path:
    """Cosine over distance in place, one line an encoder.

    Args:
        curves: Encoder -> bars from distance 0 on.
        out: The PNG file.

    Returns:
        `out`.
    """
    figure, (axes,) = new_figure(5, 3.2)
    for n, (label, curve) in enumerate(curves.items()):
        at = np.arange(len(curve))
        axes.plot(at, [bar.mean for bar in curve], marker="o", ms=4, color=COLOURS[n], label=label)
        axes.fill_between(
            at, [b.low for b in curve], [b.high for b in curve], color=COLOURS[n], alpha=0.15
        )
    axes.set_xticks(range(len(next(iter(curves.values())))))
    title(axes, "Distance in place", "steps away on the ladder (lobes, vertebrae)", "cosine")
    legend(axes)
    return save(figure, out)


def plot_joint(maps: Mapping[str, NDArray[np.float64]], out: Path) -> Path:
    """Heat maps (3, 3) of certainty by severity beside each other, each on its own scale.

    Args:
        maps: Name -> mean score.
        out: The PNG file.

    Returns:
        `out`.
    """
    figure, found = new_figure(2.6 * len(maps), 2.9, columns=len(maps))
    for axes, (name, values) in zip(found, maps.items(), strict=True):
        axes.grid(visible=False)
        axes.imshow(values, cmap="Blues", vmin=values.min() - 0.05, vmax=values.max() + 0.02)
        middle = (values.min() + values.max()) / 2
        for (row, column), value in np.ndenumerate(values):
            ink = "white" if value > middle else INK
            axes.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize=8, color=ink)
        axes.set_xticks(range(3), SEVERITY)
        axes.set_yticks(range(3), CERTAINTY)
        title(axes, name)
    return save(figure, out)
