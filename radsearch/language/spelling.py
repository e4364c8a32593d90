"""Misspelt lexicon words: one edit away, six letters or more; two swapped letters from five on."""

from functools import lru_cache

from radsearch.language.lexicon import load_lexicon
from radsearch.language.lexicon_file import read_table
from radsearch.language.tokens import canonical

_SHORTEST = 6
_SHORTEST_SWAP = 5


@lru_cache(maxsize=16384)
def respell(word: str) -> str:
    """The lexicon's word for a misspelt one; any other word as it is.

    >>> respell("pnuemothorax"), respell("rigth"), respell("table")
    ('pneumothorax', 'right', 'table')
    """
    if len(word) < _SHORTEST_SWAP or not word.isalpha():
        return word
    if word in load_lexicon().words or word in _ordinary():
        return word
    for at in range(len(word) - 1):
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        if swapped in load_lexicon().words:
            return swapped
    if len(word) < _SHORTEST:
        return word
    table = _deletions()
    found: set[str] = set()
    for key in (word, *_shorter(word)):
        found.update(table.get(key, ()))
    near = sorted(other for other in found if _one_edit(word, other))
    return near[0] if len(near) == 1 else word


@lru_cache(maxsize=65536)
def spelled(word: str) -> str:
    """The canonical form of a word, corrected if it is misspelt.

    >>> spelled("Pnuemothorax"), spelled("Opacities")
    ('pneumothorax', 'opacity')
    """
    return respell(canonical(word))


@lru_cache(maxsize=1)
def _ordinary() -> frozenset[str]:
    """Correct words that stand one edit from a lexicon word, or are merely common."""
    return frozenset(canonical(row["word"]) for row in read_table("words"))


@lru_cache(maxsize=1)
def _deletions() -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for word in load_lexicon().words:
        if len(word) >= _SHORTEST and word.isalpha():
            for key in (word, *_shorter(word)):
                if key in table:
                    table[key].append(word)
                else:
                    table[key] = [word]
    return table


def _shorter(word: str) -> list[str]:
    """The word without one of its letters, its first one excepted: no edit changes that."""
    return [word[:at] + word[at + 1 :] for at in range(1, len(word))]


def _one_edit(first: str, second: str) -> bool:
    if abs(len(first) - len(second)) > 1 or first[0] != second[0]:
        return False
    at = 0
    while at < min(len(first), len(second)) and first[at] == second[at]:
        at += 1
    if len(first) == len(second):
        return first[at + 1 :] == second[at + 1 :]
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    return longer[at + 1 :] == shorter[at:]
