"""Lines of a template that name a finding before a colon: "Pleural effusion: small, right."."""

from collections.abc import Sequence

from radsearch.language.heading_statement import part, states
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_DENIALS = frozenset("none no absent negative nil not unlikely without neither".split())
_ANSWERS = frozenset(
    "present yes seen noted identified in at on of over up measuring a an the one two three four "
    "largest + positive possible probable possibly probably likely suspected single at within "
    "along involving as now".split()
)
_NORMAL = frozenset("normal clear intact unremarkable preserved patent maintained".split())
_UNREAD = frozenset("assessed evaluated imaged included applicable assessable performed".split())
_TELLING = frozenset({"severity", "count", "temporal", "density", "laterality", "zone"})
_DESCRIBING = frozenset({"severity", "count", "temporal", "density", "laterality"})


def keep_answered(phrase: Phrase, mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions without those in the heading that the words behind its colon do not answer.

    Args:
        phrase: The sentence taken apart.
        mentions: All mentions, in order.

    Returns:
        Mentions in order.
    """
    if not phrase.heading:
        return list(mentions)
    asked = [m for m in mentions if m.end <= phrase.heading]
    stated = [m for m in mentions if m.end > phrase.heading]
    if asked and states(phrase, asked, stated):
        known = {m.finding for m in stated}
        if known.isdisjoint(m.finding for m in asked):
            part(phrase, bool(stated))
        return [*(m for m in asked if m.finding not in known), *stated]
    return [*asked, *stated] if _answers(phrase, asked, stated) else stated


def _answers(phrase: Phrase, asked: Sequence[Mention], stated: Sequence[Mention]) -> bool:
    if not asked or phrase.heading >= len(phrase.tokens):
        return False
    end = phrase.clause_end(phrase.heading)
    stated = [m for m in stated if m.start < end]
    if stated:
        return _describes(phrase, asked) and not _same(asked, stated)
    rest = phrase.words(phrase.heading, end)
    if not rest:
        return False
    first = rest[0]
    if first in _DENIALS:
        return not _UNREAD.intersection(rest)
    if _NORMAL.intersection(rest):
        return False
    return _tells(phrase, first) or _describes(phrase, asked)


def _same(asked: Sequence[Mention], stated: Sequence[Mention]) -> bool:
    return bool({m.finding for m in asked} & {m.finding for m in stated})


def _describes(phrase: Phrase, asked: Sequence[Mention]) -> bool:
    """Whether the heading says more than the name: "Four new solid nodules: ..."."""
    return any(
        match.entry.name in _DESCRIBING and match.end <= phrase.heading
        for match in phrase.of("modifier")
        if not any(m.start <= match.start < m.end for m in asked)
    )


def _tells(phrase: Phrase, first: str) -> bool:
    """Whether the words behind the colon begin with how large, how many, where or when."""
    if first in _ANSWERS or first[0].isdigit():
        return True
    at = phrase.heading
    if any(m.start == at and m.entry.name in _TELLING for m in phrase.of("modifier")):
        return True
    return any(match.start == at for match in phrase.of("anatomy"))
