"""Places that a query names and `extract` keeps in no attribute: "portal", "humeral head"."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from radsearch.language.finding import Finding
from radsearch.language.lexicon import Match, load_lexicon
from radsearch.language.lexicon_file import aliases, read_table
from radsearch.language.tokens import tokenize
from radsearch.search.intent import Wish

MAX_ALIASES = 12
GENERAL = frozenset(("body", "bones", "bone", "chest", "lung", "abdomen", "head", "pelvis"))
"""Places that say too little to be looked for."""


@lru_cache(maxsize=1)
def _aliases() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = defaultdict(list)
    for row in read_table("anatomy"):
        table[row["id"]] += [row["id"].replace("_", " "), *aliases(row["aliases"])]
    return {name: tuple(dict.fromkeys(words)) for name, words in table.items()}


def add_places(text: str, found: Sequence[Finding], wishes: Sequence[Wish]) -> list[Wish]:
    """The wishes with the places that stand near their findings in the text.

    Args:
        text: The query.
        found: Its findings, in order.
        wishes: One a finding.

    Returns:
        As many. A place joined by "or" to the finding's own is another location; the rest are
        words that the finding's sentence should hold.
    """
    out = list(wishes)
    if not found:
        return out
    tokens = tokenize(text)
    places = _longest(load_lexicon().match(tokens))
    spans = [(tokens[m.start].start, tokens[m.end - 1].end) for m in places]
    for match, (start, end) in zip(places, spans, strict=True):
        at = min(range(len(found)), key=lambda at: _distance(found[at], start, end))
        item, wish, name = found[at], out[at], match.entry.name
        inside = item.start <= start and end <= item.end
        if name in wish.locations:
            out[at] = replace(wish, implied_place=wish.implied_place or inside)
        if inside or name in GENERAL or name in {*wish.locations, wish.zone}:
            continue
        if wish.locations and re.search(r"\bor\b|/", text[max(0, start - 4) : end + 4], re.I):
            out[at] = replace(wish, locations=(*wish.locations, name))
            continue
        names = (text[start:end].lower(), *_aliases().get(name, ()))
        words = tuple(dict.fromkeys(names))[:MAX_ALIASES]
        out[at] = replace(wish, words=(*wish.words, words))
    return out


def _longest(matches: Sequence[Match]) -> list[Match]:
    """Anatomy that no longer anatomy covers."""
    places = [match for match in matches if match.entry.kind == "anatomy"]
    return [
        match
        for match in places
        if not any(
            other is not match
            and other.start <= match.start
            and match.end <= other.end
            and other.end - other.start > match.end - match.start
            for other in places
        )
    ]


def _distance(item: Finding, start: int, end: int) -> int:
    return max(0, start - item.end, item.start - end)
