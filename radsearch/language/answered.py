"""Denials that stand behind what they deny: "PTX: none", "effusion nil", "clot-free"."""

from collections.abc import Sequence

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_ANSWERS = frozenset("nil no none neg negative absent".split())
_ENDS = frozenset(", ; . ) / and or but".split())
_LISTS = frozenset(", / and or & : -".split())


def deny_answered(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Deny findings that an answer follows, and those listed with them.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions in order; changed in place.
    """
    for place, mention in enumerate(mentions):
        if mention.status == "dropped":
            continue
        at = _answer(phrase, mention)
        if at < 0:
            continue
        for denied in _listed(phrase, mentions[: place + 1]):
            denied.status, denied.certainty = "absent", "definite"
            denied.cue, denied.cue_at = phrase.surface(at, at + 1), at


def _answer(phrase: Phrase, mention: Mention) -> int:
    """The token that denies a mention; -1 if none does."""
    at = mention.end
    if phrase.words(at, at + 1) in ([":"], ["-"], ["="]):
        at += 1
    if at >= len(phrase.tokens):
        return -1
    word = phrase.tokens[at].word
    ends = at + 1 >= len(phrase.tokens) or phrase.tokens[at + 1].word in _ENDS
    if word == "free":
        glued = phrase.text[phrase.tokens[at].start - 1] == "-"
        return at if glued or ends else -1
    return at if word in _ANSWERS and ends else -1


def _listed(phrase: Phrase, mentions: Sequence[Mention]) -> list[Mention]:
    """The last mention and those before it with nothing but list marks between.

    A described one is stated: "small left effusion, PTX: none" denies the pneumothorax alone.
    """
    kept = [mentions[-1]]
    for mention in reversed([m for m in mentions[:-1] if m.status != "dropped"]):
        between = set(phrase.words(mention.end, kept[-1].start))
        before = set(phrase.words(max(0, mention.start - 1), mention.start))
        if not between <= _LISTS or not before <= _LISTS | _ENDS:
            break
        kept.append(mention)
    return kept
