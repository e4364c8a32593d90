"""Places that a query names and `extract` keeps in no attribute: "portal", "humeral head"."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from radsearch.language.finding import Finding
from radsearch.language.lexicon import Match, load_lexicon
from radsearch.language.lexicon_file import aliases, read_table
from radsearch.language.tokens import tokenize

MAX_ALIASES = 12


@lru_cache(maxsize=1)
def _aliases() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = defaultdict(list)
    for row in read_table("anatomy"):
        table[row["id"]] += [row["id"].replace("_", " "), *aliases(row["aliases"])]
    return {name: tuple(dict.fromkeys(words)) for name, words in table.items()}


def place_words(text: str, found: Sequence[Finding]) -> list[tuple[tuple[str, ...], ...]]:
    """Per finding, the places near it in the text, each with its other names.

    Args:
        text: The query.
        found: Its findings, in order.

    Returns:
        As many as `found`; places that a finding holds as location or zone are left out.
    """
    out: list[list[tuple[str, ...]]] = [[] for _ in found]
    if not found:
        return []
    tokens = tokenize(text)
    for match in _longest(load_lexicon().match(tokens)):
        start, end = tokens[match.start].start, tokens[match.end - 1].end
        nearest = min(range(len(found)), key=lambda at: _distance(found[at], start, end))
        item = found[nearest]
        inside = item.start <= start and end <= item.end
        known = {item.location, item.zone, *(item.location or "").split("_")}
        if inside or match.entry.name in known:
            continue
        names = (text[start:end].lower(), *_aliases().get(match.entry.name, ()))
        out[nearest].append(tuple(dict.fromkeys(names))[:MAX_ALIASES])
    return [tuple(words) for words in out]


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
