from collections import Counter

import numpy as np
import pytest

from train.signals.families import TURNS, ContrastFamilies, held_out, read_families
from train.signals.registry import DATA

FOLDER = DATA / "corpus" / "contrast"


def test_held_out_families_are_a_tenth_and_are_never_drawn() -> None:
    train, kept = list(read_families(FOLDER)), list(read_families(FOLDER, validation=True))
    assert 0.07 < len(kept) / (len(train) + len(kept)) < 0.13
    drawn = ContrastFamilies(train).draw(np.random.default_rng(0), len(train))
    assert len(drawn) == len(train)
    assert not any(held_out(family.key) for family in drawn)


def test_a_draw_takes_the_axes_by_their_turns() -> None:
    families = list(read_families(FOLDER))
    axes = {family.axis for family in families}
    turns = {axis: TURNS.get(axis, 1) for axis in axes}
    drawn = ContrastFamilies(families).draw(np.random.default_rng(1), sum(turns.values()))
    assert Counter(family.axis for family in drawn) == turns


def test_every_draw_holds_the_anchor_and_a_rewording() -> None:
    for family in ContrastFamilies.read(FOLDER).draw(np.random.default_rng(2), 50):
        first = family.variants[0]
        assert len(set(first.texts)) == 2
        assert first.distance == 0
        assert all(variant.distance > 0 for variant in family.variants[1:])


def test_no_families_is_an_error_that_says_what_to_give() -> None:
    with pytest.raises(ValueError, match=r"families\*\.jsonl"):
        ContrastFamilies([])
