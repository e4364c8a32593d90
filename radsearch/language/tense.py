"""Cues that deny less than they seem to: "previously not visible", "partly resolved"."""

from collections.abc import Sequence

from radsearch.language.lexicon import Match
from radsearch.language.phrase import Phrase
from radsearch.language.reach import EXISTENCE

_EARLIER = frozenset("previously formerly earlier before prior previous last".split())
_DEGREE = frozenset(
    "partly partially partial largely almost nearly near mostly incompletely incomplete not "
    "considerably substantially somewhat slightly subtotally predominantly".split()
)
_IN_PART = (["to", "a", "large"], ["to", "a", "great"], ["for", "the", "most"])
_MEASURED = frozenset({"down", "up", "from"})
_AUXILIARY = frozenset("has have had is are was were be been now completely fully".split())
_BEHIND_ADJECTIVE = frozenset(
    "on in at to from bilaterally today now either and or but with since as after over for "
    "throughout this the".split()
)
_PARTS = frozenset("tip end sidehole port otherwise".split())


def denies_the_past(phrase: Phrase, cue: Match) -> bool:
    """Whether a denial speaks of the earlier study: what is there now is new.

    Args:
        phrase: The sentence taken apart.
        cue: A cue of negation that follows its finding.

    Returns:
        True for "not seen before", "previously none".
    """
    before = phrase.words(max(0, cue.start - 1), cue.start)
    after = phrase.words(cue.end, min(cue.end + 4, phrase.clause_end(cue.end - 1)))
    if "," in after:
        after = after[: after.index(",")]
    if before and before[0] in _EARLIER:
        return phrase.words(max(0, cue.start - 2), cue.start - 1) in (
            [","], ["("], ["was"], ["were"], ["which"],
        )  # fmt: skip
    return bool(_EARLIER.intersection(after)) and {"since", "as"}.isdisjoint(after)


def is_partial(phrase: Phrase, cue: Match) -> bool:
    """Whether something resolved only in part: "has largely cleared", "almost resolved"."""
    near = phrase.words(max(0, cue.start - 1), min(cue.end + 1, len(phrase.tokens)))
    after = phrase.words(cue.end, cue.end + 3)
    return bool(_DEGREE.intersection(near)) or after in _IN_PART or after[:2] == ["in", "part"]


_OUT = (["out"], ["is", "out"], ["are", "out"])


def is_attribute(phrase: Phrase, cue: Match, starts: Sequence[int]) -> bool:
    """Whether "resolved" opens a new item: "fibrosis of the bases, resolved ground-glass".

    Args:
        phrase: The sentence taken apart.
        cue: A cue of resolution that may reach back.
        starts: First tokens of the mentions.

    Returns:
        True if a comma or "and" stands before the word and a finding in the words behind it.
    """
    if phrase.words(cue.start, cue.end) != ["resolved"] or not cue.start:
        return False
    segment = phrase.segment[cue.start]
    opens = phrase.tokens[cue.start - 1].word in (",", "and")
    return opens and any(at >= cue.end and phrase.segment[at] == segment for at in starts)


def is_place(phrase: Phrase, cue: Match) -> bool:
    """Whether "out" says where, not that a tube was taken out: "out of view", "out to the skin".

    Args:
        phrase: The sentence taken apart.
        cue: A cue of resolution.

    Returns:
        True if more words follow "out", or a bare one stands behind no device.
    """
    if phrase.words(cue.start, cue.end) not in _OUT:
        return False
    after = phrase.words(cue.end, cue.end + 1)
    return bool(after) and after[0] not in (",", ";", ".", "and", "now", ")")


def is_measured(phrase: Phrase, cue: Match) -> bool:
    """Whether something went to another size, not away: "has gone from 9 mm to 3 mm".

    Args:
        phrase: The sentence taken apart.
        cue: A cue of resolution.

    Returns:
        True if a direction follows "gone".
    """
    after = phrase.words(cue.end, cue.end + 1)
    return phrase.tokens[cue.end - 1].word == "gone" and bool(_MEASURED.intersection(after))


_FORMERLY = frozenset({"previously", "formerly", "earlier"})
_SINCE = frozenset("now is are has but and , ; again today which".split())


def is_past(phrase: Phrase, start: int, end: int) -> bool:
    """Whether something was there and its place is normal now: "previously deviated, now central".

    Args:
        phrase: The sentence taken apart.
        start: First token of a finding.
        end: Behind its last token.

    Returns:
        True if "now" and a normal word follow at once.
    """
    if phrase.words(max(0, start - 1), start)[0:1] == [] or "now" not in phrase.said:
        return False
    if phrase.said[start - 1] not in _FORMERLY and phrase.said[start] not in _FORMERLY:
        return False
    for match in phrase.of("predicate"):
        between = phrase.words(end, match.start) if match.start >= end else []
        if "now" in between and (_SINCE | _places(phrase)).issuperset(between):
            return True
    return False


def _places(phrase: Phrase) -> frozenset[str]:
    return frozenset(
        word
        for kind in ("site", "anatomy", "subject")
        for m in phrase.of(kind)
        for word in phrase.words(m.start, m.end)
    )


def is_moved(phrase: Phrase, cue: Match) -> bool:
    """Whether a device was only moved: "withdrawn to the axillary vein", "withdrawn by 2 cm".

    Args:
        phrase: The sentence taken apart.
        cue: A cue of resolution.

    Returns:
        True if a way follows "withdrawn".
    """
    after = phrase.words(cue.end, cue.end + 1)
    return phrase.tokens[cue.end - 1].word in _MOVED and after in (["to"], ["by"], ["into"])


_MOVED = frozenset({"withdrawn", "pulled"})


def describes_else(phrase: Phrase, cue: Match) -> bool:
    """Whether a denial behind a finding is about its part or about what follows.

    Args:
        phrase: The sentence taken apart.
        cue: A cue of negation that may reach back.

    Returns:
        True for "tube, tip not seen", "nodes, none necrotic", "clips and absent breast".
    """
    before = phrase.words(max(0, cue.start - 1), cue.start)
    if before and before[0] in _PARTS:
        return True
    after = phrase.words(cue.end, cue.end + 1)
    said = phrase.words(cue.start, cue.end)
    if said == ["none"] and _is_elsewhere(phrase, cue.start, after):
        return True
    if said not in _ATTRIBUTIVE or not after:
        return False
    return after[0].isalpha() and after[0] not in (_BEHIND_ADJECTIVE | EXISTENCE)


_ATTRIBUTIVE = (["none"], ["absent"], ["lacking"], ["missing"])
_PLACING = frozenset({"in", "on", "at", "of"})


def _is_elsewhere(phrase: Phrase, at: int, after: Sequence[str]) -> bool:
    """Whether "none" is of another place: "a trace on the left, none on the right"."""
    begin = phrase.clause_start(at)
    last = max((n for n in range(begin, at) if phrase.tokens[n].word == ","), default=-1)
    if last < 0:
        return False
    between = phrase.words(last + 1, at)
    if not between:
        return after[:1] != [] and after[0] in _PLACING
    return not {"left", "right", "side"}.isdisjoint(between)


def is_predicate(phrase: Phrase, cue: Match, target: int) -> bool:
    """Whether "resolved" says something of what precedes it, so not of a word at `target`."""
    before = phrase.words(max(0, cue.start - 1), cue.start)
    if phrase.words(cue.start, cue.end) != ["resolved"]:
        return False
    earlier = bool(before) and before[0] in (_AUXILIARY | _DEGREE)
    return earlier or "," in phrase.words(cue.end, target)
