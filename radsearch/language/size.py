"""Gives the lengths in a sentence to the mentions that they measure."""

from collections.abc import Iterator, Sequence

from radsearch.language.measure import Measure, find_measures
from radsearch.language.mention import Mention
from radsearch.language.owner import owner
from radsearch.language.phrase import Phrase

_TUBES = ("tube", "catheter", "picc", "swan", "drain", "pacemaker")


def find_sizes(phrase: Phrase, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Measure]]:
    """Mention and measure, for each length that is a finding's size.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, in order.

    Yields:
        The measured mention and its present or prior size.
    """
    measures = find_measures(phrase.tokens)
    if not measures or not _has_digits(phrase):
        return
    owned: list[tuple[Mention, Measure]] = []
    for measure in measures:
        if measure.role in ("technique", "distance"):
            continue
        target = owner(phrase, mentions, measure.start, measure.end)
        if target is not None and _has_own_subject(phrase, target, measure):
            continue
        if target is not None and not any(part in target.finding for part in _TUBES):
            owned.append((target, measure))
    owned = [(_measured(phrase, target, m, owned), m) for target, m in owned]
    for target, measure in owned:
        if not _is_of_before(phrase, target, measure, owned):
            yield target, measure


def _measured(
    phrase: Phrase, target: Mention, measure: Measure, owned: Sequence[tuple[Mention, Measure]]
) -> Mention:
    """Whose earlier size it is: "46 mm, with calcification, previously 39 mm" is of the first."""
    sized = [other for other, size in owned if size.role == "size" and size.end <= measure.start]
    if measure.role != "prior" or target in sized or target.start > measure.start:
        return target
    clause = phrase.clause[measure.start]
    near = [other for other in sized if phrase.clause[other.start] == clause]
    return near[-1] if near else target


def _has_own_subject(phrase: Phrase, target: Mention, measure: Measure) -> bool:
    """Whether a later clause measures something of its own: "stones; the duct measures 5 mm"."""
    clause = phrase.clause[measure.start]
    if phrase.clause[target.start] == clause:
        return False
    return any(
        phrase.clause[match.start] == clause and match.end <= measure.start
        for match in phrase.of("norm")
    )


def _is_of_before(
    phrase: Phrase, target: Mention, measure: Measure, owned: Sequence[tuple[Mention, Measure]]
) -> bool:
    """Whether a length is of an earlier noun: "appendix 13 mm wide, with a 7 mm appendicolith"."""
    own = phrase.segment[target.start]
    if measure.role != "size" or measure.end > target.start or phrase.segment[measure.start] == own:
        return False
    return any(
        other is target
        and attribute.role == "size"
        and measure.end < attribute.end <= target.start
        and phrase.segment[attribute.start] == own
        for other, attribute in owned
    )


def _has_digits(phrase: Phrase) -> bool:
    return any(token.word[0].isdigit() or token.word[0] == "." for token in phrase.tokens)


def settle_sizes(mention: Mention) -> None:
    """Set size, dimensions, prior size and, from the two, the change.

    Args:
        mention: A mention with its evidence; changed in place.
    """
    values = mention.values
    measures = [e.value for e in mention.evidence if isinstance(e.value, Measure)]
    present = [m for m in measures if m.role == "size"]
    extents = [m for m in present if m.extent]
    if len(present) > len(extents):
        present = [m for m in present if not m.extent]
    prior = [max(m.values) for m in measures if m.role == "prior"]
    if prior:
        values.setdefault("prior_size_mm", max(prior))
    if present:
        largest = max(present, key=lambda m: max(m.values))
        values["size_mm"] = max(largest.values)
        values["dimensions_mm"] = tuple(sorted(largest.values, reverse=True))
    _change(mention)


def _change(mention: Mention) -> None:
    now, prior = mention.values.get("size_mm"), mention.values.get("prior_size_mm")
    if not isinstance(now, float) or not isinstance(prior, float):
        return
    if mention.values.get("temporal") in (None, "chronic") and prior > 0:
        ratio = now / prior
        word = "increased" if ratio > 1.1 else "decreased" if ratio < 0.9 else "stable"
        mention.values["temporal"] = word
