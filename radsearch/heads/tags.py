"""The tag vocabulary: names by modality group, each with the findings that make it present."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from radsearch.language.lexicon_file import aliases, read_table

GROUPS = ("XR", "CT")


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag.

    Attributes:
        name: Stable; a finding id, or "any_..." for a roll-up.
        groups: Modality groups that have it.
        members: Finding ids that make it present.
    """

    name: str
    groups: tuple[str, ...]
    members: tuple[str, ...]

    @property
    def is_roll_up(self) -> bool:
        """Whether it stands for more than the finding of its name."""
        return self.members != (self.name,)


@lru_cache(maxsize=1)
def tags() -> tuple[Tag, ...]:
    """All tags in order of their first group and line.

    >>> next(tag for tag in tags() if tag.name == "pneumothorax").groups
    ('XR', 'CT')
    >>> "hemothorax" in next(tag for tag in tags() if tag.name == "any_pleural_fluid").members
    True
    """
    families = {row["id"]: row["family"] for row in read_table("findings")}
    groups: dict[str, list[str]] = {}
    members: dict[str, dict[str, None]] = {}
    for row in read_table("tags"):
        groups.setdefault(row["tag"], []).append(row["group"])
        held = members.setdefault(row["tag"], {})
        for name in aliases(row["members"]):
            held.update(dict.fromkeys(_expand(name, families)))
    return tuple(Tag(name, tuple(groups[name]), tuple(held)) for name, held in members.items())


def _expand(member: str, families: Mapping[str, str]) -> list[str]:
    if not member.endswith("/"):
        return [member]
    return [name for name, family in families.items() if f"{family}/".startswith(member)]


def roll_up(
    values: NDArray[np.float32], findings: Sequence[str], wanted: Sequence[Tag]
) -> NDArray[np.float32]:
    """Values of findings as values of tags: the largest of the members.

    Args:
        values: (n, f), one column a finding.
        findings: Names of the columns.
        wanted: Tags.

    Returns:
        (n, t); NaN for a tag none of whose members has a column.

    >>> fluid = Tag("any_fluid", ("XR",), ("effusion", "empyema"))
    >>> roll_up(np.array([[0.2, 0.7]], np.float32), ["effusion", "empyema"], [fluid]).round(1)
    array([[0.7]], dtype=float32)
    """
    column = {name: at for at, name in enumerate(findings)}
    out = np.full((len(values), len(wanted)), np.nan, np.float32)
    for at, tag in enumerate(wanted):
        held = [column[name] for name in tag.members if name in column]
        if held:
            out[:, at] = values[:, held].max(axis=1)
    return out
