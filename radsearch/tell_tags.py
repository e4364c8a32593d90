"""One report's tags with their reasons: status, who gave it, and the heads' probabilities.

The index keeps the status of each tag; a probability is worked out when asked for, from the
sentence vectors that the index keeps, so that no text is embedded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.joint import joint_logits, status_codes
from radsearch.heads.model import STATES, Heads, State, sigmoid
from radsearch.heads.tags import tags
from radsearch.store.protocol import Store
from radsearch.store.schema import DISPUTED, STATUS_COLUMNS

Told = Literal["present", "absent", "uncertain", "unmentioned"]
RANK: Mapping[str, int] = {"present": 0, "uncertain": 1, "absent": 2, "unmentioned": 3}


@dataclass(frozen=True, slots=True)
class TagTold:
    """One tag of one report.

    Attributes:
        tag: Its name; "any_..." for a roll-up.
        status: As the index keeps it; a roll-up has the strongest status of its members.
        source: "rules" or "heads", whichever gave the status; "" if there is none.
        rules: What the rules read, whatever the column says.
        disputed: Whether the heads contradict the status.
        present: Calibrated probability of its being stated present, rules and heads joined; None
            where no member has a head or the index keeps no sentences.
        absent: The same of its being stated absent.
        heads_present: The heads' probability alone.
        heads_absent: The same of "absent".
    """

    tag: str
    status: Told
    source: str
    rules: Told
    disputed: bool
    present: float | None = None
    absent: float | None = None
    heads_present: float | None = None
    heads_absent: float | None = None


def tell_tags(store: Store, position: int, heads: Heads | None) -> list[TagTold]:
    """Every tag of the vocabulary, and every other finding that the report has a status of.

    Args:
        store: The opened index.
        position: Of the report.
        heads: Of the index's encoder; None = no probabilities.

    Returns:
        Present ones first, then uncertain, absent (by the probability of that) and unmentioned.
    """
    at = np.array([position], np.int64)
    held = [name for name in (*STATUS_COLUMNS, DISPUTED) if name in store.columns()]
    row = store.rows(at, [*held, "extracted"])[0]
    kept = {name: status for status in reversed(STATUS_COLUMNS) for name in row[status]}
    read = _rules(row["extracted"])
    chances: dict[str, tuple[float, ...]] = {}
    if heads is not None and store.manifest["tables"]["sentences"] is not None:
        chances = _chances(heads, read, store.sentence_vectors(at)[0])
    members = {tag.name: tag.members for tag in tags()}
    members |= {name: (name,) for name in kept if name not in members}
    disputed = set(row.get(DISPUTED) or ())
    told = [_tag(name, ids, kept, read, disputed, chances) for name, ids in members.items()]
    return sorted(told, key=_place)


def _place(told: TagTold) -> tuple[int, float, str]:
    """By status; then by the probability of its being absent or, for the others, present.

    >>> likely = TagTold("b", "absent", "rules", "absent", False, present=0.1, absent=0.9)
    >>> rows = [TagTold("a", "absent", "rules", "absent", False, present=0.2, absent=0.6), likely]
    >>> [told.tag for told in sorted(rows, key=_place)]
    ['b', 'a']
    """
    chance = told.absent if told.status == "absent" else told.present
    return RANK[told.status], -(chance or 0.0), told.tag


def _rules(extracted: Sequence[Mapping[str, Any]]) -> dict[str, Told]:
    """Finding id -> status of what the rules read; present, then uncertain, then absent."""
    out: dict[str, Told] = {}
    for row in extracted:
        status: Told = "uncertain" if row["certainty"] == "possible" else row["presence"]
        name = row["finding"]
        if RANK[status] < RANK[out.get(name, "unmentioned")]:
            out[name] = status
    return out


def _chances(
    heads: Heads, rules: Mapping[str, str], vectors: NDArray[np.float32]
) -> dict[str, tuple[float, ...]]:
    """Finding id -> joint present, joint absent, head's present, head's absent."""
    logits = heads.logits(vectors, [len(vectors)])
    joint = joint_logits(heads, status_codes([rules], heads.findings), logits)
    both: list[Mapping[State, NDArray[np.float32]]] = [joint, logits]
    columns = [sigmoid(values[state])[0] for values in both for state in STATES]
    found = zip(*(column.tolist() for column in columns), strict=True)
    return dict(zip(heads.findings, found, strict=True))


def _tag(
    name: str,
    ids: Sequence[str],
    kept: Mapping[str, str],
    read: Mapping[str, Told],
    disputed: set[str],
    chances: Mapping[str, tuple[float, ...]],
) -> TagTold:
    status = _strongest([kept.get(member, "unmentioned") for member in ids])
    rules = _strongest([read.get(member, "unmentioned") for member in ids])
    source = "" if status == "unmentioned" else "rules" if rules == status else "heads"
    known = [chances[member] for member in ids if member in chances]
    best = [round(max(values), 4) for values in zip(*known, strict=True)] or [None] * 4
    mine = {member for member in ids if kept.get(member) == status}
    return TagTold(name, status, source, rules, bool(mine & disputed), *best)


def _strongest(statuses: Sequence[str]) -> Told:
    """The status of a group: present before uncertain before absent.

    >>> _strongest(["absent", "present", "unmentioned"])
    'present'
    """
    names: tuple[Told, ...] = ("present", "uncertain", "absent")
    return next((name for name in names if name in statuses), "unmentioned")
