import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from radsearch.evaluation.attribute_scores import readings_of
from radsearch.evaluation.authored import read_authored
from radsearch.evaluation.vector_cache import VectorCache
from radsearch.heads import load_heads
from radsearch.heads.arrays import attribute_heads
from radsearch.heads.file import NEVER
from radsearch.heads.joint import CODES, status_codes
from radsearch.heads.model import Heads
from radsearch.heads.pairs import contradiction
from radsearch.heads.policy import fills
from tests.toy import ToyEncoder
from train.attribute_fit import fit_attributes
from train.head_sources import Sizes, findings_with_support, training_sentences
from train.head_texts import (
    Labelled,
    authored_sentences,
    generated_sentences,
    lexicon_sentences,
    thinned,
)
from train.heads import train
from train.logistic import fit_logistic, platt
from train.signals.families import held_out
from train.signals.registry import DATA
from train.state_fit import fit_states


@pytest.fixture
def encoder():
    return ToyEncoder(256)


def test_states_are_learned_from_sentences(encoder):
    nouns = ("pneumothorax", "effusion", "cardiomegaly")
    items = [
        Labelled(frame.format(noun))
        for noun in nouns
        for frame in ("Small {}.", "There is {}.", "Mild {} is seen.", "New {}.", "Known {}.",
                      "Large {}.", "No {}.", "There is no {}.", "No {} is seen.", "No new {}.",
                      "No large {}.", "No definite {}.", "Clear lungs {0:.0}.")
    ]  # fmt: skip
    findings = findings_with_support(items)
    assert findings == ["cardiomegaly", "pleural_effusion", "pneumothorax"]
    vectors = encoder.embed([item.text for item in items])
    codes = status_codes([item.status() for item in items], findings)
    fitted = fit_states(vectors, codes, penalty=0.1)
    for state in ("present", "absent"):
        weights, bias = fitted[state]
        said = vectors @ weights + bias > 0
        assert (said == (codes == CODES[state])).mean() > 0.97


def test_a_state_without_support_stays_silent(encoder):
    items = [Labelled("Small effusion.")] * 8 + [Labelled("Clear lungs.")] * 8
    vectors = encoder.embed([item.text for item in items])
    codes = status_codes([item.status() for item in items], ["pleural_effusion"])
    _, bias = fit_states(vectors, codes, penalty=1.0)["absent"]
    assert bias.tolist() == [-30.0]


def test_gold_wins_over_the_rules():
    item = Labelled("No effusion.", {"pleural_effusion": "present"})
    assert item.status() == {"pleural_effusion": "present"}


def test_no_sentence_of_the_test_part_is_learned_from():
    folder = DATA / "corpus" / "authored"
    learned = {item.text for item in authored_sentences(folder, "train")}
    held = {item.text for item in authored_sentences(folder, "test")}
    shared = learned & held  # stock sentences that any report may hold
    assert len(shared) < 0.2 * len(held)
    assert all(len(text) < 90 for text in shared)
    whole = [row["findings"] for row in read_authored(folder, "test")]
    assert not any(text in learned for text in whole)


def test_thinning_keeps_the_same_texts():
    items = generated_sentences(DATA / "phrases", 60, 0)
    assert len({item.text for item in items}) == 60
    assert [i.text for i in thinned(items, 9)] == [i.text for i in thinned(items[::-1], 9)]
    texts = {item.text for item in lexicon_sentences(1)}
    assert {"There is consolidation.", "No consolidation."} & texts


def test_telling_sentences_are_taken_beyond_the_others(tmp_path):
    (tmp_path / "phrases").symlink_to(DATA / "phrases")
    (tmp_path / "corpus" / "authored").mkdir(parents=True)
    (tmp_path / "corpus" / "contrast").mkdir()
    plain = [f"Nodule {n}." for n in range(9)]
    telling = [f"Two nodules, {n}." for n in range(9)]
    row = {"id": "f1", "axis": "count", "anchor": plain[0], "same": plain[1:] + telling}
    row["graded"] = [{"text": "Probable nodule.", "distance": 1}]
    file = tmp_path / "corpus" / "contrast" / "families.jsonl"
    file.write_text(json.dumps(row))
    assert not held_out("f1")
    few = Sizes(authored=0, written=0, families=4, generated=0, lexicon=0, telling=0)
    more = replace(few, telling=5)
    without = [item.text for item in training_sentences(tmp_path, few)]
    beyond = [item.text for item in training_sentences(tmp_path, more)][len(without) :]
    assert len(without) == 4 and len(beyond) == 5
    assert set(beyond) <= {*telling, "Probable nodule."} - set(without)


def test_attribute_heads_read_the_side(encoder):
    items = [
        Labelled(f"{size} {side} effusion.")
        for size in ("Small", "Large", "Moderate", "Tiny", "Mild", "Known", "New", "Stable")
        for side in ("left", "right", "bilateral")
    ]
    vectors = encoder.embed([item.text for item in items])
    arrays, facts = fit_attributes(items, vectors, epochs=150)
    assert facts["laterality"]["values"] == ["left", "bilateral", "right", "order"]
    order = attribute_heads(arrays, facts)["laterality"].logits(vectors)
    by_side = {side: order[n::3, 3].mean() for n, side in enumerate(("left", "right", "both"))}
    assert by_side["left"] < by_side["both"] < by_side["right"]
    assert facts["laterality"]["support"]["left"] == 8


def test_attribute_heads_read_numbers(encoder):
    nouns = ("nodule", "mass", "cyst", "stone", "lymph node", "effusion")
    frames = ("A {} of {} mm.", "{} measuring {} mm.", "There is a {1} mm {0}.")
    items = [
        Labelled(frame.format(noun, size))
        for frame in frames
        for noun in nouns
        for size in (4, 9, 20, 60)
        if (frame, noun) != (frames[0], "cyst")
    ]
    items += [Labelled(f"A {noun} is seen.") for noun in nouns]
    arrays, facts = fit_attributes(items, encoder.embed([i.text for i in items]), epochs=150)
    heads = Heads("x", (), {}, {}, {}, {}, attributes=attribute_heads(arrays, facts))
    fresh = encoder.embed([f"A cyst of {size} mm." for size in (4, 9, 20, 60)])
    read = 10 ** readings_of(heads, "size", fresh)
    assert read.tolist() == pytest.approx([4, 9, 20, 60], rel=0.3)
    assert facts["size"]["support"]["9"] == 17 and facts["size"]["support"]["stated"] == 68


def test_logistic_regression_is_that_of_sklearn():
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    x = rng.standard_normal((300, 5)).astype(np.float32)
    y = x[:, 0] + rng.standard_normal(300) > 0.5
    weights = rng.uniform(0.5, 2.0, 300).astype(np.float32)
    w, b = fit_logistic(x, y, weights, penalty=2.0)
    theirs = LogisticRegression(C=0.5, tol=1e-8).fit(x, y, sample_weight=weights)
    assert np.allclose(w, theirs.coef_[0], atol=5e-3)
    assert abs(b - theirs.intercept_[0]) < 5e-3


def test_calibrated_logits_are_probabilities():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=20_000) * 2
    labels = rng.random(20_000) < 1 / (1 + np.exp(-truth))
    scale, offset = platt((truth * 3 + 1).astype(np.float32), labels)
    assert scale == pytest.approx(1 / 3, rel=0.05)
    assert offset == pytest.approx(-1 / 3, abs=0.05)


def test_a_cache_embeds_each_text_once(tmp_path, encoder):
    texts = ["One nodule.", "Two nodules.", "One nodule."]
    first = VectorCache(tmp_path, encoder).embed(texts, "sentence")
    assert encoder.texts == 2
    again = VectorCache(tmp_path, encoder).embed(texts[::-1], "sentence")
    assert encoder.texts == 2
    assert np.array_equal(first[::-1], again)
    assert np.allclose(first, ToyEncoder(256).embed(texts), atol=1e-3)


@pytest.mark.slow
def test_training_writes_heads_that_load_and_predict(tmp_path, encoder):
    sizes = Sizes(
        authored=900, written=0, families=100, generated=100, lexicon=0, telling=60, pairs=12
    )
    facts = train(encoder, tmp_path / "h", VectorCache(tmp_path, encoder), sizes=sizes)
    heads = load_heads(tmp_path / "h", encoder.fingerprint)
    assert len(heads.findings) == len(facts["findings"]) > 20
    assert facts["tags"]["any_pleural_fluid"]["support"] > 0
    assert facts["contradiction"]["contradictions"] > 100
    apart = encoder.embed(["No effusion."]), encoder.embed(["Small effusion."])
    alike = encoder.embed(["Small effusion."]), encoder.embed(["Effusion, small."])
    assert contradiction(heads, *apart)[0] > contradiction(heads, *alike)[0]
    assert set(heads.attributes["count"].names) >= {"stated", "1", "30", "order"}
    chances = heads.reports(encoder.embed(["Small left effusion.", "Heart normal."]), [1, 1])
    at = heads.findings.index("pleural_effusion")
    assert chances["present"][0, at] > chances["present"][1, at]
    assert ((heads.fill["present"] <= 1) | (heads.fill["present"] == NEVER)).all()
    assert len(fills(heads, "present", encoder.embed(["x."]), np.array([True]))) == 1


def test_the_command_is_there():
    from train.__main__ import group

    told = CliRunner().invoke(group, ["heads", "--help"])
    assert told.exit_code == 0 and "--encoder" in told.output
