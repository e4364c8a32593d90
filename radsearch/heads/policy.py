"""How rules and heads share an index's tag columns.

1. The rules decide where they speak: a finding that they read as present, absent or uncertain has
   that status.
2. Heads fill in: where the rules are silent, and the joint probability (`radsearch.heads.joint`)
   of "present" reaches the threshold that gave 90 % precision on authored validation reports, the
   finding is present; if not that, the same for "absent". Where no threshold was that precise,
   nothing is filled.
3. Disagreement is kept: where the rules say present or absent and the joint probability, in which
   their word already counts, still sides with the other state, the status stays and the finding is
   listed as disputed.

A finding without a head (too few examples) follows the rules. "uncertain" comes from rules alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from radsearch.heads.joint import CODES, joint_logits, status_codes
from radsearch.heads.model import Floats, Heads, State, sigmoid


@dataclass(frozen=True, slots=True)
class Columns:
    """Finding ids of one report by status, each sorted; `disputed` ones have a status too.

    Attributes:
        present: Stated, or filled in.
        absent: Stated absent, or filled in.
        uncertain: By rules.
        disputed: Those whose status the heads contradict.
        filled: Those whose status comes from the heads.
    """

    present: list[str]
    absent: list[str]
    uncertain: list[str]
    disputed: list[str]
    filled: list[str]


def by_rules(statuses: Mapping[str, str]) -> Columns:
    """Columns without heads.

    >>> by_rules({"mass": "absent", "nodule": "present"}).absent
    ['mass']
    """
    told = {name: sorted(k for k, v in statuses.items() if v == name) for name in CODES}
    return Columns(told["present"], told["absent"], told["uncertain"], [], [])


def combine(
    heads: Heads, statuses: Sequence[Mapping[str, str]], logits: Mapping[State, Floats]
) -> list[Columns]:
    """Columns of reports by the policy above.

    Args:
        heads: Of the index's encoder.
        statuses: Per report finding id -> status, by rules.
        logits: `heads.logits` of the reports.

    Returns:
        One a report.
    """
    codes = status_codes(statuses, heads.findings)
    joint = joint_logits(heads, codes, logits)
    present, absent = sigmoid(joint["present"]), sigmoid(joint["absent"])
    silent = codes == 0
    add_present = silent & (present >= heads.fill["present"])
    add_absent = silent & (absent >= heads.fill["absent"]) & ~add_present
    disputed = (codes == CODES["present"]) & (absent > np.maximum(present, 0.5))
    disputed |= (codes == CODES["absent"]) & (present > np.maximum(absent, 0.5))
    columns = []
    for row, told in enumerate(statuses):
        rules = by_rules(told)
        more_present = _names(heads, add_present[row])
        more_absent = _names(heads, add_absent[row])
        columns.append(
            Columns(
                sorted(rules.present + more_present),
                sorted(rules.absent + more_absent),
                rules.uncertain,
                _names(heads, disputed[row]),
                sorted(more_present + more_absent),
            )
        )
    return columns


def _names(heads: Heads, chosen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[str]:
    return sorted(heads.findings[at] for at in np.flatnonzero(chosen))
