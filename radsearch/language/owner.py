"""Which mention an adjective, a place or a measure belongs to."""

from collections.abc import Sequence

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_PLACING = frozenset(
    "in at on of over within along near throughout involving into from through around across "
    "beneath behind adjacent beside between above below under affecting overlying to up "
    "measuring".split()
)
_PASSED = frozenset(
    "the both left right upper lower mid middle a an each all of its about approximately "
    "nearly".split()
)
_VERBS = frozenset("is are was were measure measuring remain appear has have shows show".split())


def owner(phrase: Phrase, mentions: Sequence[Mention], start: int, end: int) -> Mention | None:
    """The mention that words from token `start` to `end` describe; None if there is none.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.
        start: First token of the describing words.
        end: Behind their last token.

    Returns:
        The owner.
    """
    for mention in mentions:
        if mention.start <= start < mention.end:
            return mention
    number = phrase.segment[start]
    same = [m for m in mentions if phrase.segment[m.start] == number]
    left = [m for m in same if m.end <= start]
    right = [m for m in same if m.start >= end]
    if left and right:
        return _between(phrase, left[-1], right[0], start, end)
    if left or right:
        return left[-1] if left else right[0]
    return _outside(phrase, mentions, start, end)


def _between(phrase: Phrase, left: Mention, right: Mention, start: int, end: int) -> Mention:
    """Between two mentions: a place belongs to the first, an adjective to the second."""
    if end == right.start:  # "centered on multiple diverticula"; "on the left pushing"
        return left if phrase.tokens[start].word == "on" else right
    at = start - 1
    while at >= left.end and phrase.tokens[at].word in _PASSED:
        at -= 1
    if at >= left.end and phrase.tokens[at].word in (_PLACING | _VERBS):
        return left
    gap = phrase.words(end, right.start)
    if any(word in _PLACING or word in _VERBS for word in gap):
        return left
    return right


def _joins(phrase: Phrase, first: int, start: int, end: int, following: Mention) -> bool:
    """Whether words behind "with" lead on to the mention there: "with small, new effusion"."""
    own = phrase.words(first, start)
    between = phrase.words(end, following.start)
    return (
        following.status != "absent"
        and not any(word in _VERBS or word in _PLACING for word in (*own, *between))
        and between[:1] == [","]
        and "and" not in between
    )


def _head(phrase: Phrase, before: Sequence[Mention]) -> Mention:
    """What words behind a comma describe: the noun itself, not what it comes with or without."""
    chosen = before[-1]
    for earlier in reversed(before[:-1]):
        between = phrase.words(earlier.end, chosen.start)
        if not _COMES.intersection(between) or "," in between or "and" in between:
            break
        chosen = earlier
    return chosen


_COMES = frozenset({"with", "without"})
_BREAKS = frozenset(", : ( ) with without no but which".split())


def _describes(phrase: Phrase, end: int, following: Mention) -> bool:
    """Whether words lead straight to a noun: "multiple sclerotic and mixed metastases"."""
    between = phrase.words(end, following.start)
    if "and" not in between or len(between) > 6 or phrase.said[end - 1] == "than":
        return False
    return not any(w in _BREAKS or w in _PLACING or w in _VERBS or w[0].isdigit() for w in between)


def _outside(phrase: Phrase, mentions: Sequence[Mention], start: int, end: int) -> Mention | None:
    """No mention in the segment: the one before it in the clause, else the one behind."""
    clause, number = phrase.clause[start], phrase.segment[start]
    before = [m for m in mentions if m.end <= start and phrase.clause[m.start] == clause]
    after = [m for m in mentions if m.start > start and phrase.clause[m.start] == clause]
    first = start
    while first > 0 and phrase.segment[first - 1] == number:
        first -= 1
    opener = phrase.tokens[first].word if first < len(phrase.tokens) else ""
    previous = phrase.tokens[first - 1].word if first else ""
    if (
        before
        and after
        and "with" in (opener, previous)
        and _joins(phrase, first, start, end, after[0])
    ):
        return after[0]
    if after and (_describes(phrase, end, after[0]) or _opens(phrase, first, end, after[0])):
        return after[0]
    opens = {"the", "and", ","}.issuperset(phrase.words(first, start))
    if opens and (before or _has_side(phrase, end, after)) and _states(phrase, number, end):
        return None
    if before:
        return _head(phrase, before)
    if after:
        return after[0]
    if mentions and _is_doubt(phrase, mentions[0], clause):
        return mentions[0]
    if any(phrase.clause[match.start] == clause for match in phrase.of("predicate")):
        return None  # "moderate on the right; left clear"
    if any(match.start == end for kind in ("site", "anatomy") for match in phrase.of(kind)):
        return None  # "pneumonia of the left lung; right dome variant"
    earlier = [m for m in mentions if m.end <= start]
    if not earlier and mentions and _goes_on(phrase, mentions[0]):
        return mentions[0]
    return earlier[-1] if earlier and earlier[-1].status != "absent" else None


_ARTICLES = frozenset({"a", "an"})


def _opens(phrase: Phrase, first: int, end: int, following: Mention) -> bool:
    """Whether a noun's first adjective stands there: "and a stable, mild shift"."""
    if phrase.said[first] not in _ARTICLES or phrase.words(first - 1, first) != ["and"]:
        return False
    between = phrase.words(end, following.start)
    return between[:1] == [","] and not any(w in _BREAKS or w in _VERBS for w in between[1:])


def _has_side(phrase: Phrase, end: int, after: Sequence[Mention]) -> bool:
    """Whether the next noun has a side of its own: "left adrenal normal, right nodule"."""
    return bool(after) and any(
        end <= match.start < after[0].start
        for match in phrase.of("modifier")
        if match.entry.name == "laterality"
    )


def _is_doubt(phrase: Phrase, first: Mention, clause: int) -> bool:
    """Whether the next clause only doubts: "a density on the left, but a nodule is possible"."""
    follows = phrase.clause[first.start] == clause + 1
    return follows and first.status == "present" and first.certainty != "definite"


def _goes_on(phrase: Phrase, following: Mention) -> bool:
    """Whether "but" goes on about the same thing: "heart smaller but still enlarged"."""
    start = phrase.clause_start(following.start)
    if not start or phrase.said[start] != "but":
        return False
    return not any(
        start <= match.start < following.start
        for kind in ("site", "anatomy", "subject")
        for match in phrase.of(kind)
    )


def _states(phrase: Phrase, number: int, end: int) -> bool:
    """Whether a segment says of its own organ that it is normal: "and the right kidney is"."""
    named = any(match.start == end for match in phrase.of("subject"))
    return named and any(phrase.segment[match.start] == number for match in phrase.of("predicate"))
