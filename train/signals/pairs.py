"""Findings, impression, their rewrites and RadThought levels as pairs of one study.

Only the training part of the authored corpus comes here; see `radsearch.evaluation.authored`.
Paper: table 8, findings<->impression and RadThought alignment.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from radsearch.errors import CorpusError
from radsearch.evaluation.authored import group_key, read_authored

from ..rows import Pair
from .wording import augmented, quoted

Views = Mapping[str, str]

# How often each pair of views is drawn. measured: the trial mixture of the encoder notes, with
# findings<->impression (the retrieval task itself) given most of the weight.
KINDS: tuple[tuple[str, str, float], ...] = (
    ("findings", "impression", 5.0),
    ("findings_rewrite", "impression", 2.5),
    ("findings", "impression_rewrite", 2.5),
    ("findings_rewrite", "impression_rewrite", 1.5),
    ("findings", "findings_rewrite", 1.5),
    ("impression", "impression_rewrite", 1.0),
    ("reworded", "impression", 2.5),
    ("reworded", "findings", 1.0),
    ("condensed", "findings", 1.0),
    ("condensed", "findings_rewrite", 1.0),
    ("impression", "evidence", 1.0),
    ("impression", "pattern", 0.5),
    ("findings", "reasoning", 0.5),
    ("impression", "thought", 0.5),
)
WITHOUT_THOUGHTS = KINDS[:10]


@dataclass(frozen=True, slots=True)
class Study:
    """One report as its views, with what its batch needs to know.

    Attributes:
        key: Report id.
        group: What shares its facts in part: its patient or its group.
        stratum: Modality and body part.
        views: Name of a view -> text; empty texts left out.
    """

    key: str
    group: str
    stratum: str
    views: Views


def study_of(row: Mapping[str, Any]) -> Study:
    """A row of the authored corpus as a study with all its views.

    >>> row = {"id": "a", "modality": "XR", "body_part": "chest", "findings": "Clear.",
    ...        "impression": "Normal.", "thought": {"evidence": "E.", "pattern": "P."}}
    >>> sorted(study_of(row).views)
    ['evidence', 'findings', 'impression', 'pattern', 'thought']
    """
    names = ("findings", "impression", "findings_rewrite", "impression_rewrite")
    views = {name: str(row.get(name) or "") for name in names}
    thought: Mapping[str, str] = row.get("thought") or {}
    views |= {level: thought.get(level, "") for level in ("evidence", "pattern", "reasoning")}
    views["thought"] = " ".join(thought.values())
    body_part = str(row["body_part"]).replace(" and ", "_").replace(" ", "_")
    return Study(
        key=str(row["id"]),
        group=group_key(row),
        stratum=f"{row['modality']} {body_part}",
        views={name: text for name, text in views.items() if text},
    )


def read_studies(corpus: Path, own: Iterable[Path] = ()) -> list[Study]:
    """What may be trained on: the training part of `authored`, and every other folder whole.

    Args:
        corpus: The folder that holds `authored`, `authored2` and so on.
        own: Further folders with rows of the same form, such as `reword` writes.

    Returns:
        Studies, folder by folder.

    Raises:
        CorpusError: If a folder of one's own holds no rows.
    """
    studies = [
        study_of(row)
        for folder in sorted(corpus.glob("authored*"))
        for row in read_authored(folder, "train" if folder.name == "authored" else None)
    ]
    for folder in own:
        rows = [study_of(row) for row in read_authored(folder)]
        if not rows:
            raise CorpusError(
                f"found no rows in {str(folder)!r}, wanted a folder with *.jsonl as "
                "`python -m train reword` writes them"
            )
        studies += rows
    return studies


class ReportPairs:
    """Draws batches of pairs, often of one modality and with near-copies beside each other.

    Args:
        studies: The training part.
        focus: The stratum that half of the batches come from.
        kinds: Pairs of views with how often each is drawn.

    Raises:
        ValueError: If there are no studies.
    """

    def __init__(
        self,
        studies: Sequence[Study],
        focus: str = "XR chest",
        kinds: Sequence[tuple[str, str, float]] = KINDS,
    ):
        if not studies:
            raise ValueError("no studies: give the folder of the authored corpus")
        self._all = list(studies)
        self._focus = focus
        self._kinds = kinds
        self._strata: dict[str, list[Study]] = defaultdict(list)
        for study in studies:
            self._strata[study.stratum].append(study)

    def draw(self, rng: np.random.Generator, n: int) -> list[Pair]:
        """At most `n` pairs of distinct studies, hard for each other in most draws."""
        pool = self._pool(rng, n)
        chosen = _whole_groups(pool, rng, n) if rng.random() < 0.5 else _any(pool, rng, n)
        return [_pair(study, rng, self._kinds) for study in chosen]

    def _pool(self, rng: np.random.Generator, n: int) -> list[Study]:
        """The focus (55 %), another stratum that can fill the batch (20 %), or everything."""
        roll = rng.random()
        if roll < 0.55 and self._strata.get(self._focus):
            return self._strata[self._focus]
        if roll < 0.75:
            large = [name for name in sorted(self._strata) if len(self._strata[name]) >= n]
            if large:
                return self._strata[large[int(rng.integers(len(large)))]]
        return self._all


def _any(pool: Sequence[Study], rng: np.random.Generator, n: int) -> list[Study]:
    """`n` studies without replacement."""
    return [pool[i] for i in rng.permutation(len(pool))[:n]]


def _whole_groups(pool: Iterable[Study], rng: np.random.Generator, n: int) -> list[Study]:
    """Up to four members of each group, groups in random order, until `n` studies are there."""
    groups: dict[str, list[Study]] = defaultdict(list)
    for study in pool:
        groups[study.group].append(study)
    names = sorted(groups)
    chosen: list[Study] = []
    for i in rng.permutation(len(names)):
        members = groups[names[i]]
        chosen += [members[j] for j in rng.permutation(len(members))[:4]]
        if len(chosen) >= n:
            break
    return chosen[:n]


def _pair(study: Study, rng: np.random.Generator, usual: Sequence[tuple[str, str, float]]) -> Pair:
    """Two views of a study, drawn by weight, each in one of its fact-keeping forms.

    One findings<->impression pair in eight takes the impression from the findings' own sentences.
    """
    kinds = [kind for kind in usual if kind[0] in study.views and kind[1] in study.views]
    weights = np.array([weight for *_, weight in kinds])
    left, right, _ = kinds[int(rng.choice(len(kinds), p=weights / weights.sum()))]
    texts = [
        augmented(study.views[name], rng, impression=name.startswith("impression"))
        for name in (left, right)
    ]
    if (left, right) == ("findings", "impression") and rng.random() < 0.125:
        texts[1] = quoted(study.views["findings"], rng)
    return Pair(texts[0], texts[1], study.key)
