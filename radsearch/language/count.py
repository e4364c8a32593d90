"""How many: digits, number words, "multiple", and "a" before a lesion that can be counted."""

import re
from collections.abc import Iterator, Sequence

from radsearch.language.mention import Mention
from radsearch.language.owner import owner
from radsearch.language.phrase import Phrase

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "single": 1, "solitary": 1, "one": 1, "couple": 2,
    "pair": 2,
}  # fmt: skip
_NOT_COUNTS = frozenset(
    "segment level grade type stage zone category image series than score".split()
)
_UNITS = frozenset("mm cm ml cc inch % week month day year hour degree x hu".split())
_LESIONS = (
    "nodule", "mass", "lesion", "cyst", "granuloma", "bulla", "aneurysm", "metastas", "stone",
    "lithiasis", "adenoma", "hemangioma", "foreign_body", "abscess", "cavitary",
)  # fmt: skip


def find_counts(
    phrase: Phrase, mentions: Sequence[Mention]
) -> Iterator[tuple[Mention, int | str, int]]:
    """Mention and its count, for each that a sentence counts.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.

    Yields:
        A mention, a number or "few", "multiple", "innumerable", and the token that says it.
    """
    for match in phrase.of("modifier"):
        if match.entry.name == "count":
            target = owner(phrase, mentions, match.start, match.end)
            if target is not None and not (target.start <= match.start < target.end):
                value = match.entry.value
                yield target, int(value) if value.isdigit() else value, match.start
    for index in range(len(phrase.tokens)):
        number = _number(phrase, index)
        if number is None:
            continue
        target = _counted(phrase, mentions, index)
        if target is not None:
            yield target, number, index
    yield from _listed(phrase, mentions)
    yield from _articles(phrase, mentions)


_ORDINALS = frozenset(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
)
_LEVEL = re.compile(r"[ctl]\d{1,2}")


def _listed(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, int, int]]:
    """As many fractures as bones: "fractures of the sixth and seventh ribs", "at T7 and T9"."""
    for name in ("rib_fracture", "vertebral_compression_fracture"):
        named = [m for m in mentions if m.finding == name and m.status == "present"]
        if len(named) != 1:
            continue
        here = phrase.clause[named[0].start]
        bones: set[str] = set()
        words = [t.word for n, t in enumerate(phrase.tokens) if phrase.clause[n] == here]
        for word in words:
            level = name.startswith("vertebral") and _LEVEL.fullmatch(word)
            if level or (word in _ORDINALS and not name.startswith("vertebral")):
                bones.add(word)
        if len(bones) > 1 and not {"to", "through", "-"}.intersection(words):
            yield named[0], len(bones), named[0].start


def _number(phrase: Phrase, index: int) -> int | None:
    word = phrase.tokens[index].word
    before = phrase.tokens[index - 1].word if index else ""
    after = phrase.tokens[index + 1].word if index + 1 < len(phrase.tokens) else ""
    if before in _NOT_COUNTS or after in _UNITS or after in ("-", "to", "of", ")", "x"):
        return None
    if word in _NUMBERS:
        return _NUMBERS[word]
    if word.isdigit() and 0 < int(word) < 30 and before != "-":
        return int(word)
    return None


def _counted(phrase: Phrase, mentions: Sequence[Mention], index: int) -> Mention | None:
    segment = phrase.segment[index]
    for mention in mentions:
        if mention.start > index and phrase.segment[mention.start] == segment:
            return mention if mention.start - index <= 6 else None
    return None


def _articles(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, int, int]]:
    """One, for a lesion named in the singular and told apart by an article, a side or a size."""
    for mention in mentions:
        last = mention.end - 1
        raw = phrase.surface(last, mention.end).lower()
        word = phrase.tokens[last].word
        if mention.status != "present" or not _is_discrete(mention, word):
            continue
        if raw.endswith("s") and not word.endswith("s"):
            continue
        if any(item.axis in ("size", "laterality") for item in mention.evidence):
            yield mention, 1, last
        elif "a" in _before(phrase, mention) or "an" in _before(phrase, mention):
            yield mention, 1, last


def _is_discrete(mention: Mention, word: str) -> bool:
    if mention.finding == "lymphadenopathy":
        return word == "node"
    return any(part in mention.finding for part in _LESIONS)


def _before(phrase: Phrase, mention: Mention) -> list[str]:
    """Words of the mention's segment that stand before it."""
    start = mention.start
    while start > 0 and phrase.segment[start - 1] == phrase.segment[mention.start]:
        start -= 1
    return phrase.words(start, mention.start)
