"""Pairs of sentences and whether they contradict each other: what that head learns from."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

from radsearch.evaluation.edits import OPPOSED, contradiction_pairs
from radsearch.language.sentence import split_sentences

from .rows import Family
from .signals.families import read_families
from .signals.phrasebook import Phrasebook
from .signals.study import StudyContrasts

Example = tuple[str, str, bool]


def contradiction_examples(data: Path, generated: int = 600, seed: int = 0) -> list[Example]:
    """Pairs out of contrast families, training part only.

    Written families of presence give both kinds, in every wording of the anchor; generated ones
    give more contradictions. Rewordings of other axes, copies that change a side or a size, and
    sentences joined by what they state made the head worse on families left out.

    Args:
        data: Holds `corpus` and `phrases`.
        generated: Families drawn.
        seed: Of the draw.

    Returns:
        (first, second, contradiction).
    """
    families = list(read_families(data / "corpus" / "contrast"))
    drawn = StudyContrasts(Phrasebook.read(data / "phrases")).draw(
        np.random.default_rng(seed), generated
    )
    written = [family for family in families if family.axis in OPPOSED]
    found = [pair for family in written for pair in (*_opposed(family), *_crossed(family))]
    found += [pair for family in drawn for pair in _opposed(family)]
    return list(dict.fromkeys(found))


def _opposed(family: Family) -> list[Example]:
    """The anchor against its furthest copy and its rewordings, as they are measured."""
    pairs = contradiction_pairs([family])
    return [(pair.before, pair.after, pair.axis == "contradiction") for pair in pairs]


def _crossed(family: Family) -> Iterator[Example]:
    """All wordings of one sentence against the furthest copy, each other, and themselves."""
    wordings = [text for text in family.variants[0].texts if len(split_sentences(text)) == 1]
    furthest = max(variant.distance for variant in family.variants)
    for variant in family.variants[1:]:
        text = variant.texts[0]
        if variant.distance == furthest and len(split_sentences(text)) == 1:
            yield from ((wording, text, True) for wording in wordings)
            yield text, text, False
    yield from ((one, other, False) for one, other in combinations_with_replacement(wordings, 2))
