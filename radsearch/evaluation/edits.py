"""Pairs of sentences out of contrast families: edited in one attribute, reworded, contradicted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from radsearch.language.sentence import split_sentences

AXES = {
    "laterality": "laterality",
    "severity": "severity",
    "zone": "zone",
    "size": "size",
    "count": "count",
    "density": "density",
    "certainty": "certainty",
    "temporal": "temporal",
}
"""Axis of a family -> axis of the attribute heads."""

OPPOSED = ("presence", "negation")


class Variant(Protocol):
    """One meaning in several wordings."""

    @property
    def texts(self) -> Sequence[str]:
        """The wordings."""

    @property
    def distance(self) -> int:
        """Steps from the anchor."""


class Family(Protocol):
    """Variants of which the first is the anchor with its rewordings."""

    @property
    def axis(self) -> str:
        """What changes."""

    @property
    def variants(self) -> Sequence[Variant]:
        """The anchor, then the edited copies."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Two sentences and what parts them."""

    before: str
    after: str
    axis: str


def single_edits(families: Iterable[Family]) -> list[Edit]:
    """The one sentence that an edited copy changes, before and after, of the attribute axes."""
    edits = []
    for family in families:
        if family.axis not in AXES:
            continue
        anchor = family.variants[0].texts[0]
        for variant in family.variants[1:]:
            pair = changed_sentence(anchor, variant.texts[0])
            if pair is not None:
                edits.append(Edit(*pair, AXES[family.axis]))
    return edits


def changed_sentence(before: str, after: str) -> tuple[str, str] | None:
    """The sentences in which two texts differ, if it is one in each.

    >>> changed_sentence("Small nodule. No mass.", "Large nodule. No mass.")
    ('Small nodule.', 'Large nodule.')
    """
    first = [s.text for s in split_sentences(before)]
    second = [s.text for s in split_sentences(after)]
    old = [text for text in first if text not in second]
    new = [text for text in second if text not in first]
    return (old[0], new[0]) if len(old) == len(new) == 1 else None


def contradiction_pairs(families: Iterable[Family]) -> list[Edit]:
    """Sentences of opposite presence ("contradiction"), and of the same facts ("rewording").

    The furthest copy of a family is the contradiction; nearer ones only hedge. Only families of one
    sentence a text have rewordings that can be set beside each other.
    """
    pairs = []
    for family in families:
        if family.axis not in OPPOSED:
            continue
        anchor, *others = family.variants[0].texts
        furthest = max(variant.distance for variant in family.variants)
        for variant in family.variants[1:]:
            pair = changed_sentence(anchor, variant.texts[0])
            if pair is not None and variant.distance == furthest:
                pairs.append(Edit(*pair, "contradiction"))
        for text in others:
            if len(split_sentences(anchor)) == len(split_sentences(text)) == 1:
                pairs.append(Edit(anchor, text, "rewording"))
    return pairs
