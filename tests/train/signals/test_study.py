from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pytest

from train.rows import Family
from train.signals.changes import AXES
from train.signals.phrasebook import Phrasebook
from train.signals.registry import DATA
from train.signals.study import StudyContrasts, StudyPairs

BOOK = DATA / "phrases"


@pytest.fixture(scope="module")
def families() -> list[Family]:
    return StudyContrasts.read(BOOK).draw(np.random.default_rng(0), 600)


def overlap(one: str, two: str) -> float:
    return SequenceMatcher(None, one.lower().split(), two.lower().split()).ratio()


def test_every_axis_comes_equally_often(families: list[Family]) -> None:
    counts = Counter(family.axis for family in families)
    assert set(counts) == set(AXES)
    assert min(counts.values()) > 0.25 * max(counts.values())


def test_near_copies_share_more_words_with_the_anchor_than_rewordings_do(
    families: list[Family],
) -> None:
    copies, rewordings = [], []
    for family in families:
        anchor, *same = family.variants[0].texts
        rewordings += [overlap(anchor, text) for text in same]
        copies += [overlap(anchor, variant.texts[0]) for variant in family.variants[1:]]
    assert np.mean(copies) > 0.65
    assert np.mean(rewordings) < 0.45


def test_variants_of_a_family_differ_in_meaning_and_in_text(families: list[Family]) -> None:
    for family in families:
        meanings = [variant.meaning for variant in family.variants]
        assert len(set(meanings)) == len(meanings), family
        texts = [text for variant in family.variants for text in variant.texts]
        assert len(set(texts)) == len(texts), family


def test_a_change_of_side_changes_the_stated_side_alone(families: list[Family]) -> None:
    for family in families:
        if family.axis == "laterality":
            anchor, other = (
                variant.texts[0] for variant in (family.variants[0], family.variants[-1])
            )
            kept = [w for w in anchor.lower().split() if w in other.lower().split()]
            assert len(kept) >= 0.5 * len(anchor.split()), (anchor, other)


def test_thousands_of_pairs_are_worded_differently() -> None:
    signal, rng = StudyPairs.read(BOOK), np.random.default_rng(0)
    pairs = [pair for _ in range(40) for pair in signal.draw(rng, 25)]
    assert len({pair.left for pair in pairs}) > 0.97 * len(pairs)
    assert len({pair.right for pair in pairs}) > 0.85 * len(pairs)


def test_the_same_seed_gives_the_same_rows() -> None:
    signal = StudyContrasts.read(BOOK)
    first = signal.draw(np.random.default_rng(5), 30)
    assert first == signal.draw(np.random.default_rng(5), 30)


def test_a_line_with_a_missing_column_is_named(tmp_path: Path) -> None:
    (tmp_path / "sites.txt").write_text("lobe | 0 | b\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"sites\.txt, line 1: found 3 columns, wanted 7"):
        Phrasebook.read(tmp_path)
