"""How many: digits, number words, "multiple", and "a" before a lesion that can be counted."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from radsearch.language.listed import count_listed
from radsearch.language.mention import Mention
from radsearch.language.numbered import is_name, is_of, is_plural
from radsearch.language.owner import owner
from radsearch.language.phrase import Phrase
from radsearch.language.some_of import both_of, of_which

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "single": 1, "solitary": 1, "one": 1, "couple": 2,
    "pair": 2, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18,
    "twenty": 20, "thirty": 30,
}  # fmt: skip
_UNITS = frozenset(
    "mm cm ml cc inch % week month day year hour degree x hu th st nd rd french fr f vessel lead "
    "chamber place point layer side level part lobe phase segment times fold view wire l r c t g "
    "millimeter centimeter o oclock territory centimeters septum tesla".split()
)
_LESIONS = (
    "nodule", "mass", "lesion", "cyst", "granuloma", "bulla", "aneurysm", "metastas", "stone",
    "lithiasis", "adenoma", "hemangioma", "foreign_body", "abscess", "cavitary", "hematoma",
    "seroma", "infarct", "laceration", "fibroid", "polyp", "adrenal_hemorrhage", "collection",
    "appendicolith", "accessory_spleen", "disc_herniation", "pulmonary_embolism", "goiter_nodule",
)  # fmt: skip
_UNCOUNTED = frozenset({"mass_effect"})


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
            of_time = _TIMES.intersection(phrase.words(match.end, match.end + 1))
            if target is None or of_time or _inside(target, match.start):
                continue
            if not _is_of_other(phrase, target, match.start, match.end):
                value = match.entry.value
                yield target, int(value) if value.isdigit() else value, match.start
    for index, word in enumerate(phrase.said):
        if word not in _NUMBERS and not word.isdigit():
            continue  # by far the most words
        number = _number(phrase, index)
        if number is None:
            continue
        target = _counted(phrase, mentions, index, number)
        if target is not None:
            yield target, number, index
    yield from _sized(phrase, mentions)
    yield from count_listed(phrase, mentions)
    yield from of_which(phrase, mentions)
    yield from both_of(phrase, mentions)
    yield from _articles(phrase, mentions)


def _is_of_other(phrase: Phrase, target: Mention, start: int, end: int) -> bool:
    """Whether a number word counts a later noun: "a mass with a few cystic spaces"."""
    if start < target.end or phrase.words(start, start + 1) == ["sparse"]:
        return start >= target.end
    at = end
    while at < len(phrase.said) and phrase.segment[at] == phrase.segment[start]:
        if phrase.said[at] in _PLACING:
            return False
        if is_plural(phrase, at) and not _is_place(phrase, at):
            return True
        at += 1
    return False


def _is_place(phrase: Phrase, at: int) -> bool:
    return any(m.start <= at < m.end for kind in ("site", "anatomy") for m in phrase.of(kind))


_PLACING = frozenset("in of at on with within along up each measuring".split())
_TIMES = frozenset("year month week day hour time phase view level wire".split())


def _inside(mention: Mention, at: int) -> bool:
    return mention.start <= at < mention.end


def _number(phrase: Phrase, index: int) -> int | None:
    word = phrase.tokens[index].word
    before = phrase.tokens[index - 1].word if index else ""
    after = phrase.tokens[index + 1].word if index + 1 < len(phrase.tokens) else ""
    if is_name(phrase, index) or after in _UNITS or after in ("-", "to", "of", ")", "x", "or"):
        return None
    if word in _NUMBERS:
        return _NUMBERS[word]
    if word.isdigit() and 0 < int(word) < 30 and before != "-":
        return int(word)
    return None


_PLURAL_SIZES = frozenset({",", "(", ":", "of", "measuring"})


def _sized(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, int, int]]:
    """Two, for a plural noun with one size each: "left lung nodules, 5 and 7 mm"."""
    for mention in mentions:
        if mention.status != "present" or not is_lesion(mention.finding):
            continue
        if not phrase.surface(mention.end - 1, mention.end).lower().endswith("s"):
            continue
        words = phrase.words(mention.end, mention.end + 9)
        while words and words[0] in _PLURAL_SIZES:
            words = words[1:]
        sizes = 0
        while words and _SIZE.fullmatch(words[0]):
            words = words[2:] if words[1:2] in (["mm"], ["cm"]) else words[1:]
            sizes += 1
            while words and words[0] in (",", "and"):
                words = words[1:]
        if sizes > 1:
            yield mention, sizes, mention.end - 1


_SIZE = re.compile(r"\d+(?:\.\d+)?")


def _counted(
    phrase: Phrase, mentions: Sequence[Mention], index: int, number: int
) -> Mention | None:
    segment = phrase.segment[index]
    for mention in mentions:
        if mention.start > index and phrase.segment[mention.start] == segment:
            near = mention.start - index <= 6
            its = near and is_of(phrase, index, mention.start, mention.end, number)
            return _last_noun(mentions, mention) if its else None
    return _behind(phrase, mentions, index)


def _last_noun(mentions: Sequence[Mention], mention: Mention) -> Mention:
    """What a compound names: the scars of "two old infarct scars"."""
    following = next((other for other in mentions if other.start == mention.end), None)
    return mention if following is None else _last_noun(mentions, following)


_BEFORE_NUMBER = frozenset({",", "about", "at", "least", "number", "in", "(", "total", "over"})


def _behind(phrase: Phrase, mentions: Sequence[Mention], index: int) -> Mention | None:
    """The mention that a number between commas counts: "nodes, seven, up to 9 mm"."""
    after = phrase.words(index + 1, index + 2)
    if after and after[0] not in (",", ";", ".", ")", "in"):
        return None
    at = index - 1
    while at > 0 and phrase.tokens[at].word in _BEFORE_NUMBER:
        at -= 1
    before = phrase.words(at + 1, index)
    if not {",", "number", "("}.intersection(before) or phrase.tokens[index].word == "one":
        return None
    clause = phrase.clause[index]
    ahead = [m for m in mentions if m.end <= index and phrase.clause[m.start] == clause]
    return ahead[-1] if ahead and index - ahead[-1].end <= 8 else None


def _articles(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, int, int]]:
    """One, for a lesion named in the singular and told apart by an article, a side or a size."""
    for mention in mentions:
        last = mention.end - 1
        word = phrase.said[last]
        if mention.status != "present" or not _is_discrete(mention, word):
            continue
        if is_plural(phrase, last):
            continue
        if any(item.axis in ("size", "laterality") for item in mention.evidence):
            yield mention, 1, last
        elif "a" in _before(phrase, mention) or "an" in _before(phrase, mention):
            yield mention, 1, last


def _is_discrete(mention: Mention, word: str) -> bool:
    if mention.finding == "lymphadenopathy":
        return word == "node"
    return is_lesion(mention.finding) and word not in _MASS_NOUNS


_MASS_NOUNS = frozenset("sludge lithiasis nephrolithiasis cholelithiasis urolithiasis".split())


@lru_cache(maxsize=4096)
def is_lesion(finding: str) -> bool:
    """Whether a finding is one that can be counted.

    >>> is_lesion("pulmonary_nodule"), is_lesion("pleural_effusion")
    (True, False)
    """
    return finding not in _UNCOUNTED and any(part in finding for part in _LESIONS)


def _before(phrase: Phrase, mention: Mention) -> list[str]:
    """Words of the mention's segment that stand before it."""
    start = mention.start
    while start > 0 and phrase.segment[start - 1] == phrase.segment[mention.start]:
        start -= 1
    return phrase.words(start, mention.start)
