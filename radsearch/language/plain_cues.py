"""Cues that say less than they do elsewhere: "no enlargement of the heart" is a plain denial."""

from collections.abc import Sequence

from radsearch.language.lexicon import Entry, Match
from radsearch.language.mention import Mention

_NO = Entry("cue", "negation", "forward", "definite")


def plain_cues(cues: Sequence[Match], mentions: Sequence[Mention]) -> list[Match]:
    """The cues, those that look like a statement of change turned into "no" where they deny.

    Args:
        cues: Cues of a sentence, in order.
        mentions: Its mentions, in order.

    Returns:
        As many cues, in order.
    """
    return [
        Match(_NO, cue.start, cue.start + 1) if _names_finding(cue, mentions) else cue
        for cue in cues
    ]


def _names_finding(cue: Match, mentions: Sequence[Mention]) -> bool:
    """Whether its word of change is a finding here: "enlargement of the heart", not "of a cyst"."""
    if cue.entry.name != "pseudo_negation":
        return False
    inside = [m for m in mentions if cue.start < m.start < cue.end]
    behind = [m for m in mentions if m.start >= cue.end]
    return bool(inside) and (not behind or behind[0].finding == inside[0].finding)
