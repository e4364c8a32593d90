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


def merged(held: Sequence[Check], new: Sequence[Check]) -> list[Check]:
    """The checks so far and those of new logs, which replace stages of the same name.

    >>> one, two = Check("one", 100, {}), Check("two", 100, {})
    >>> [c.stage for c in merged([one, two], [Check("two", 50, {}), Check("three", 50, {})])]
    ['one', 'two', 'three']
    """
    names = {check.stage for check in new}
    return [check for check in held if check.stage not in names] + list(new)


def plot_stages(checks: Sequence[Check], out: Path) -> Path:
    """Each measure over all steps, stages one behind the other; dotted from stage to stage.

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
            (x, c.values[name], c.stage)
            for x, c in zip(places, checks, strict=True)
            if name in c.values
        ]
        line = {"color": COLOURS[n], "marker": "o", "ms": 3}
        axes.plot([x for x, *_ in rows], [y for _, y, _ in rows], lw=0.6, ls=":", **line)
        for number, held in enumerate(bounds):  # sets grow between stages, not within one
            own = [(x, y) for x, y, of in rows if of == held]
            told = {"label": label} if number == 0 else {}
            axes.plot([x for x, _ in own], [y for _, y in own], lw=1.4, **line, **told)
    for number, (name, place) in enumerate(bounds.items()):
        height = 1.01 + 0.05 * (number % 2)  # short stages lie close together
        axes.axvline(place, color=RULE, lw=0.8)
        axes.text(place, height, name, fontsize=7.5, transform=axes.get_xaxis_transform())
    title(axes, "", "optimiser steps", "held-out reports and families")
    axes.set_ylim(0, 1)
    legend(axes)
    return save(figure, out)
