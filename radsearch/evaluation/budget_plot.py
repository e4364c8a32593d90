"""The label-budget curve as a PNG; needs matplotlib, which the base install does not bring."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from radsearch.errors import RadsearchError
from radsearch.evaluation.bootstrap import mean_interval
from radsearch.evaluation.label_budget import BudgetRow


def plot_budget(curves: Mapping[str, Sequence[BudgetRow]], out: Path) -> Path:
    """Macro F1 over the number of labels, one line an encoder, with 95 % intervals over the draws.

    Args:
        curves: Name of the encoder -> rows.
        out: The PNG file.

    Returns:
        `out`.

    Raises:
        RadsearchError: If matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise RadsearchError("plots need matplotlib: pip install matplotlib") from None
    figure = Figure(figsize=(5, 3.4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for name, rows in curves.items():
        at = [row.budget for row in rows]
        mean = np.array([np.mean(row.f1) for row in rows])
        low, high = np.array([mean_interval(np.array(row.f1)) for row in rows]).T
        axes.errorbar(at, mean, yerr=(mean - low, high - mean), marker="o", capsize=3, label=name)
    axes.set(xscale="log", xlabel="labelled reports", ylabel="macro F1, 95 % over draws")
    axes.legend()
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150)
    return out
