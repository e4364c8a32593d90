"""Stage curves: what the checks on held-out reports said while the encoder was trained."""

import ast
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from radsearch.evaluation.figures.canvas import COLOURS, RULE, legend, new_figure, save, title

MEASURES = {
    "f2i": "findings -> impression R@1",
    "i2f": "impression -> findings R@1",
    "pair": "rewording beats near-copy",
    "trap": "every rewording beats every near-copy",
    "ladder": "nearer value nearer",
}
_CHECK = re.compile(r"(\S+) (\d+|end) check (\{.*\})")
_STEP = re.compile(r"(\S+) (\d+) \d+s \[")


@dataclass(frozen=True, slots=True)
class Check:
    """One look at the held-out reports during training.

    Attributes:
        stage: Name of the stage.
        step: Within the stage.
        values: Measure -> value, of `MEASURES`.
    """

    stage: str
    step: int
    values: dict[str, float]


def parse_checks(lines: Iterable[str]) -> list[Check]:
    """The checks that `python -m train fit` logged; of a repeated step the last counts.

    Args:
        lines: Of the log.

    Returns:
        In the order of the log.

    >>> parse_checks(["10:00 one 100 check {'f2i': 0.5, 'pair/x': 0.1}"])
    [Check(stage='one', step=100, values={'f2i': 0.5})]
    """
    found: dict[tuple[str, int], Check] = {}
    last: dict[str, int] = {}
    for line in lines:
        step = _STEP.search(line)
        if step:
            last[step[1]] = int(step[2])
        check = _CHECK.search(line)
        if check:
            at = last.get(check[1], 0) if check[2] == "end" else int(check[2])
            values = ast.literal_eval(check[3])
            kept = {name: float(values[name]) for name in MEASURES if name in values}
            found.pop((check[1], at), None)
            found[check[1], at] = Check(check[1], at, kept)
            last[check[1]] = at
    return list(found.values())


def read_checks(path: Path) -> list[Check]:
    """Checks from a JSON-lines file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Check(**json.loads(line)) for line in lines if line.strip()]


def write_checks(checks: Sequence[Check], path: Path) -> None:
    """Write checks as JSON lines."""
    path.write_text("".join(json.dumps(asdict(c)) + "\n" for c in checks), encoding="utf-8")


def plot_stages(checks: Sequence[Check], out: Path) -> Path:
    """Each measure over all steps, stages one behind the other.

    Args:
        checks: In order.
        out: The PNG file.

    Returns:
        `out`.
    """
    figure, (axes,) = new_figure(7, 3.6)
    places, bounds, before = [], {}, 0
    stage, reached = "", 0
    for check in checks:
        if check.stage != stage:
            before, stage = before + reached, check.stage
            bounds[stage] = before
        reached = check.step
        places.append(before + check.step)
    for n, (name, label) in enumerate(MEASURES.items()):
        rows = [
            (x, c.values[name]) for x, c in zip(places, checks, strict=True) if name in c.values
        ]
        axes.plot(*zip(*rows, strict=True), marker="o", ms=3, lw=1.4, color=COLOURS[n], label=label)
    for name, place in bounds.items():
        axes.axvline(place, color=RULE, lw=0.8)
        axes.text(place, 1.01, f" {name}", fontsize=7.5, transform=axes.get_xaxis_transform())
    title(axes, "", "optimiser steps", "held-out reports and families")
    axes.set_ylim(0, 1)
    legend(axes)
    return save(figure, out)
