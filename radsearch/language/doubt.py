"""Alternatives and question marks, which leave a finding possible, and "if", which states none."""

from collections.abc import Sequence
from itertools import pairwise

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_VERSUS = frozenset({"versus", "vs"})
_TIMES = frozenset(
    "yesterday ago prior previous am pm today last earlier before study film exam ct admission "
    "baseline comparison old outside".split()
)
_LEADING = frozenset(
    "age origin etiology cause significance chronicity nature related secondary due from".split()
)
_CAUSES = _LEADING | frozenset(
    "reactive congestive positional benign loculated inflammatory postoperative posttraumatic "
    "chronic old physiologic degenerative".split()
)
_STOPS: tuple[list[str], ...] = ([], ["."], [","], [";"], [")"], ["in"], ["and"])
_ALTERNATES = frozenset({",", ";", "and", "with", "no", "without"})


def is_of_cause(phrase: Phrase, at: int) -> bool:
    """Whether a doubt is of a cause or an age, not of a finding: "nodes, probably reactive".

    Args:
        phrase: The sentence taken apart.
        at: First token behind the word of doubt.

    Returns:
        True if a word of cause follows that ends its statement.
    """
    word = phrase.words(at, at + 1)
    if not word or word[0] not in _CAUSES:
        return False
    return word[0] in _LEADING or phrase.words(at + 1, at + 2) in _STOPS


def weigh(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Make possible what stands beside "versus" or a question mark, drop what "if" supposes.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions in order; changed in place.
    """
    _versus(phrase, mentions)
    _either(phrase, mentions)
    _question_mark(phrase, mentions)
    _suppose(phrase, mentions)


def _versus(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Both sides of "versus" are possible, unless it compares: "worse vs yesterday"."""
    for index, word in enumerate(phrase.said if phrase.says(_VERSUS) else ()):
        if word not in _VERSUS:
            continue
        before = [m for m in mentions if m.end <= index]
        after = [m for m in mentions if m.start > index]
        if _compares(phrase, index, after):
            continue
        for mention in (*before[-1:], *after[:1]):
            _doubt(mention, phrase.surface(index, index + 1))


def _compares(phrase: Phrase, at: int, after: Sequence[Mention]) -> bool:
    """Whether "vs" is followed by another time or size: "vs 1 yr ago", "vs 30 mm"."""
    words = phrase.words(at + 1, min(after[0].start if after else at + 4, at + 4))
    return bool(words) and (words[0][0].isdigit() or not _TIMES.isdisjoint(words))


def _either(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Of two findings that "or" joins as alternatives neither is sure: "atelectasis or scar"."""
    if "or" not in phrase.said:
        return
    for first, second in pairwise(mentions):
        between = phrase.words(first.end, second.start)
        if first.finding == second.finding or first.status != "present" != second.status:
            continue
        if "or" in between and second.status == first.status and _ALTERNATES.isdisjoint(between):
            for mention in (first, second):
                _doubt(mention, "or")


def _doubt(mention: Mention, cue: str) -> None:
    if mention.status == "present":
        mention.certainty = "possible"
        mention.cue = cue


def _question_mark(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """A question mark before a finding, or at the end of its sentence, makes it possible."""
    for index, word in enumerate(phrase.said if "?" in phrase.said else ()):
        if word != "?":
            continue
        last = index == len(phrase.tokens) - 1
        for mention in mentions:
            near = mention.start > index or (last and mention is mentions[-1])
            if near and mention.status == "present":
                mention.certainty = "possible"
                mention.cue = "?"
            if near:
                break


def _suppose(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """What follows "if" is no finding: "CT if bleeding persists"."""
    if "if" not in phrase.said:
        return
    at = phrase.said.index("if")
    for mention in mentions:
        if mention.start > at and phrase.clause[mention.start] == phrase.clause[at]:
            mention.status = "dropped"
