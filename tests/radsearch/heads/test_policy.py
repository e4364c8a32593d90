from dataclasses import replace

import numpy as np
import pytest

from radsearch.heads.joint import joint_logits, status_codes
from radsearch.heads.model import STATES
from radsearch.heads.policy import combine, fills
from tests.toy import ToyEncoder
from tests.toy_heads import WORDS, toy_heads


@pytest.fixture
def encoder():
    return ToyEncoder(256)


def _combine(encoder, heads, texts, statuses, silent):
    vectors = encoder.embed([t for report in texts for t in report])
    counts = [len(report) for report in texts]
    return combine(heads, statuses, vectors, counts, np.array(silent, np.bool_))


def test_rules_decide_where_they_speak(encoder):
    heads = toy_heads(encoder)
    texts = [["Large pneumothorax."]]
    for status in ("present", "absent", "uncertain"):
        got = _combine(encoder, heads, texts, [{"pneumothorax": status}], [True])[0]
        assert "pneumothorax" in getattr(got, status)
        assert got.filled == []


def test_heads_fill_in_from_silent_sentences_only(encoder):
    heads = toy_heads(encoder)
    texts = [["Large pneumothorax."], ["No nodule."], ["Large pneumothorax."]]
    got = _combine(encoder, heads, texts, [{}, {}, {}], [True, True, False])
    assert got[0].present == got[0].filled == ["pneumothorax"]
    assert got[1].absent == got[1].filled == ["pulmonary_nodule"]
    assert got[2].present == got[2].filled == []


def test_nothing_is_filled_below_the_threshold(encoder):
    never = replace(
        toy_heads(encoder), fill={s: np.full(len(WORDS), 2.0, np.float32) for s in STATES}
    )
    got = _combine(encoder, never, [["Large pneumothorax."]], [{}], [True])[0]
    assert got.present == []


def test_one_finding_is_filled_a_sentence(encoder):
    heads = toy_heads(encoder)
    vectors = encoder.embed(["Pneumothorax and nodule."])
    found = fills(heads, "present", vectors, np.array([True]))
    assert len(found) == 1 and found[0].finding in WORDS


def test_a_status_that_the_joint_probability_contradicts_is_disputed(encoder):
    heads = toy_heads(encoder)
    # weights under which the rules' word counts less than a sure head
    weak = {"present": (1.0, -1.0, 0.0, 1.0, -1.0, 0.0), "absent": (-1.0, 1.0, 0.0, -1.0, 1.0, 0.0)}
    heads = replace(heads, joint=weak)
    got = _combine(encoder, heads, [["Pneumothorax."]], [{"pneumothorax": "absent"}], [False])[0]
    assert got.absent == got.disputed == ["pneumothorax"]
    got = _combine(encoder, heads, [["Pneumothorax."]], [{"pneumothorax": "present"}], [False])[0]
    assert got.present == ["pneumothorax"] and got.disputed == []


def test_a_finding_without_a_head_follows_the_rules(encoder):
    got = _combine(
        encoder, toy_heads(encoder), [["Scoliosis."]], [{"scoliosis": "present"}], [False]
    )
    assert got[0].present == ["scoliosis"]


def test_the_joint_logit_of_an_empty_report_is_finite(encoder):
    heads = toy_heads(encoder)
    codes = status_codes([{"pneumothorax": "present"}], heads.findings)
    logits = heads.logits(np.zeros((0, 256), np.float32), [0])
    joint = joint_logits(heads, codes, logits)
    assert np.isfinite(joint["present"]).all() and joint["present"][0, 0] > joint["present"][0, 1]
