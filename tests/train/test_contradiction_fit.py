import json

import numpy as np
import pytest

from radsearch.heads.pairs import pair_features
from tests.radsearch.heads.test_pairs import heads  # noqa: F401
from tests.toy import ToyEncoder
from train.contradiction_fit import PENALTIES, contradiction_examples, fit_contradiction
from train.signals.families import held_out
from train.signals.registry import DATA


@pytest.fixture
def encoder():
    return ToyEncoder(256)


@pytest.fixture
def data(tmp_path):
    (tmp_path / "phrases").symlink_to(DATA / "phrases")
    (tmp_path / "corpus" / "contrast").mkdir(parents=True)
    keys = [f"f{n}" for n in range(40)]
    rows = [
        {
            "id": key,
            "axis": "presence" if n % 2 else "severity",
            "anchor": f"Small nodule {n}.",
            "same": [f"Little nodule {n}."],
            "graded": [{"text": f"No nodule {n}." if n % 2 else f"Huge {n}.", "distance": 2}],
        }
        for n, key in enumerate(keys)
    ]
    file = tmp_path / "corpus" / "contrast" / "families.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path, [key for key in keys if held_out(key)]


def test_held_out_families_give_no_pair(data):
    folder, held = data
    examples = contradiction_examples(folder, generated=0)
    assert held
    numbers = {int(first.rstrip(".").split()[-1]) for first, _, _ in examples}
    assert not numbers & {int(key[1:]) for key in held}


def test_the_other_axes_give_rewordings_alone(data):
    examples = contradiction_examples(data[0], generated=0)
    assert ("Small nodule 1.", "No nodule 1.", True) in examples
    assert ("Small nodule 1.", "Little nodule 1.", False) in examples
    assert ("Small nodule 0.", "Little nodule 0.", False) in examples
    assert not any("Huge" in other for _, other, _ in examples)


def test_generated_families_add_contradictions(data):
    few = contradiction_examples(data[0], generated=0)
    more = contradiction_examples(data[0], generated=36)
    assert more[: len(few)] != [] and len(more) > len(few)
    assert more == contradiction_examples(data[0], generated=36)


def test_denials_are_told_from_rewordings(encoder, heads):  # noqa: F811
    nouns = [f"thing{n}" for n in range(40)]
    examples = [(f"Small {n}.", f"No {n}.", True) for n in nouns]
    examples += [(f"Small {n}.", f"Little {n}.", False) for n in nouns]
    arrays, facts = fit_contradiction(heads, examples, lambda texts: encoder.embed(texts))
    assert facts["contradictions"] == facts["others"] == 40 and facts["penalty"] in PENALTIES
    assert arrays["contradiction.weights"].shape == (256 + 3, 1)
    fresh = (
        encoder.embed(["Small cyst.", "Small cyst."]),
        encoder.embed(["No cyst.", "Little cyst."]),
    )
    scores = pair_features(heads, *fresh) @ arrays["contradiction.weights"][:, 0]
    assert scores[0] > scores[1]
    assert np.isfinite(scores).all()
