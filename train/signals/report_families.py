"""Families of whole reports: edits of findings, written by hand, that make one fact wrong.

A row of `data/corpus/contrast/reports` names a report of ours, adds a rewording and a condensed
line to the rewrite that the report has, and lists edits by axis, each a piece of the findings and
what stands there instead, nearest to the truth first. Their reports are trained on, so none of
them is held out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from radsearch.errors import CorpusError
from radsearch.evaluation.authored import read_authored

from ..rows import Family, Variant
from .pairs import Study


def edited(text: str, old: str, new: str) -> str:
    """The text with a piece replaced and no double spaces.

    Args:
        text: Findings.
        old: A piece of them.
        new: What stands there instead.

    Returns:
        The wrong text.

    Raises:
        ValueError: Unless the piece stands there exactly once.

    >>> edited("Clear lungs. No effusion.", "No effusion", "Effusion")
    'Clear lungs. Effusion.'
    >>> edited("Clear lungs. No effusion.", " No effusion.", "")
    'Clear lungs.'
    """
    if not old or text.count(old) != 1:
        raise ValueError(f"found {text.count(old)} times, wanted once")
    return " ".join(text.replace(old, new).split())


def families_of(row: Mapping[str, Any], study: Study, number: int = 1) -> Iterator[Family]:
    """A row as one family for each axis.

    Args:
        row: With "report", "same", "condensed" and "edits".
        study: The report that it names.
        number: Of this row among those of the report, for the keys.

    Yields:
        Families whose anchor is the report's findings.

    Raises:
        CorpusError: If an edit does not fit the findings; names the report and the axis.

    >>> study = Study("r", "r", "XR chest", {"findings": "Left effusion.",
    ...                                      "findings_rewrite": "Fluid on the left."})
    >>> row = {"report": "r", "same": ["Pleural fluid, L."], "condensed": "L effusion.",
    ...        "edits": {"laterality": [["Left", "Bilateral"], ["Left", "Right"]]}}
    >>> [(f.key, [v.texts[0] for v in f.variants]) for f in families_of(row, study)]
    [('r/laterality', ['Left effusion.', 'Bilateral effusion.', 'Right effusion.'])]
    """
    anchor = study.views["findings"]
    wordings = [anchor, *row["same"], row["condensed"], study.views.get("findings_rewrite", "")]
    first = Variant(tuple(dict.fromkeys(filter(None, wordings))), 0, f"{study.key}/0")
    place = study.stratum.partition(" ")[2].partition("_")[0]
    for axis, edits in row["edits"].items():
        key = f"{study.key}/{axis}" if number == 1 else f"{study.key}/{axis}/{number}"
        try:
            texts = [edited(anchor, old, new) for old, new in edits]
        except ValueError as error:
            raise CorpusError(f"an edit of {key} does not fit the findings: {error}") from None
        copies = (Variant((text,), i, f"{key}/{i}") for i, text in enumerate(texts, 1))
        yield Family(key, axis, (first, *copies), place)


def read_report_families(folder: Path, studies: Sequence[Study]) -> list[Family]:
    """Families of every `*.jsonl` of a folder.

    Args:
        folder: Such as `data/corpus/contrast/reports`.
        studies: What the rows name.

    Returns:
        Families, file by file.

    Raises:
        CorpusError: If a row names no study, or an edit does not fit.
    """
    by_key = {study.key: study for study in studies}
    found: list[Family] = []
    rows = Counter[str]()
    for row in read_authored(folder):
        if row["report"] not in by_key:
            raise CorpusError(f"found no report {row['report']!r} beside {folder.name}: wanted one")
        rows[row["report"]] += 1
        found += families_of(row, by_key[row["report"]], rows[row["report"]])
    return found


def with_rewordings(studies: Sequence[Study], folder: Path) -> list[Study]:
    """The studies, those that the folder's rows name with the views "reworded" and "condensed"."""
    more = {
        row["report"]: {"reworded": row["same"][0], "condensed": row["condensed"]}
        for row in read_authored(folder)
    }
    return [replace(study, views={**study.views, **more.get(study.key, {})}) for study in studies]
