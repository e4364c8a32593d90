"""Which words of a sentence the lexicon knows, and the values that they state.

A report of which every word is known hides no finding in words that were not understood: what it
does not state, it does not say. The more words are unknown, the less a difference is to be trusted.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from radsearch.language.lexicon import Match, load_lexicon
from radsearch.language.tokens import Token, tokenize
from radsearch.matching.contrast import Value, word_value
from radsearch.matching.record import Kind

_FILLER = frozenset(
    "a an the is are was were be been there this that these those it its of in at on to with and "
    "or has have seen see noted note identified identify present demonstrated demonstrate "
    "visualized visualize evident again mm cm measure measuring measured tip well also other "
    "otherwise as from by due for patient".split()
)
_AXES: dict[str, Kind] = {
    "severity": "severity",
    "temporal": "temporal",
    "density": "morphology",
    "laterality": "laterality",
    "zone": "location",
    "certainty": "certainty",
    "count": "count",
}
_NUMBER = re.compile(r"\d*\.?\d+$")


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence as the lexicon reads it.

    Attributes:
        words: Content words in canonical form, in order.
        unread: Of these, the ones that belong to no entry.
        values: What single words and phrases state, by kind.
    """

    words: tuple[str, ...]
    unread: frozenset[str]
    values: frozenset[tuple[Kind, Value]]


@lru_cache(maxsize=16384)
def read_words(text: str) -> Reading:
    """Read one sentence word by word.

    Args:
        text: A sentence.

    Returns:
        Its content words, those that are unknown, and the values stated.

    >>> reading = read_words("Small left effusion with crinkled edge.")
    >>> sorted(reading.unread), ("laterality", "left") in reading.values
    (['crinkled', 'edge'], True)
    """
    tokens = tokenize(text)
    matches = load_lexicon().match(tokens)
    known = {place for match in matches for place in range(match.start, match.end)}
    content = [
        (n, token.word)
        for n, token in enumerate(tokens)
        if token.word[:1].isalnum() and token.word not in _FILLER
    ]
    unread = {
        word
        for n, word in content
        if n not in known and not _NUMBER.match(word) and word_value(word) is None
    }
    values = {*_stated(matches), *_numbers(tokens)}
    values |= {value for _, word in content if (value := word_value(word)) is not None}
    return Reading(tuple(word for _, word in content), frozenset(unread), frozenset(values))


def _stated(matches: Sequence[Match]) -> Iterator[tuple[Kind, Value]]:
    anatomy = [m for m in matches if m.entry.kind == "anatomy"]
    for match in matches:
        entry = match.entry
        if entry.kind == "modifier" and entry.name in _AXES:
            yield _AXES[entry.name], entry.value
        elif entry.kind == "cue" and entry.name == "negation":
            yield "status", "negated"
            if entry.detail == "probable":
                yield "certainty", "probable"
        elif entry.kind == "cue" and entry.name == "uncertainty":
            yield "certainty", entry.detail or entry.value
    for match in anatomy:
        inside = any(
            (o.start, o.end) != (match.start, match.end)
            and o.start <= match.start
            and match.end <= o.end
            for o in anatomy
        )
        if not inside:
            yield "location", match.entry.name


def _numbers(tokens: Sequence[Token]) -> Iterator[tuple[Kind, Value]]:
    for n, token in enumerate(tokens):
        if _NUMBER.match(token.word):
            unit = tokens[n + 1].word if n + 1 < len(tokens) else ""
            yield "measurement", f"{float(token.word) * (10 if unit == 'cm' else 1):g}"


def nested(a: str, b: str) -> bool:
    """Whether one site lies in the other.

    >>> nested("lung", "lower_lobe"), nested("upper_lobe", "lower_lobe")
    (True, False)
    """
    return a == b or a in _above(b) or b in _above(a)


@lru_cache(maxsize=4096)
def _above(site: str) -> frozenset[str]:
    parents, found = load_lexicon().parents, set[str]()
    while (parent := parents.get(site, "")) and parent not in found:
        found.add(parent)
        site = parent
    return frozenset(found)


def shared_words(a: Reading, b: Reading) -> int:
    """How many content words two sentences have in common, repeats counted.

    >>> shared_words(read_words("Left effusion."), read_words("Right effusion."))
    1
    """
    return (Counter(a.words) & Counter(b.words)).total()
