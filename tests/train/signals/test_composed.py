import numpy as np
import pytest

from train.rows import Family, Variant
from train.signals.composed import Composed, composed
from train.signals.families import read_families
from train.signals.registry import DATA


def family(name: str, place: str = "chest") -> Family:
    right = Variant((f"{name} right", f"{name} reworded"), 0, f"{name}/0")
    near = Variant((f"{name} near",), 1, f"{name}/1")
    return Family(name, "size", (right, near, Variant((f"{name} far",), 2, f"{name}/2")), place)


PARTS = [family(name) for name in "abcd"]


def statements(text: str) -> set[str]:
    return set(text.removesuffix(".").split(". "))


@pytest.mark.parametrize("seed", range(5))
def test_one_statement_changes_and_the_others_stay_word_by_word(seed: int) -> None:
    found = composed(PARTS, "changed", np.random.default_rng(seed))
    anchor, reworded = found.variants[0].texts
    assert statements(anchor) == {"a right", "b right", "c right"}
    assert statements(reworded) == {"a reworded", "b reworded", "c reworded"}
    copies = [v.texts[0] for v in found.variants[1:]]
    assert copies == [anchor.replace("a right", "a near"), anchor.replace("a right", "a far")]
    assert [v.distance for v in found.variants] == [0, 1, 2]
    assert found.axis == "size"


def test_statements_are_left_out_one_by_one() -> None:
    found = composed(PARTS, "left out", np.random.default_rng(0))
    sizes = [len(statements(v.texts[0])) for v in found.variants]
    assert sizes == [3, 2, 1]
    assert all("a right" not in v.texts[0] for v in found.variants[1:])


def test_what_is_added_stands_nowhere_in_the_anchor() -> None:
    found = composed(PARTS, "added", np.random.default_rng(0))
    anchor, copy = (statements(v.texts[0]) for v in found.variants)
    assert copy - anchor == {"d right"}
    assert anchor < copy


def test_a_draw_of_the_written_families_keeps_to_one_part_of_the_body() -> None:
    written = list(read_families(DATA / "corpus" / "contrast"))
    places = {family.key: family.place for family in written}
    drawn = Composed(written).draw(np.random.default_rng(0), 40)
    assert len(drawn) == 40
    for long in drawn:
        assert {places[key] for key in long.key.split("+")} == {long.place}
        texts = [text for variant in long.variants for text in variant.texts]
        assert len(set(texts)) == len(texts)
    assert drawn == Composed(written).draw(np.random.default_rng(0), 40)


def test_too_few_families_are_an_error() -> None:
    with pytest.raises(ValueError, match="more than five families"):
        Composed(PARTS)
