"""Which characters of a hit answer the query's words."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from radsearch.hit import Span

STOP = frozenset(
    "a an and are as at be been but by case cases exam examination find for from has have how i in "
    "into is it its me of on or patient patients report reports show study studies than that the "
    "their there these this those to was were what when where which who whose with within".split()
)
"""Words that say nothing of what was seen; "no", "not" and "without" are none of them."""


def content_words(text: str) -> list[str]:
    """Words of a query that a reader would look for, in order, each once.

    >>> content_words("Find reports with a left pneumothorax, no effusion")
    ['left', 'pneumothorax', 'no', 'effusion']
    """
    found = re.findall(r"\w+", text.lower())
    return list(dict.fromkeys(word for word in found if word not in STOP))


def term_spans(section: str, text: str, terms: Sequence[str]) -> list[Span]:
    """Where terms stand in a section, whole words, plural allowed, in order; overlaps are joined.

    Args:
        section: Its name, for the spans.
        text: Its text.
        terms: Words or phrases in lower case.

    Returns:
        Spans of kind "term".

    >>> term_spans("findings", "Small effusions.", ["effusion"])
    [Span(section='findings', start=6, end=15, kind='term')]
    """
    if not terms or not text:
        return []
    pattern = _pattern(tuple(terms))
    return [Span(section, found.start(), found.end()) for found in pattern.finditer(text)]


@lru_cache(maxsize=256)
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(terms, key=len, reverse=True)
    parts = [r"\W+".join(map(re.escape, term.split())) for term in longest_first]
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?:s|es)?(?!\w)", re.IGNORECASE)


def merge(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order of section and place; what a finding covers is not marked as a word again."""
    rank = {"contradiction": 0, "match": 1, "term": 2}
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (rank[s.kind], s.section, s.start, -s.end)):
        clash = (o for o in kept if o.section == span.section)
        if all(span.end <= other.start or span.start >= other.end for other in clash):
            kept.append(span)
    return tuple(sorted(kept, key=lambda s: (s.section, s.start)))
