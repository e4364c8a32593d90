"""Short queries, as people type them, with a report section that answers them.

A query names one present finding with some of its attributes. The other reports of the batch do not
have that finding; many deny it, or have it on the other side: the negatives that a keyword search
falls for.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from radsearch.language.finding import Finding
from radsearch.language.lexicon_file import aliases, read_table

from ..rows import Pair
from .extracted import findings_of
from .pairs import Study

_VIEWS = ("findings", "findings_rewrite", "impression", "impression_rewrite")
_NAMES = 6
"""How many of a finding's names are used: the first ones are the usual ones."""


@lru_cache(maxsize=1)
def _names() -> dict[str, list[str]]:
    return {row["id"]: aliases(row["aliases"])[:_NAMES] for row in read_table("findings")}


def _present(text: str) -> list[Finding]:
    return [f for f in findings_of(text) if f.presence == "present"]


def query_text(finding: Finding, rng: np.random.Generator) -> str:
    """A short query for a finding, with a random part of what is stated about it.

    >>> f = Finding("pneumothorax", "pleura/air", laterality="left", severity="mild")
    >>> sorted(query_text(f, np.random.default_rng(1)).split())
    ['left', 'pneumothorax']
    """
    names = _names().get(finding.finding) or [finding.finding.replace("_", " ")]
    name = names[0] if rng.random() < 0.6 else names[int(rng.integers(len(names)))]
    before, behind = list[str](), list[str]()
    for value in (finding.severity, finding.density, finding.temporal):
        if value and rng.random() < 0.6:
            before.append(value.replace("_", " "))
    place = (finding.zone or finding.location or "").replace("_", " ")
    side = finding.laterality if finding.laterality != "midline" else None
    if side and rng.random() < 0.8:
        (before if rng.random() < 0.7 else behind).append(side)
    if place and rng.random() < 0.4:
        behind.append(place)
    if finding.size_mm and rng.random() < 0.5:
        before.append(f"{finding.size_mm:g} mm")
    return " ".join([*before, name, *behind])


def answers(finding: Finding, text: str) -> bool:
    """Whether a text has the finding, its side not contradicted.

    >>> f = Finding("pneumothorax", "pleura/air", laterality="left")
    >>> [answers(f, t) for t in ("Left pneumothorax.", "Right pneumothorax.", "No pneumothorax.")]
    [True, False, False]
    """
    return any(
        other.finding == finding.finding
        and not {finding.laterality, other.laterality} == {"left", "right"}
        for other in _present(text)
    )


class Queries:
    """Draws queries with their reports; no report of a draw answers another one's query.

    Args:
        studies: The training part.
        focus: The stratum that half of the draws come from.
    """

    def __init__(self, studies: Sequence[Study], focus: str = "XR chest"):
        self._all = list(studies)
        self._focus = [study for study in studies if study.stratum == focus]

    def draw(self, rng: np.random.Generator, n: int) -> list[Pair]:
        """At most `n` pairs (query, section)."""
        chosen = self.choose(rng, n)
        return [Pair(query_text(f, rng), text, s.key, sections=False) for f, text, s in chosen]

    def choose(self, rng: np.random.Generator, n: int) -> list[tuple[Finding, str, Study]]:
        """What is asked for, the section that has it, and its study; one answer each."""
        pool = self._focus if self._focus and rng.random() < 0.5 else self._all
        chosen: list[tuple[Finding, str, Study]] = []
        for i in rng.permutation(len(pool))[: 6 * n]:
            study = pool[i]
            text = study.views.get(_VIEWS[int(rng.integers(4))], study.views["findings"])
            stated = _present(text)
            if not stated:
                continue
            finding = stated[int(rng.integers(len(stated)))]
            if not any(answers(finding, t) or answers(f, text) for f, t, _ in chosen):
                chosen.append((finding, text, study))
            if len(chosen) == n:
                break
        return chosen
