"""Alternatives and question marks, which leave a finding possible, and "if", which states none."""

from collections.abc import Sequence

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_VERSUS = frozenset({"versus", "vs"})


def weigh(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Make possible what stands beside "versus" or a question mark, drop what "if" supposes.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions in order; changed in place.
    """
    _versus(phrase, mentions)
    _question_mark(phrase, mentions)
    _suppose(phrase, mentions)


def _versus(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    for index, word in enumerate(phrase.said if phrase.says(_VERSUS) else ()):
        if word not in _VERSUS:
            continue
        before = [m for m in mentions if m.end <= index]
        after = [m for m in mentions if m.start > index]
        for mention in (*before[-1:], *after[:1]):
            if mention.status == "present":
                mention.certainty = "possible"
                mention.cue = phrase.surface(index, index + 1)


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
