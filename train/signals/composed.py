"""Written families side by side as one long text, of which one statement is wrong.

Sections of a report state five facts or more, and a fact that is wrong in the midst of them moves
a mean of tokens little. Statements of one part of the body make the anchor; all of them reworded,
in another order, stay right; the anchor itself with one statement replaced, left out or added does
not. (Families of one sentence alone left long ones the worst read: of those held out, .87 of the
pairs were right up to 8 words, .63 from 45 words on.)
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from ..rows import Family, Variant

_LONGEST = 18  # words of an anchor
_OTHERS = (1, 2, 3, 4)
_HOW_MANY = (0.2, 0.3, 0.3, 0.2)
_KINDS = ("changed", "left out", "added")
_HOW_OFTEN = (0.7, 0.15, 0.15)


def sentence(text: str) -> str:
    """The text with an end.

    >>> sentence("Left effusion"), sentence("No effusion. ")
    ('Left effusion.', 'No effusion.')
    """
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text.rstrip(';,:')}."


def _joined(statements: Sequence[str]) -> str:
    return " ".join(map(sentence, statements))


def _reworded(family: Family, rng: np.random.Generator) -> str:
    """One of the wordings that are not the anchor's."""
    texts = family.variants[0].texts
    return texts[1 + int(rng.integers(len(texts) - 1))]


def _changed(family: Family, rng: np.random.Generator) -> list[str]:
    """At most three of the family's wrong copies, nearest first."""
    copies = family.variants[1:]
    chosen = sorted(rng.permutation(len(copies))[:3])
    return [copies[i].texts[0] for i in chosen]


def composed(families: Sequence[Family], kind: str, rng: np.random.Generator) -> Family:
    """One long family of several short ones.

    Args:
        families: Two or more, each with a rewording and a wrong copy; all but the last are stated.
        kind: What goes wrong: "changed" (the first, by its own copies), "left out" (the first, then
            another one with it) or "added" (the last, which the anchor does not state).
        rng: Chooses orders and wordings.

    Returns:
        An anchor with one rewording, and one to three wrong copies, nearest first.

    >>> parts = [Family(x, "size", (Variant((x, f"{x}'"), 0, x), Variant((f"{x}!",), 1, f"{x}1")))
    ...          for x in "abc"]
    >>> found = composed(parts, "left out", np.random.default_rng(0))
    >>> sorted(found.variants[0].texts[0].split()), found.variants[1].texts
    (['a.', 'b.'], ('b.',))
    """
    *stated, spare = families
    order = rng.permutation(len(stated))
    anchors = [stated[i].variants[0].texts[0] for i in order]
    reworded = [_reworded(stated[i], rng) for i in rng.permutation(len(stated))]
    at = int(np.flatnonzero(order == 0)[0])
    if kind == "changed":
        lists = [[*anchors[:at], text, *anchors[at + 1 :]] for text in _changed(stated[0], rng)]
    elif kind == "left out":
        less = [*anchors[:at], *anchors[at + 1 :]]
        lists = [less, less[1:]] if len(less) > 1 else [less]
    else:
        where = int(rng.integers(len(anchors) + 1))
        lists = [[*anchors[:where], spare.variants[0].texts[0], *anchors[where:]]]
    key = "+".join(family.key for family in stated)
    copies = [Variant((_joined(x),), i, f"{key}/{kind}/{i}") for i, x in enumerate(lists, 1)]
    right = (_joined(anchors), _joined(reworded))
    axis = stated[0].axis if kind == "changed" else kind
    return Family(key, axis, (Variant(right, 0, key), *copies), stated[0].place)


class Composed:
    """Draws long families, the statements of each from one part of the body.

    Args:
        families: The training part; those of long anchors are left aside.

    Raises:
        ValueError: If no part of the body has enough families.
    """

    def __init__(self, families: Sequence[Family]):
        self._places: dict[str, list[Family]] = defaultdict(list)
        for family in families:
            short = len(family.variants[0].texts[0].split()) <= _LONGEST
            if short and len(family.variants[0].texts) > 1 and len(family.variants) > 1:
                self._places[family.place].append(family)
        self._first = [f for v in self._places.values() if len(v) > max(_OTHERS) + 1 for f in v]
        if not self._first:
            raise ValueError("no part of the body has more than five families of short anchors")

    def draw(self, rng: np.random.Generator, n: int) -> list[Family]:
        """`n` families, each family's anchor equally often what goes wrong."""
        return [self._one(rng) for _ in range(n)]

    def _one(self, rng: np.random.Generator) -> Family:
        first = self._first[int(rng.integers(len(self._first)))]
        others = [f for f in self._places[first.place] if f is not first]
        n = 1 + int(rng.choice(_OTHERS, p=_HOW_MANY))
        chosen = [first, *(others[i] for i in rng.permutation(len(others))[:n])]
        return composed(chosen, _KINDS[int(rng.choice(len(_KINDS), p=_HOW_OFTEN))], rng)
