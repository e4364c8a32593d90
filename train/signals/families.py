"""Written contrast families: an anchor, rewordings that keep its facts, graded near-copies.

A near-copy shares almost every word with the anchor and is wrong; a rewording shares few and is
right. Only a model that reads the attribute can tell, so word overlap does not decide.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from ..rows import Family, FamilySignal, Variant


def held_out(key: str) -> bool:
    """Whether a family is kept for validation: one in ten, by the hash of its key.

    >>> sum(held_out(f"family-{i}") for i in range(1000))
    101
    """
    return int.from_bytes(blake2b(key.encode(), digest_size=4).digest(), "big") % 10 == 7


def family_of(row: Mapping[str, Any]) -> Family:
    """A row of `data/corpus/contrast` as a family.

    >>> row = {"id": "f", "axis": "severity", "anchor": "Mild.", "same": ["Slight."],
    ...        "graded": [{"text": "Severe.", "distance": 2}]}
    >>> [(v.texts, v.distance) for v in family_of(row).variants]
    [(('Mild.', 'Slight.'), 0), (('Severe.',), 2)]
    """
    key = str(row["id"])
    condensed = [row["condensed"]] if row.get("condensed") else []
    wordings = (row["anchor"], *row["same"], *condensed)
    graded = sorted(row["graded"], key=lambda item: int(item["distance"]))
    copies = (
        Variant((item["text"],), int(item["distance"]), f"{key}/{i}")
        for i, item in enumerate(graded, 1)
    )
    place, *_ = str(row.get("body_part") or "").lower().split() or [""]
    return Family(key, str(row["axis"]), (Variant(wordings, 0, f"{key}/0"), *copies), place)


def read_families(folder: Path, *, validation: bool = False) -> Iterator[Family]:
    """Families of every `families*.jsonl` in a folder, either the training or the held-out ones."""
    for path in sorted(folder.glob("families*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                family = family_of(json.loads(line))
                if held_out(family.key) == validation:
                    yield family


TURNS = {
    "finding": 5,
    "location": 3,
    "omission": 2,
    "density": 2,
    "certainty": 2,
    "zone": 2,
    "temporal": 2,
}
"""How often an axis is drawn beside the others' once: those whose training families an encoder of
ten stages had not learnt (finding .51 to .60 of the pairs, location .75, omission .75 to .83, the
next four .84 to .93, the others .90 to 1.00), drawn equally often."""


class ContrastFamilies:
    """Draws families, the axes in turn.

    Args:
        families: The training part.
        wordings: How many wordings of the anchor's meaning a draw uses.
        turns: How often an axis comes where the others come once.

    Raises:
        ValueError: If there are no families.
    """

    def __init__(
        self, families: Sequence[Family], wordings: int = 2, turns: Mapping[str, int] = TURNS
    ):
        if not families:
            raise ValueError("no contrast families: give the folder that holds families*.jsonl")
        self.families = families
        self._wordings, self._turns = wordings, turns
        self._shares: Mapping[str, float] = {}
        self._axes: dict[str, list[Family]] = defaultdict(list)
        for family in families:
            self._axes[family.axis].append(family)

    @classmethod
    def read(cls, folder: Path) -> "ContrastFamilies":
        """The training families of `data/corpus/contrast`."""
        return cls(list(read_families(folder)))

    def rehearse(self, known: Collection[str], share: float) -> None:
        """Draw known families less often.

        Args:
            known: Keys of them.
            share: How often one is drawn where another is drawn once, in (0, 1].
        """
        self._shares = dict.fromkeys(known, share)

    def _order(self, axis: str, rng: np.random.Generator) -> list[int]:
        """All families of an axis, the last to come first: weighted draws without replacement.

        Source: Efraimidis and Spirakis (2006), doi:10.1016/j.ipl.2005.11.003.
        """
        shares = np.array([self._shares.get(family.key, 1.0) for family in self._axes[axis]])
        return list(np.argsort(rng.random(len(shares)) ** (1 / shares)))

    def draw(self, rng: np.random.Generator, n: int) -> list[Family]:
        """At most `n` families without repetition, the axes in turn from a random start."""
        axes = sorted(self._axes)
        order = {axis: self._order(axis, rng) for axis in axes}
        chosen: list[Family] = []
        turns = [axis for axis in axes for _ in range(self._turns.get(axis, 1))]
        turn = [turns[i] for i in rng.permutation(len(turns))]
        while len(chosen) < n and any(order.values()):
            for axis in turn:
                if order[axis] and len(chosen) < n:
                    chosen.append(thinned(self._axes[axis][order[axis].pop()], rng, self._wordings))
        return chosen


def thinned(family: Family, rng: np.random.Generator, wordings: int) -> Family:
    """The family with only some of its anchor's wordings, the anchor itself always among them.

    >>> family = Family("f", "size", (Variant(("a", "b", "c"), 0, "m"), Variant(("d",), 1, "n")))
    >>> len(thinned(family, np.random.default_rng(0), 2).variants[0].texts)
    2
    """
    first = family.variants[0]
    others = rng.permutation(len(first.texts) - 1)[: wordings - 1]
    texts = (first.texts[0], *(first.texts[1 + i] for i in others))
    return replace(family, variants=(Variant(texts, 0, first.meaning), *family.variants[1:]))


class WithoutRewordings:
    """Families whose meanings have one wording each: only their order is left to learn.

    Args:
        signal: Where the families come from.
    """

    def __init__(self, signal: FamilySignal):
        self._signal = signal

    def draw(self, rng: np.random.Generator, n: int) -> list[Family]:
        """The families that the signal draws, thinned."""
        return [
            replace(family, variants=tuple(replace(v, texts=v.texts[:1]) for v in family.variants))
            for family in self._signal.draw(rng, n)
        ]
