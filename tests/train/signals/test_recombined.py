import numpy as np
import pytest

from train.rows import Family, Variant
from train.signals.ladders import AXES
from train.signals.recombined import Recombined, recombined

BY_NAME = {axis.name: axis for axis in AXES}


def family(anchor: str, key: str = "f") -> Family:
    return Family(key, "finding", (Variant((anchor, "said otherwise"), 0, f"{key}/0"),))


def copies(anchor: str, axis: str, seed: int = 0) -> list[str]:
    found = recombined(family(anchor), BY_NAME[axis], np.random.default_rng(seed))
    return [] if found is None else [v.texts[0] for v in found.variants[1:]]


def lengths(texts: list[str], before: str, after: str) -> list[float]:
    cut = [text.removeprefix(before).removesuffix(after).split() for text in texts]
    return [float(number) * (10 if unit == "cm" else 1) for number, unit in cut]


@pytest.mark.parametrize("seed", range(6))
def test_sizes_move_away_step_by_step_in_either_unit(seed):
    found = lengths(copies("Cyst of 9 mm, benign.", "size", seed), "Cyst of ", ", benign.")
    ratios = [abs(np.log(value / 9)) for value in found]
    assert len(found) >= 2
    assert ratios == sorted(ratios)
    assert ratios[0] > 0.1


def test_a_size_beside_its_past_is_left_alone():
    assert copies("Nodule of 9 mm, previously 6 mm.", "size") == []


def test_both_numbers_of_a_measurement_change_together():
    text = copies("Mass of 20 x 10 mm.", "size")[0]
    first, second = (
        float(x) for x in text[8:].replace(" mm.", "").replace(" cm.", "").split(" x ")
    )
    assert first / second == pytest.approx(2, rel=0.1)


def test_levels_keep_their_form_and_magnetic_weights_are_none():
    assert all("-L" in t or "-T" in t for t in copies("Disc bulge at L3-L4.", "level"))
    assert copies("The lesion is bright on T2.", "level") == []
    assert copies("Fusion of the vertebrae C5-7.", "level") == []
    assert copies("T2 signal of the cord is high.", "level") == []


def test_places_are_graded_by_their_distance_in_the_row():
    found = copies("Polyp in the ascending colon.", "caecum")
    assert found[-1] == "Polyp in the rectum."
    assert len(found) == len(set(found)) >= 4


def test_a_word_said_twice_is_ambiguous():
    assert copies("Left effusion, left collapse.", "left") == []


def test_draws_are_seeded_keep_rewordings_and_never_repeat_an_anchor():
    signal = Recombined([family(f"Cyst of {n} mm on the left.", f"f{n}") for n in range(3, 9)])
    drawn = signal.draw(np.random.default_rng(3), 4)
    assert drawn == signal.draw(np.random.default_rng(3), 4)
    assert len({f.variants[0].texts[0] for f in drawn}) == len(drawn) == 4
    assert all(f.variants[0].texts[1] == "said otherwise" for f in drawn)


def test_anchors_without_anything_to_change_are_an_error():
    with pytest.raises(ValueError, match="no anchor"):
        Recombined([family("Normal.")])
