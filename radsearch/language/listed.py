"""How many bones or levels a sentence lists: "the left fourth to eighth ribs" are five."""

import re
from collections.abc import Iterator, Sequence

from radsearch.language.mention import Mention
from radsearch.language.numbered import is_plural
from radsearch.language.phrase import Phrase

_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(),
        1,
    )
}
_WORDS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}
_TO = frozenset({"to", "through", "-", "thru"})
_LINKS = _TO | {"and", ",", "number", "no"}
_SUFFIX = frozenset({"st", "nd", "rd", "th"})
_LEVEL = re.compile(r"([ctdls])(\d{1,2})")
_FIRST = {"c": 0, "t": 7, "d": 7, "l": 19, "s": 24}
_RIB = frozenset({"rib_fracture", "fracture", "lytic_lesion", "sclerotic_lesion"})
_BROKEN = frozenset({"rib_fracture", "fracture"})
_SPINE = frozenset({"vertebral_compression_fracture", "fracture"})


def count_listed(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, int, int]]:
    """Mention, number of bones and token, for each mention whose bones are listed.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.

    Yields:
        As `find_counts` does; only where more than one bone is named.
    """
    for mention in mentions:
        if mention.status != "present" or mention.finding not in (_RIB | _SPINE):
            continue
        rivals = [m for m in mentions if m.finding in (_RIB | _SPINE) and m is not mention]
        here = _stretch(phrase, mention, rivals)
        words = phrase.words(here.start, here.stop)
        number = _ribs(words) if mention.finding in _RIB else 0
        if mention.finding in _SPINE and number < 2 and not _is_one(phrase, mention):
            number = _levels(words)
        single = number == 1 and mention.finding == "rib_fracture"
        raw = phrase.surface(mention.end - 1, mention.end)
        if number > 1 or (single and not raw.endswith("s")):
            yield mention, number, mention.start


def ribs_by_side(phrase: Phrase, mention: Mention, starts: Sequence[int]) -> list[int]:
    """How many ribs each of two sides has in "right 4th, 5th and left 6th rib fractures".

    Args:
        phrase: The sentence taken apart.
        mention: What the ribs have.
        starts: Where the two sides are named.

    Returns:
        Two numbers in the order of `starts`; empty if one side has no rib of its own.
    """
    first, second = sorted(starts)
    end = phrase.clause_end(first)
    if mention.finding not in _BROKEN or "rib" not in phrase.words(first, end):
        return []
    found = [
        _count(words, [(at, value) for at in range(len(words)) if (value := _rib(words, at))])
        for words in (phrase.words(first, second), phrase.words(second, end))
    ]
    if not all(found):
        return []
    return found if list(starts) == [first, second] else found[::-1]


_ONE = frozenset("fracture deformity defect disruption break lesion wedge".split())


def _is_one(phrase: Phrase, mention: Mention) -> bool:
    """Whether a noun in the singular is one fracture; "wedging" may be of two levels."""
    last = mention.end - 1
    return phrase.said[last] in _ONE and not is_plural(phrase, last)


def _stretch(phrase: Phrase, mention: Mention, rivals: Sequence[Mention]) -> range:
    """Tokens of the clause that no rival stands nearer to."""
    start, end = phrase.clause_start(mention.start), phrase.clause_end(mention.start)
    for rival in rivals:
        if start < rival.end <= mention.start:
            start = mention.start
        elif rival.start >= mention.end:
            end = min(end, rival.start)
    return range(start, end)


def _ribs(words: Sequence[str]) -> int:
    if "rib" not in words:
        return 0
    numbers = [(at, value) for at, word in enumerate(words) if (value := _rib(words, at))]
    return _count(words, numbers)


def _rib(words: Sequence[str], at: int) -> int:
    word = words[at]
    if word in _ORDINALS:
        return _ORDINALS[word]
    after = words[at + 1 : at + 2]
    if word.isdigit() and 0 < int(word) < 13 and after not in (["mm"], ["cm"], ["week"], ["%"]):
        return int(word)
    start = at
    while start and (words[start - 1] in _WORDS or words[start - 1] in _LINKS):
        start -= 1
    return _WORDS.get(word, 0) if words[start - 1 : start] == ["rib"] else 0


def _levels(words: Sequence[str]) -> int:
    numbers: list[tuple[int, int]] = []
    for at, word in enumerate(words):
        if match := _LEVEL.fullmatch(word):
            numbers.append((at, _FIRST[match[1]] + int(match[2])))
    return _count(words, numbers)


_MOST = 8
"""A longer range, such as "C1 to L5", says how far something reaches or what was imaged."""


def _count(words: Sequence[str], numbers: Sequence[tuple[int, int]]) -> int:
    """Bones named one by one, and those between the ends of a range."""
    named: set[int] = set()
    for place, (at, value) in enumerate(numbers):
        named.add(value)
        if not place:
            continue
        before, lower = numbers[place - 1]
        between = [word for word in words[before + 1 : at] if word not in _SUFFIX]
        if lower < value and (not between or (len(between) == 1 and between[0] in _TO)):
            if value - lower >= _MOST:
                named -= {lower, value}
            else:
                named.update(range(lower, value))
    return len(named)
