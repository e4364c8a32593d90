import json

import numpy as np
import pytest

from radsearch.heads.arrays import pair_head
from radsearch.heads.layer import Layer
from radsearch.heads.pair_head import PairHead
from radsearch.heads.pairs import pair_marks
from tests.radsearch.heads.test_pairs import heads  # noqa: F401
from tests.toy import ToyEncoder
from train.contradiction_fit import fit_contradiction
from train.contradiction_net import merged
from train.contradiction_pairs import contradiction_examples
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


def test_every_wording_is_set_against_the_denial(data):
    examples = contradiction_examples(data[0], generated=0)
    assert ("Small nodule 1.", "No nodule 1.", True) in examples
    assert ("Little nodule 1.", "No nodule 1.", True) in examples
    assert ("Small nodule 1.", "Little nodule 1.", False) in examples
    assert ("No nodule 1.", "No nodule 1.", False) in examples  # no sentence denies itself
    assert len(examples) == len(set(examples))
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
    assert facts == {"contradictions": 40, "others": 40}
    fresh = (
        encoder.embed(["Small thing3.", "Small thing3."]),
        encoder.embed(["No thing7.", "Little thing7."]),
    )
    scores = pair_head(arrays).logits(*fresh, pair_marks(heads, *fresh))
    assert scores[0] > scores[1]
    assert np.isfinite(scores).all()


def test_merged_heads_say_the_mean_of_their_logits():
    rng = np.random.default_rng(0)

    def layer(*shape):
        draw = rng.standard_normal(shape).astype(np.float32)
        return Layer(draw, rng.standard_normal(shape[1]).astype(np.float32))

    nets = [PairHead(layer(6, 3), layer(2 * 3 + 5, 4), layer(4, 1)) for _ in range(3)]
    a, b = rng.standard_normal((2, 9, 6)).astype(np.float32)
    marks = rng.standard_normal((9, 5)).astype(np.float32)
    one = merged(nets)
    assert one.marks == 5
    want = np.mean([head.logits(a, b, marks) for head in nets], axis=0)
    assert np.allclose(one.logits(a, b, marks), want, atol=1e-4)
