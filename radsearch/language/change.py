"""Change against an earlier study: comparatives, and sentences that say nothing else."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from radsearch.language.finding import Finding, Temporal
from radsearch.language.lexicon import Match
from radsearch.language.phrase import Phrase

_MORE = frozenset("worse more wider higher larger bigger greater denser thicker longer".split())
_LESS = frozenset("less smaller better lower fewer thinner narrower milder shallower".split())
_WHEN = frozenset(
    "ago before earlier previously previous prior last yesterday baseline then preceding former "
    "formerly initially study examination film admission comparison discharge presentation "
    "radiograph day mri scan removal insertion surgery operation inpatient".split()
)
_ARTICLES = frozenset("a an another some further".split())
_WEAK = frozenset("persist persisting persistent remain remaining still again known".split())

_ALL_STABLE = re.compile(
    r"\s*(?:\d+\.\s*)?(?:(?:all|everything|these|overall|otherwise)\b[\w\s,]{0,30}"
    r"\b(?:unchanged|stable|not changed|without change|as before)"
    r"|(?:unchanged|stable) overall|none of (?:these|this|them) ha(?:s|ve) changed)"
    r"(?:,?\s(?:since|from|compared|for|over)\b[^.;]*)?\s*\.?\s*",
    re.IGNORECASE,
)
_STABLE = re.compile(
    r"\s*(?:unchanged|stable|no (?:interval |significant )?change|not changed)"
    r"(?:\s(?:since|from|compared|over|for|in)\b[^.;]*)?\s*\.?\s*",
    re.IGNORECASE,
)


def compared(phrase: Phrase) -> Iterator[tuple[int, int, Temporal]]:
    """Start, end and change of each comparative with an earlier time.

    Args:
        phrase: The sentence taken apart.

    Yields:
        Token ranges for "wider than before", none for "larger than the right".
    """
    words = phrase.said
    for at, word in enumerate(words if "than" in words else ()):
        if word != "than" or not _WHEN.intersection(words[at + 1 : at + 8]):
            continue
        for back in range(at - 1, max(-1, at - 4), -1):
            if words[back] in _MORE or words[back] in _LESS:
                yield back, at + 1, "increased" if words[back] in _MORE else "decreased"
                break


def is_no_change(phrase: Phrase, match: Match) -> bool:
    """Whether a comparative compares with something else: "a smaller one", "than the right"."""
    words = phrase.words(match.start, match.end)
    if words[0] in _DEGREES and _ranks_places(phrase, match):
        return True
    if phrase.words(max(0, match.start - 1), match.start) in (["without"], ["no"]):
        return match.entry.value in ("increased", "decreased")
    if words[-1] not in _MORE and words[-1] not in _LESS:
        return False
    if match.start and phrase.tokens[match.start - 1].word in _ARTICLES:
        return True
    if _ranks_sides(phrase, match):
        return True
    rest = phrase.words(match.end, min(match.end + 8, len(phrase.tokens)))
    return rest[:1] == ["than"] and not _WHEN.intersection(rest)


_DEGREES = frozenset("more less worse larger bigger smaller denser thicker".split())


def _ranks_places(phrase: Phrase, match: Match) -> bool:
    """Whether it says where there is most: "more marked on the left", not than before."""
    after = phrase.words(match.end, match.end + 1)
    if after not in (["on"], ["in"], ["at"]) or (after == ["at"] and _measured(phrase, match)):
        return False
    return not _WHEN.intersection(phrase.words(match.end, phrase.clause_end(match.start)))


_SIDES = frozenset({"left", "right"})
_ENDS = frozenset(", . ; )".split())


def _ranks_sides(phrase: Phrase, match: Match) -> bool:
    """Whether it says which of two is more: "bilateral effusions, left larger"."""
    at = match.start - 1
    if at < 1 or phrase.said[at] not in _SIDES or phrase.said[at - 1] not in _OPENS:
        return False
    after = phrase.words(match.end, match.end + 1)
    return not after or after[0] in _ENDS


_OPENS = frozenset({",", "(", "the"})


def _measured(phrase: Phrase, match: Match) -> bool:
    """Whether a size follows: "larger at 31 mm"."""
    return any(word[0].isdigit() for word in phrase.words(match.end + 1, match.end + 2))


def is_weak(phrase: Phrase, at: int) -> bool:
    """Whether a change only says that something is still there: "persists but has decreased"."""
    return phrase.tokens[at].word in _WEAK


def spread_stable(sentence: str, found: Sequence[Finding], last: int) -> list[Finding]:
    """Findings so far, stable where a sentence such as "All unchanged." says so.

    Args:
        sentence: A sentence that names no finding.
        found: All findings before it.
        last: Number of findings before those of the sentence just before it.

    Returns:
        The findings.
    """
    start = 0 if _ALL_STABLE.fullmatch(sentence) else last if _STABLE.fullmatch(sentence) else -1
    if start < 0:
        return list(found)
    return [
        replace(finding, temporal="stable")
        if place >= start and finding.presence == "present" and finding.temporal is None
        else finding
        for place, finding in enumerate(found)
    ]
