import json

import numpy as np
import pytest

from radsearch.errors import EncoderError
from radsearch.heads import DEFAULT_HEADS, find_heads, load_heads
from radsearch.heads.file import FACTS_FILE, WEIGHTS_FILE, summary, write_heads
from radsearch.heads.pairs import MARKS
from radsearch.heads.tags import GROUPS, tags
from tests.toy import ToyEncoder
from tests.toy_heads import WORDS, toy_arrays, toy_facts, toy_heads


@pytest.fixture
def encoder():
    return ToyEncoder(128)


@pytest.fixture
def folder(tmp_path, encoder):
    write_heads(tmp_path / "heads", toy_arrays(encoder), toy_facts(encoder))
    return tmp_path / "heads"


def test_heads_read_back_give_the_probabilities_they_were_written_with(folder, encoder):
    vectors = encoder.embed(["Small pneumothorax.", "No pneumothorax.", "8 mm nodule."])
    stored = load_heads(folder, encoder.fingerprint)
    made = toy_heads(encoder)
    assert stored.findings == tuple(WORDS)
    for state in ("present", "absent"):
        assert np.allclose(
            stored.sentences(vectors)[state], made.sentences(vectors)[state], atol=0.02
        )
    assert stored.sentences(vectors)["present"][0, 0] > 0.9
    assert stored.sentences(vectors)["absent"][1, 0] > 0.9


def test_heads_of_another_encoder_are_refused_with_the_command(folder):
    with pytest.raises(EncoderError, match=r"toy:other.*python -m train heads --encoder"):
        load_heads(folder, "toy:other:128")


@pytest.mark.parametrize("name", [FACTS_FILE, WEIGHTS_FILE])
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(EncoderError, match=name):
        load_heads(folder)


def test_damaged_weights_are_refused(folder):
    blob = bytearray((folder / WEIGHTS_FILE).read_bytes())
    blob[-1] ^= 1
    (folder / WEIGHTS_FILE).write_bytes(blob)
    with pytest.raises(EncoderError, match="sha256 differs"):
        load_heads(folder)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 1}'])
def test_damaged_facts_are_refused(folder, text):
    (folder / FACTS_FILE).write_text(text)
    with pytest.raises(EncoderError, match=r"train them again|copy the folder"):
        load_heads(folder)


def test_an_unknown_format_names_both_versions(folder):
    facts = json.loads((folder / FACTS_FILE).read_text())
    (folder / FACTS_FILE).write_text(json.dumps(facts | {"format": 99}))
    with pytest.raises(EncoderError, match=r"format 99.*reads 1 and 2"):
        load_heads(folder)


def test_the_first_format_is_read_without_its_head_of_pairs(folder, encoder):
    facts = json.loads((folder / FACTS_FILE).read_text())
    old = facts | {"format": 1, "contradiction": {"penalty": 3.0}}
    (folder / FACTS_FILE).write_text(json.dumps(old))
    heads = load_heads(folder)
    assert heads.contradiction is None
    assert heads.attributes["laterality"].hidden is None
    (folder / FACTS_FILE).write_text(json.dumps(old | {"format": 2}))
    with pytest.raises(EncoderError, match="damaged"):
        load_heads(folder)


def test_heads_with_a_hidden_layer_come_back(tmp_path, encoder):
    rng = np.random.default_rng(0)
    shapes = {
        "attribute.hidden": (128, 5),
        "attribute.laterality": (5, 3),
        "contradiction.project": (128, 4),
        "contradiction.mix": (2 * 4 + MARKS, 3),
        "contradiction.out": (3, 1),
    }
    arrays = toy_arrays(encoder)
    for name, shape in shapes.items():
        arrays[f"{name}.weights"] = rng.standard_normal(shape).astype(np.float32)
        arrays[f"{name}.bias"] = rng.standard_normal(shape[1]).astype(np.float32)
    facts = toy_facts(encoder) | {"contradiction": {"contradictions": 1, "others": 1}}
    write_heads(tmp_path / "h", arrays, facts)
    heads = load_heads(tmp_path / "h", encoder.fingerprint)
    x = encoder.embed(["Left nodule.", "Right nodule."])
    units = np.maximum(x @ arrays["attribute.hidden.weights"] + arrays["attribute.hidden.bias"], 0)
    want = units @ arrays["attribute.laterality.weights"] + arrays["attribute.laterality.bias"]
    assert np.allclose(heads.attributes["laterality"].logits(x), want, atol=0.02)
    assert heads.contradiction is not None
    assert heads.contradiction.logits(x, x, np.ones((2, MARKS), np.float32)).shape == (2,)


@pytest.mark.parametrize(
    ("mix", "out", "match"),
    [
        (2 * 4 + 7, 3, r"reads 7 marks.*4 or 16: train them again"),
        (2 * 4 - 1, 3, "damaged"),
        (2 * 4 + MARKS, 2, "damaged"),
    ],
)
def test_a_head_of_pairs_of_another_width_is_refused(tmp_path, encoder, mix, out, match):
    arrays = toy_arrays(encoder)
    shapes = {"project": (128, 4), "mix": (mix, 3), "out": (out, 1)}
    for name, shape in shapes.items():
        arrays[f"contradiction.{name}.weights"] = np.zeros(shape, np.float32)
        arrays[f"contradiction.{name}.bias"] = np.zeros(shape[1], np.float32)
    facts = toy_facts(encoder) | {"contradiction": {"contradictions": 1, "others": 1}}
    write_heads(tmp_path / "h", arrays, facts)
    with pytest.raises(EncoderError, match=match):
        load_heads(tmp_path / "h", encoder.fingerprint)


def test_names_and_weights_must_agree_in_number(folder):
    facts = json.loads((folder / FACTS_FILE).read_text())
    (folder / FACTS_FILE).write_text(json.dumps(facts | {"findings": facts["findings"][:2]}))
    with pytest.raises(EncoderError, match="damaged"):
        load_heads(folder)


def test_an_encoder_folder_holds_its_heads_beside_its_files(folder):
    assert find_heads(folder.parent) == folder
    assert find_heads("owner/name") is None
    assert find_heads(None) == find_heads("") == DEFAULT_HEADS


def test_the_manifest_says_which_heads_tagged(folder):
    heads = load_heads(folder)
    told = summary(heads)
    assert told["findings"] == 3 and len(told["digest"]) == 64
    assert summary(None) == {}


def test_the_shipped_heads_cover_the_vocabulary():
    heads = load_heads(DEFAULT_HEADS)
    size = sum(file.stat().st_size for file in DEFAULT_HEADS.iterdir())
    assert size < 3_500_000  # three layers of attribute networks since the eleventh stage
    known = set(heads.findings)
    wanted = {"XR": 130, "CT": 200}
    for group in GROUPS:
        held = [tag for tag in tags() if group in tag.groups and known.intersection(tag.members)]
        assert len(held) >= wanted[group]
    for row in heads.facts["findings"]:
        assert row["support"]["present"] >= 6
        assert set(row["chosen_on"].values()) <= {"validation", "validation, pooled"}
    assert set(heads.attributes) == {
        "laterality", "severity", "zone", "size", "count", "density", "certainty", "temporal",
    }  # fmt: skip
