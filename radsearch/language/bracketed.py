"""Earlier lengths in brackets: "node 6 mm (13 mm)" is smaller than it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from radsearch.language.tokens import Token

if TYPE_CHECKING:
    from radsearch.language.measure import Measure

_SAME = 0.02
"""Lengths this near to each other are one, told in two units: "4 cm (40 mm)"."""
_MOST = 6.0
"""More than so many times another is no earlier length of the same thing."""


def mark_bracketed(tokens: Sequence[Token], measures: list[Measure]) -> list[Measure]:
    """The measures, those that stand alone in brackets behind a length being earlier ones.

    Args:
        tokens: The sentence.
        measures: Its lengths, in order.

    Returns:
        The same lengths.
    """
    for number in range(1, len(measures)):
        now, then = measures[number - 1], measures[number]
        if not (now.role == then.role == "size") or len(now.values) != len(then.values):
            continue
        words = [token.word for token in tokens[now.end : then.start]]
        closed = then.end < len(tokens) and tokens[then.end].word == ")"
        if words != ["("] or not closed:
            continue
        share = max(then.values) / max(now.values) if max(now.values) else 0.0
        if abs(share - 1.0) > _SAME and 1 / _MOST < share < _MOST:
            measures[number] = replace(then, role="prior")
    return measures
