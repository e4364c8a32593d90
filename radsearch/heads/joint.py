"""Rules and heads as one probability per finding and state.

The status that the rules read out of a report and the two head logits enter one logistic function,
the same for all findings, whose six weights `python -m train heads` fits on authored validation
reports. A plain "present" of the rules thus counts as what it is worth there, and the heads decide
where the rules are silent.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.model import STATES, Floats, Heads, State

CODES: Mapping[str, int] = {"present": 1, "absent": 2, "uncertain": 3}
LIMIT = 12.0
"""Logits are cut here: -inf of a report without sentences would swallow the rules."""


def status_codes(
    statuses: Sequence[Mapping[str, str]], findings: Sequence[str]
) -> NDArray[np.int8]:
    """Statuses by finding as a matrix: 0 = not mentioned, 1 present, 2 absent, 3 uncertain.

    >>> status_codes([{"mass": "absent"}], ["mass", "nodule"]).tolist()
    [[2, 0]]
    """
    column = {name: at for at, name in enumerate(findings)}
    out = np.zeros((len(statuses), len(findings)), np.int8)
    for row, stated in enumerate(statuses):
        for name, status in stated.items():
            if name in column:
                out[row, column[name]] = CODES[status]
    return out


def joint_features(codes: NDArray[np.int8], logits: Mapping[State, Floats]) -> NDArray[np.float32]:
    """What the joint function reads: three marks of the rules, two logits, one; (..., 6)."""
    marks = [codes == CODES[name] for name in ("present", "absent", "uncertain")]
    values = [np.clip(logits[state], -LIMIT, LIMIT) for state in STATES]
    parts = [*marks, *values, np.ones(codes.shape)]
    return np.stack([np.asarray(part, np.float32) for part in parts], axis=-1)


def joint_logits(
    heads: Heads, codes: NDArray[np.int8], logits: Mapping[State, Floats]
) -> dict[State, Floats]:
    """By state, (reports, f); `radsearch.heads.model.sigmoid` makes probabilities of them."""
    features = joint_features(codes, logits)
    return {state: features @ np.asarray(heads.joint[state], np.float32) for state in STATES}


def plain_weights() -> dict[State, list[float]]:
    """Weights that follow the rules and, where they are silent, the head: for untrained heads."""
    present: list[Any] = [8.0, -8.0, 0.0, 1.0, 0.0, 0.0]
    absent: list[Any] = [-8.0, 8.0, 0.0, 0.0, 1.0, 0.0]
    return {"present": present, "absent": absent}
