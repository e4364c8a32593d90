"""Denials that stand behind what they deny: "PTX: none", "effusion nil", "clot-free"."""

from collections.abc import Sequence

from radsearch.language.lexicon import load_lexicon
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_ANSWERS = frozenset("nil no none neg negative absent".split())
_DENIALS = _ANSWERS | {"free"}
_ENDS = frozenset(", ; . ) / and or but".split())
_MARKS = frozenset((":", "-", "=", "?", "\u2014"))
_LISTS = frozenset(", / and or & : -".split())
_CHEST = frozenset({"lung", "pleura"})


def deny_answered(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Deny findings that an answer follows, and those listed with them.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions in order; changed in place.
    """
    if not phrase.says(_DENIALS):
        return
    for place, mention in enumerate(mentions):
        if mention.status == "dropped":
            continue
        at = _answer(phrase, mention)
        if at < 0:
            continue
        for denied in _listed(phrase, mentions[: place + 1]):
            denied.status, denied.certainty = "absent", "definite"
            denied.cue, denied.cue_at = phrase.surface(at, at + 1), at


def is_answer(phrase: Phrase, at: int) -> bool:
    """Whether a "no" answers the words before its mark: "effusion - no, pneumothorax - yes".

    Args:
        phrase: The sentence taken apart.
        at: Token of the "no".

    Returns:
        True if it says nothing of the words behind it.
    """
    if at < 2 or phrase.tokens[at].word not in _ANSWERS:
        return False
    ends = at + 1 >= len(phrase.tokens) or phrase.tokens[at + 1].word in _ENDS
    return ends and phrase.tokens[at - 1].word in _MARKS


def _answer(phrase: Phrase, mention: Mention) -> int:
    """The token that denies a mention; -1 if none does."""
    at = mention.end
    if at < len(phrase.tokens) and phrase.tokens[at].word in _MARKS:
        at += 1
    elif phrase.words(at, at + 1) == [","] and _closes(phrase, at + 1):
        return at + 1
    if at >= len(phrase.tokens):
        return -1
    word = phrase.tokens[at].word
    ends = at + 1 >= len(phrase.tokens) or phrase.tokens[at + 1].word in _ENDS
    if word == "free":
        glued = phrase.text[phrase.tokens[at].start - 1] == "-"
        return at if glued or ends else -1
    return at if word in _ANSWERS and ends else -1


def _closes(phrase: Phrase, at: int) -> bool:
    """Whether nothing but a bare denial is left of the sentence: "pericardial effusion, no."."""
    rest = phrase.words(at, at + 2)
    return rest[:1] in (["no"], ["none"], ["nil"]) and rest[1:] in ([], ["."])


def _listed(phrase: Phrase, mentions: Sequence[Mention]) -> list[Mention]:
    """The last mention and those before it with nothing but list marks between.

    A described one is stated: "small left effusion, PTX: none" denies the pneumothorax alone. So
    does "cardiomegaly, PTX: none", whose two names are of different organs.
    """
    kept = [mentions[-1]]
    for mention in reversed([m for m in mentions[:-1] if m.status != "dropped"]):
        between = set(phrase.words(mention.end, kept[-1].start))
        before = set(phrase.words(max(0, mention.start - 1), mention.start))
        if not between <= _LISTS or not before <= _LISTS | _ENDS:
            break
        kept.append(mention)
    return kept[:1] if len(kept) == 2 and _parted(phrase, kept[1], kept[0]) else kept


def _parted(phrase: Phrase, first: Mention, last: Mention) -> bool:
    """Whether a comma alone stands between findings of different organs."""
    if phrase.words(first.end, last.start) != [","]:
        return False
    families = load_lexicon().families
    organs = {families.get(m.finding, "").partition("/")[0] for m in (first, last)}
    return len(organs) == 2 and not organs <= _CHEST
