"""Other wordings of whole words: lay, British, dictated and abbreviated ones become the standard.

They are replaced before the lexicon is read and in its aliases too, so that "armpit glands" finds
whatever is known of axillary nodes.
"""

from collections.abc import Sequence
from functools import lru_cache

from radsearch.language.lexicon_file import aliases, read_table
from radsearch.language.tokens import Token, tokenize

Words = tuple[str, ...]


def standard(words: Sequence[str]) -> list[str]:
    """The words with every variant replaced, the longest first.

    >>> standard(["broken", "collarbone"]), standard(["rij", "line"])
    (['broken', 'clavicle'], ['right', 'internal', 'jugular', 'line'])
    """
    table = _table()
    if not _varies(table, words):  # as nearly always
        return list(words)
    kept: list[str] = []
    at = 0
    while at < len(words):
        length, found = _longest(table, words, at)
        kept += found
        at += length
    return kept


def standardize(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with every variant replaced; what stands for several words covers them all."""
    table = _table()
    words = [token.word for token in tokens]
    if not _varies(table, words):
        return list(tokens)
    kept: list[Token] = []
    at = 0
    while at < len(words):
        length, found = _longest(table, words, at)
        if length == len(found) and list(found) == words[at : at + length]:
            kept += tokens[at : at + length]
        else:
            start, end = tokens[at].start, tokens[at + length - 1].end
            kept += [Token(word, start, end) for word in found]
        at += length
    return kept


def variant_words() -> frozenset[str]:
    """Every word of every variant: none of them is a misspelling."""
    return frozenset(
        word for first, rest in _table().items() for tail, _ in rest for word in (first, *tail)
    )


def _varies(table: dict[str, list[tuple[Words, Words]]], words: Sequence[str]) -> bool:
    """Whether a variant stands anywhere; quicker than looking for the longest everywhere."""
    return not table.keys().isdisjoint(words) and any(
        word in table and _longest(table, words, at) != (1, (word,))
        for at, word in enumerate(words)
    )


def _longest(
    table: dict[str, list[tuple[Words, Words]]], words: Sequence[str], at: int
) -> tuple[int, Words]:
    first = words[at]
    for tail, replacement in table.get(first, ()):
        end = at + 1 + len(tail)
        if tuple(words[at + 1 : end]) == tail:
            return end - at, replacement
    return 1, (first,)


@lru_cache(maxsize=1)
def _table() -> dict[str, list[tuple[Words, Words]]]:
    """First word -> (following words, replacement), the longest variants first."""
    table: dict[str, list[tuple[Words, Words]]] = {}
    for row in read_table("variants"):
        target = tuple(token.word for token in tokenize(row["standard"]))
        for variant in aliases(row["variants"]):
            first, *tail = (token.word for token in tokenize(variant))
            table.setdefault(first, []).append((tuple(tail), target))
    for rest in table.values():
        rest.sort(key=lambda entry: -len(entry[0]))
    return table
