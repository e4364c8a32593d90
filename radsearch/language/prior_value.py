"""Change between two values that are no lengths: "34 degrees (previously 27)", "55%, was 45%"."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from radsearch.language.finding import Temporal
from radsearch.language.mention import Mention
from radsearch.language.owner import owner
from radsearch.language.phrase import Phrase

_UNITS = frozenset({"%", "degree"})
_SCALES = frozenset("ratio index angle suv suvmax score ctr".split())
_EARLIER = frozenset("previously formerly earlier prior was before".split())
_AGAINST = (["compared", "with"], ["compared", "to"], ["increased", "from"], ["decreased", "from"])
_PASSED = frozenset("about approximately at of , ( : is now".split())
_NEAR = frozenset("at about approximately of was only just".split())
_MOST = 4
"""Words between the two values at most."""


def find_prior_values(
    phrase: Phrase, mentions: Sequence[Mention]
) -> Iterator[tuple[Mention, Temporal, int]]:
    """Mention and change, for each of its values that stands beside an earlier one.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.

    Yields:
        A mention, its change and the token that says the earlier value.
    """
    words = phrase.said
    numbers = [at for at, word in enumerate(words) if word[0].isdecimal()]
    for first, second in pairwise(numbers):
        change = _change(words, first, second)
        target = owner(phrase, mentions, first, first + 1) if change else None
        if change and target is not None and target.status == "present":
            yield target, change, second


def _change(words: Sequence[str], first: int, second: int) -> Temporal | None:
    unit = words[first + 1]
    scaled = unit in _UNITS
    start = first + 1 + scaled
    between = words[start:second]
    own = list(words[second + 1 : second + 2])
    if len(between) > _MOST or not (scaled or _on_scale(words, first)):
        return None
    if own and (own[0] in _UNITS or own[0] in ("mm", "cm")) and own[0] != unit:
        return None
    behind = words[second + 1 + (own == [unit]) : second + 3]
    led = between[-2:] if not _NEAR.isdisjoint(between[-1:]) else between[-1:]
    known = list(between[-2:]) in _AGAINST or not _EARLIER.isdisjoint(led)
    if not known and (not {"(", ","}.issuperset(between) or _EARLIER.isdisjoint(behind[:1])):
        return None
    now, then = float(words[first]), float(words[second])
    return "increased" if now > then else "decreased" if now < then else "stable"


def _on_scale(words: Sequence[str], at: int) -> bool:
    """Whether a bare number is a ratio, an angle or the like."""
    at -= 1
    while at > 0 and words[at] in _PASSED:
        at -= 1
    return at >= 0 and words[at] in _SCALES
