"""`python -m train.reword.trial`: how many right texts the check keeps, and how many wrong ones.

Right are the rewordings and thoughts of the authored corpus; wrong are copies of its rewordings
with one attribute of one finding exchanged, as the signal of perturbed reports makes them. Of the
written families, the rewordings and the copies are right as such, a copy is wrong as a rewording.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import click
import numpy as np

from radsearch.evaluation.authored import read_authored
from radsearch.report import Report

from ..signals.families import held_out
from ..signals.perturb import wrong_copies
from ..signals.registry import DATA
from .anchors import AXES, WORDS, Anchor
from .check import judge, reworded
from .families import copied
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


def family_verdicts(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str, bool]]:
    """The same of written families, of the axes that the check knows and anchors of 40 words.

    Args:
        rows: Of `data/corpus/contrast`.

    Yields:
        One record a text, and one more for each copy, judged as a rewording.

    >>> row = {"id": "f", "axis": "size", "anchor": "Solid nodule of 8 mm.", "same": [],
    ...        "graded": [{"text": "Solid nodule of 30 mm."}]}
    >>> list(family_verdicts([row]))
    [('graded', 'right', True), ('same', 'wrong', False)]
    """
    attributes = {axis: attribute for attribute, axis in AXES.items()}
    for row in rows:
        text = row["anchor"]
        if row["axis"] not in attributes or len(text.split()) > max(WORDS):
            continue
        anchor = Anchor(row["id"], text, attributes[row["axis"]], "")
        for wording in row["same"]:
            yield "same", "right", not reworded("same", text, wording, text)
        for copy in row["graded"]:
            yield "graded", "right", not copied(anchor, copy["text"])
            yield "same", "wrong", not reworded("same", text, copy["text"], text)


def _held_out(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("families*.jsonl")):
        rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line)
        yield from (row for row in rows if held_out(str(row["id"])))


@click.command()
@click.option("--corpus", type=click.Path(exists=True, path_type=Path),
              default=DATA / "corpus", help="Folder with authored and contrast.")  # fmt: skip
@click.option("--part", type=click.Choice(["validation", "test"]), default="validation",
              show_default=True, help="Of the reports.")  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="Of the exchanges.")
def command(corpus: Path, part: Any, seed: int) -> None:
    """Print the share of texts that the checks of `reword` keep, by part and by what is wrong."""
    kept: dict[tuple[str, str], list[bool]] = defaultdict(list)
    reports = verdicts(read_authored(corpus / "authored", part), seed)
    for name, kind, is_kept in chain(reports, family_verdicts(_held_out(corpus / "contrast"))):
        kept[name, kind].append(is_kept)
        if kind not in ("right", "wrong"):
            kept[name, "wrong"].append(is_kept)
    for (name, kind), values in sorted(kept.items()):
        click.echo(f"{name:<20}{kind:<12}{len(values):>6}{np.mean(values):>8.3f}")


if __name__ == "__main__":
    command()
