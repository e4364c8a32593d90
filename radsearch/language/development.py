"""Changes told beside a finding's own word: "is more collapsed", "less edema", "has cavitated"."""

from collections.abc import Iterator, Sequence

from radsearch.language.finding import Temporal
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_DEGREE: dict[str, Temporal] = {"more": "increased", "less": "decreased"}
_LEADS = frozenset("is are was were now looks look appears appear with and , slightly".split())
_PLACES = frozenset("on in at than towards toward".split())
_HAS = frozenset({"has", "have"})
_BESIDE = frozenset("surrounding adjacent associated perilesional accompanying of".split())


def developed(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Temporal]]:
    """Mention and change, for each whose own word is compared or told as an event.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.

    Yields:
        Nothing for a comparison of places: "more collapsed on the left", "than the right".
    """
    for mention in mentions:
        if mention.status != "present":
            continue
        change = _compared(phrase, mention) or _event(phrase, mention)
        if change is not None:
            yield mention, change


def _compared(phrase: Phrase, mention: Mention) -> Temporal | None:
    """A change for "is more collapsed" and "with less surrounding edema"."""
    at = mention.start - 1
    while at > 0 and phrase.said[at] in _BESIDE:
        at -= 1
    if at < 1 or phrase.said[at] not in _DEGREE or phrase.said[at - 1] not in _LEADS:
        return None
    adjective = phrase.said[mention.end - 1].endswith(("ed", "ic"))
    if phrase.said[at] == "more" and not adjective:
        return None  # "two more nodules"
    rest = phrase.words(mention.end, phrase.clause_end(at))
    if rest[:1] == ["at"] and rest[1:] and rest[1][0].isdigit():
        rest = rest[1:]  # "more sclerotic at 10 mm"
    return None if not _PLACES.isdisjoint(rest) else _DEGREE[phrase.said[at]]


def _event(phrase: Phrase, mention: Mention) -> Temporal | None:
    """New, for what a verb tells since a date: "the nodule has cavitated since May"."""
    if mention.end - mention.start > 1 or not phrase.said[mention.start].endswith("ed"):
        return None
    led = phrase.words(mention.start - 1, mention.start)
    followed = phrase.words(mention.end, mention.end + 1)
    return "new" if followed == ["since"] and not _HAS.isdisjoint(led) else None
