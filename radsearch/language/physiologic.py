"""Findings that a sentence itself calls normal: "scant free fluid, physiologic"."""

from collections.abc import Sequence

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_NATURAL = frozenset({"physiologic", "physiological", "physiologically"})
_WITHIN = _NATURAL | {"normal", "expected", "pregnancy"}
_REACH = 8
"""Tokens behind a finding among which it may be called normal."""


def drop_physiologic(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Turn what is called physiologic, or within normal limits, into an implied denial.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions in order; changed in place.
    """
    if not phrase.says(_WITHIN):
        return
    for place, mention in enumerate(mentions):
        if mention.status != "present" or mention.finding == "no_abnormality":
            continue
        later = mentions[place + 1].start if place + 1 < len(mentions) else len(phrase.tokens)
        end = min(later, phrase.clause_end(mention.start), mention.end + _REACH)
        if _is_amount(phrase, mention.start) or _is_called_normal(phrase, mention.end, end):
            mention.status, mention.subject = "absent", True
            mention.cue = "physiologic"


def _is_amount(phrase: Phrase, start: int) -> bool:
    before = phrase.words(max(0, start - 3), start)
    return before[1:] == ["amount", "of"] and before[0] in (_NATURAL | {"normal"})


def _is_called_normal(phrase: Phrase, start: int, end: int) -> bool:
    words = phrase.words(start, end)
    for at, word in enumerate(words):
        rest = words[at + 1 : at + 3]
        if word in _NATURAL and words[max(0, at - 1) : at] in ([","], ["("]):
            return rest[:1] in ([], [","], [")"], ["."], ["in"])
        if word == "within" and rest[:1] and rest[0] in _WITHIN and rest[1:] == ["limit"]:
            return True
    return False
