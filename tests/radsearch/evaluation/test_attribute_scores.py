from dataclasses import dataclass

import numpy as np
import pytest

from radsearch.evaluation.attribute_scores import (
    AXES,
    dci,
    measure_attributes,
    modularity,
    modularity_ratio,
)
from radsearch.evaluation.edits import contradiction_pairs, single_edits
from radsearch.heads.attributes import agreed, stated
from radsearch.heads.model import Heads, LinearHeads
from radsearch.language.extract import extract


def test_codes_that_mix_factors_are_less_modular_than_pure_ones():
    z = np.random.default_rng(0).normal(size=(3_000, 4))
    mixed = z @ np.random.default_rng(1).normal(size=(4, 4))
    assert modularity(z, z) > 0.98
    assert modularity(mixed, z) < 0.92
    assert min(dci(z, z)) > 0.95
    assert max(dci(mixed, z)) < 0.6


def test_the_modularity_ratio_by_hand():
    before = np.zeros((2, len(AXES)), np.float32)
    after = np.ones((2, len(AXES)), np.float32)
    after[0, 0] = 3.0
    after[1, 1] = 5.0
    ratio, by_axis = modularity_ratio(before, after, AXES[:2], np.ones(len(AXES), np.float32))
    assert ratio == pytest.approx(4.0)
    assert by_axis == {AXES[0]: pytest.approx(3.0), AXES[1]: pytest.approx(5.0)}


def test_attributes_read_perfectly_correlate_perfectly():
    sides = ["left", "right"] * 12
    findings = [extract(f"Small {side} pleural effusion.") for side in sides]
    vectors = np.array([[1.0 if side == "right" else -1.0] for side in sides], np.float32)
    attributes = {
        axis: LinearHeads(("left", "bilateral", "right", "order"), *_weights())
        if axis == "laterality"
        else LinearHeads(("order",), np.ones((1, 1), np.float32), np.zeros(1, np.float32))
        for axis in AXES
    }
    heads = Heads("x", (), {}, {}, {}, {}, attributes=attributes)
    with np.errstate(invalid="ignore"):
        values = {axis: [stated(found, axis) for found in findings] for axis in AXES}
        table = measure_attributes(heads, values, vectors)
    assert table.support["laterality"] == 24
    assert table.spearman["laterality"] == pytest.approx(1.0)
    assert table.bare["laterality"] == pytest.approx(1.0)
    assert table.auroc["laterality"] == pytest.approx(1.0)


def test_a_rewording_counts_where_its_anchor_is_read_alike():
    anchor = extract("Three small nodules on the left.")
    alike, other, silent, more = (
        extract(f"{words} on the left.")
        for words in ("3 little nodules", "Two small nodules", "Nodules", "A severe effusion")
    )
    assert [agreed(found, anchor, "count") for found in (alike, other, silent)] == [3, None, None]
    assert agreed(other, anchor, "laterality") == "left"
    assert stated(more, "severity") == "severe" and agreed(more, anchor, "severity") is None


def _weights():
    return np.array([[-1.0, 0.0, 1.0, 1.0]], np.float32), np.zeros(4, np.float32)


@dataclass
class _Variant:
    texts: tuple[str, ...]
    distance: int = 0


@dataclass
class _Family:
    axis: str
    variants: tuple[_Variant, ...]


def test_pairs_are_the_sentences_that_an_edit_changes():
    families = [
        _Family(
            "severity",
            (
                _Variant(("Small effusion. No mass.", "A little fluid, no mass.")),
                _Variant(("Large effusion. No mass.",)),
                _Variant(("Large effusion. A mass.",)),
            ),
        ),
        _Family(
            "presence",
            (
                _Variant(("Effusion.", "Fluid.")),
                _Variant(("Possible effusion.",), 1),
                _Variant(("No effusion.",), 3),
            ),
        ),
    ]
    assert [(e.before, e.after, e.axis) for e in single_edits(families)] == [
        ("Small effusion.", "Large effusion.", "severity")
    ]
    assert [(e.before, e.after, e.axis) for e in contradiction_pairs(families)] == [
        ("Effusion.", "No effusion.", "contradiction"),
        ("Effusion.", "Fluid.", "rewording"),
    ]
