"""How rules and heads share an index's tag columns.

1. The rules decide where they speak: a finding that they read as present, absent or uncertain has
   that status.
2. Heads fill in: in a sentence in which the rules read nothing, the likeliest finding is taken as
   present (else: absent) if its probability reaches the threshold that was right in 80 % of the
   fills of authored validation reports, and the rules say nothing of it elsewhere in the report.
   Where no threshold was that precise, nothing is filled.
3. Disagreement is kept: where the rules say present or absent and the joint probability, in which
   their word already counts, still sides with the other state, the status stays and the finding is
   listed as disputed.

A finding without a head (too few examples) follows the rules. "uncertain" comes from rules alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.joint import CODES, joint_logits, status_codes
from radsearch.heads.model import BLOCK, STATES, Heads, State, sigmoid


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
    return _columns(statuses, [], [])


def _columns(statuses: Mapping[str, str], disputed: list[str], filled: list[str]) -> Columns:
    told: dict[str, list[str]] = {name: [] for name in CODES}
    for name in sorted(statuses):
        told[statuses[name]].append(name)
    return Columns(told["present"], told["absent"], told["uncertain"], disputed, filled)


def combine(
    heads: Heads,
    statuses: Sequence[Mapping[str, str]],
    vectors: NDArray[Any],
    counts: Sequence[int],
    silent: NDArray[np.bool_],
) -> list[Columns]:
    """Columns of reports by the policy above.

    Args:
        heads: Of the index's encoder.
        statuses: Per report finding id -> status, by rules.
        vectors: (s, dim), the sentences of the reports one after another.
        counts: Sentences of each report.
        silent: (s,) sentences in which the rules read nothing.

    Returns:
        One a report.
    """
    doubted = _disputed(heads, statuses, vectors, counts)
    added: list[dict[str, State]] = [{} for _ in statuses]
    owner = np.repeat(np.arange(len(counts)), counts)
    for state in STATES:
        for fill in fills(heads, state, vectors, silent):
            row = int(owner[fill.sentence])
            if fill.finding not in statuses[row] and fill.probability >= fill.threshold:
                added[row].setdefault(fill.finding, state)
    return [
        _columns({**told, **added[row]}, sorted(doubted[row]), sorted(added[row]))
        for row, told in enumerate(statuses)
    ]


def _disputed(
    heads: Heads,
    statuses: Sequence[Mapping[str, str]],
    vectors: NDArray[Any],
    counts: Sequence[int],
) -> list[list[str]]:
    """Per report the findings whose status the heads contradict."""
    codes = status_codes(statuses, heads.findings)
    stated = (codes == CODES["present"]) | (codes == CODES["absent"])
    columns = np.flatnonzero(stated.any(axis=0))  # few of all that have heads
    logits = heads.logits(vectors, counts, columns)
    rows, at = np.nonzero(stated[:, columns])
    said = codes[rows, columns[at]]
    joint = joint_logits(heads, said, {state: values[rows, at] for state, values in logits.items()})
    present, absent = sigmoid(joint["present"]), sigmoid(joint["absent"])
    against = (said == CODES["present"]) & (absent > np.maximum(present, 0.5))
    against |= (said == CODES["absent"]) & (present > np.maximum(absent, 0.5))
    found: list[list[str]] = [[] for _ in statuses]
    for row, column in zip(rows[against].tolist(), columns[at[against]].tolist(), strict=True):
        found[row].append(heads.findings[column])
    return found


@dataclass(frozen=True, slots=True)
class Fill:
    """What a sentence without findings would add.

    Attributes:
        sentence: Its row.
        finding: The likeliest finding.
        probability: Of the sentence's stating it.
        threshold: From which it is believed.
    """

    sentence: int
    finding: str
    probability: float
    threshold: float


def fills(
    heads: Heads, state: State, vectors: NDArray[Any], silent: NDArray[np.bool_]
) -> list[Fill]:
    """The likeliest finding of each sentence in which the rules read nothing.

    One a sentence: kindred findings rise together, and the second is the first in another word.
    """
    found: list[Fill] = []
    rows = np.flatnonzero(silent)
    for start in range(0, len(rows), BLOCK):
        at = rows[start : start + BLOCK]
        logits = heads.states[state].logits(vectors[at])
        top = logits.argmax(axis=1)
        chances = sigmoid(logits[np.arange(len(at)), top])
        limits = heads.fill[state][top]
        values = (part.tolist() for part in (at, top, chances, limits))
        found += [
            Fill(row, heads.findings[f], chance, limit)
            for row, f, chance, limit in zip(*values, strict=True)
        ]
    return found
