"""`python -m train.reword.trial`: how many right texts the check keeps, and how many wrong ones.

Right are the rewordings and thoughts of the authored corpus; wrong are copies of its rewordings
with one attribute of one finding exchanged, as the signal of perturbed reports makes them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import numpy as np

from radsearch.evaluation.authored import read_authored
from radsearch.report import Report

from ..signals.perturb import wrong_copies
from ..signals.registry import DATA
from .check import judge
from .prompt import PARTS, SECTIONS

WRONG = 3  # copies of each rewording


def verdicts(rows: Iterable[Mapping[str, Any]], seed: int) -> Iterator[tuple[str, str, bool]]:
    """What was judged, what it was ("right", or the exchanged axis), and whether it was kept.

    Args:
        rows: Of the authored corpus.
        seed: Of the exchanges.

    Yields:
        One record a text.

    >>> row = {"id": "r", "findings": "Left effusion.", "impression": "Effusion, left.",
    ...        "findings_rewrite": "On the left there is fluid in the pleural space.",
    ...        "impression_rewrite": "", "thought": {}}
    >>> sorted(verdicts([row], 0))
    [('findings_rewrite', 'laterality', False), ('findings_rewrite', 'presence', False),
     ('findings_rewrite', 'right', True)]
    """
    rng = np.random.default_rng(seed)
    for row in rows:
        report = Report(row["id"], findings=row["findings"], impression=row["impression"])
        texts = {**row, **row["thought"]}
        for part in PARTS:
            if text := texts.get(part):
                yield part, "right", _is_kept(report, part, text)
                for wrong in wrong_copies(text, rng, WRONG) if part in SECTIONS else ():
                    yield part, wrong.axis, _is_kept(report, part, wrong.text)


def _is_kept(report: Report, part: str, text: str) -> bool:
    return bool(judge(report, {part: text}, [part])[0])


@click.command()
@click.option("--corpus", type=click.Path(exists=True, path_type=Path),
              default=DATA / "corpus" / "authored", help="Folder of rows.")  # fmt: skip
@click.option("--part", type=click.Choice(["validation", "test"]), default="validation",
              show_default=True)  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="Of the exchanges.")
def command(corpus: Path, part: Any, seed: int) -> None:
    """Print the share of texts that the check of `reword` keeps, by part and by what is wrong."""
    kept: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for name, kind, is_kept in verdicts(read_authored(corpus, part), seed):
        kept[name, kind].append(is_kept)
        if kind != "right":
            kept[name, "wrong"].append(is_kept)
    for (name, kind), values in sorted(kept.items()):
        click.echo(f"{name:<20}{kind:<12}{len(values):>6}{np.mean(values):>8.3f}")


if __name__ == "__main__":
    command()
