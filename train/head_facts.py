"""What `heads.json` says of each finding and tag."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.joint import CODES
from radsearch.heads.model import STATES
from radsearch.heads.tags import tags

from .report_fit import Thresholds


def finding_rows(
    findings: Sequence[str], codes: NDArray[np.int8], thresholds: Thresholds
) -> list[dict[str, Any]]:
    """Per finding its support by state, thresholds and what chose them.

    Args:
        findings: Names of the columns.
        codes: (n, f) of the training sentences.
        thresholds: Of the findings.

    Returns:
        One row a finding.
    """
    return [
        {
            "finding": name,
            "support": {s: int((codes[:, at] == CODES[s]).sum()) for s in CODES},
            "decide": {s: round(float(thresholds.decide[s][at]), 4) for s in STATES},
            "fill": {s: thresholds.fill[s] for s in STATES},
            "chosen_on": {s: thresholds.chosen[s][at] for s in STATES},
        }
        for at, name in enumerate(findings)
    ]


def tag_support(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Per tag of the vocabulary its groups and the training sentences that state it present.

    A tag has the thresholds of its members: it is present if one of them is.
    """
    support = {row["finding"]: row["support"]["present"] for row in rows}
    return {
        tag.name: {
            "groups": list(tag.groups),
            "support": sum(support.get(name, 0) for name in tag.members),
        }
        for tag in tags()
        if support.keys() & set(tag.members)
    }
