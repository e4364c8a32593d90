"""Heads over the toy encoder, made by hand: a finding is present where its word stands."""

import numpy as np

from radsearch.heads.joint import plain_weights
from radsearch.heads.model import STATES, Heads, LinearHeads
from tests.toy import ToyEncoder

WORDS = {"pneumothorax": "pneumothorax", "pulmonary_nodule": "nodule", "pacemaker": "thing"}


def toy_arrays(encoder: ToyEncoder) -> dict[str, np.ndarray]:
    words = encoder.embed(list(WORDS.values()))
    no = encoder.embed(["no"])[0]
    arrays = {}
    for state, sign in (("present", -1.0), ("absent", 1.0)):
        arrays[f"{state}.weights"] = (40.0 * words + sign * 40.0 * no).T.astype(np.float32)
        arrays[f"{state}.bias"] = np.full(len(WORDS), -10.0 - 38.0 * (sign > 0), np.float32)
    arrays["attribute.laterality.weights"] = encoder.embed(["left", "right", "right"]).T * 10
    arrays["attribute.laterality.bias"] = np.zeros(3, np.float32)
    return arrays


def toy_facts(encoder: ToyEncoder, fill: float = 0.9) -> dict:
    both = {state: fill for state in STATES}
    row = {"support": {"present": 9, "absent": 9}, "decide": both, "fill": both}
    return {
        "encoder": encoder.fingerprint,
        "made": "2026-01-01",
        "report": {state: [1.0, 0.0] for state in STATES},
        "joint": plain_weights(),
        "attributes": {"laterality": {"values": ["left", "right", "order"]}},
        "findings": [{"finding": name, **row, "chosen_on": "validation"} for name in WORDS],
    }


def toy_heads(encoder: ToyEncoder, fill: float = 0.9) -> Heads:
    arrays = toy_arrays(encoder)
    names = tuple(WORDS)
    both = {state: np.full(len(names), fill, np.float32) for state in STATES}
    return Heads(
        encoder=encoder.fingerprint,
        findings=names,
        states={
            state: LinearHeads(names, arrays[f"{state}.weights"], arrays[f"{state}.bias"])
            for state in STATES
        },
        report={state: (1.0, 0.0) for state in STATES},
        fill=both,
        decide=both,
        joint={state: tuple(weights) for state, weights in plain_weights().items()},
    )
