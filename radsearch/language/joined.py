"""Normal statements of two organs at once: "liver and spleen normal", "narrowed but patent"."""

from collections.abc import Sequence

from radsearch.language.lexicon import Match, outermost
from radsearch.language.phrase import Phrase

_TURNS = frozenset("but yet though although however".split())
_LEADS = frozenset("is are still remains remain otherwise well".split())


def subjects_of(phrase: Phrase) -> list[Match]:
    """Subjects that no longer one covers; a pair such as "heart and aorta" hides neither organ.

    Args:
        phrase: The sentence taken apart.

    Returns:
        Subjects in order of start.
    """
    every = phrase.of("subject")
    kept = outermost(every)
    pairs = [s for s in kept if s.end - s.start > 2 and "and" in phrase.words(s.start, s.end)]
    if not pairs:
        return kept
    parts = [
        s
        for s in every
        if s not in kept
        and any(p.end == s.end and phrase.tokens[s.start - 1].word == "and" for p in pairs)
    ]
    return sorted([*kept, *outermost(parts)], key=lambda match: match.start)


def turned(phrase: Phrase, predicate: Match, subjects: Sequence[Match]) -> list[Match]:
    """Subjects of the clause before, for a predicate that only turns it: "... but patent".

    Args:
        phrase: The sentence taken apart.
        predicate: Of a clause without a subject of its own.
        subjects: All of the sentence.

    Returns:
        The last subject before it, or nothing.
    """
    start = phrase.clause_start(predicate.start)
    words = phrase.words(start, predicate.start)
    if not words or words[0] not in _TURNS or not _LEADS.issuperset(words[1:]):
        return []
    before = [s for s in subjects if phrase.clause[s.start] == phrase.clause[start] - 1]
    last = max((s.end for s in before), default=0)
    return [s for s in before if s.end == last]
