"""The reports of an index that have both sections: the queries and the gallery of retrieval."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from radsearch.errors import StoreError
from radsearch.store.protocol import Positions, Store

Direction = Literal["findings_to_impression", "impression_to_findings"]
DIRECTIONS: tuple[Direction, ...] = ("findings_to_impression", "impression_to_findings")
Side = Literal["findings", "impression"]


_POINTER = re.compile(
    r"\W*(?:\d+\W+)?(?:please )?(?:as|see|per|refer to|described)\b.{0,30}"
    r"\b(?:above|findings|described|below|body|report|dictation)\b\W*",
    re.IGNORECASE,
)


def is_pointer(text: str) -> bool:
    """Whether a section only points at another one: nothing in it can be retrieved.

    >>> is_pointer("As described above."), is_pointer("As above, stable nodule.")
    (True, False)
    """
    return _POINTER.fullmatch(text) is not None


def sides(direction: Direction) -> tuple[Side, Side]:
    """Section of the query, section of the gallery.

    >>> sides("impression_to_findings")
    ('impression', 'findings')
    """
    if direction == "findings_to_impression":
        return "findings", "impression"
    return "impression", "findings"


@dataclass(frozen=True, slots=True)
class Pairs:
    """n reports with both sections.

    Attributes:
        positions: (n,) in the store, ascending.
        ids: Report ids.
        texts: By side, n texts.
        vectors: By side, (n, dim).
        tags: Per report its abnormal findings as indexed; None where the index has none at all.
        slices: By name of a slice, (n,) whether the report is in it.
        patients: What the bootstrap draws as one; None where no patient is known.
        n_pointers: Reports left out since one section only points at the other ("As above.").
        n_identical: Pairs, kept, whose two sections hold the same words.
    """

    positions: Positions
    ids: Sequence[str]
    texts: dict[Side, list[str]]
    vectors: dict[Side, NDArray[np.float32]]
    tags: list[frozenset[str]] | None
    slices: dict[str, NDArray[np.bool_]]
    patients: list[str] | None
    n_pointers: int = 0
    n_identical: int = 0

    def __len__(self) -> int:
        return len(self.positions)


def read_pairs(store: Store) -> Pairs:
    """Every report of the store that has findings and an impression.

    Args:
        store: An opened index.

    Returns:
        The pairs, by ascending report id.

    Raises:
        StoreError: If fewer than two have both.
    """
    findings, impressions = store.texts("findings"), store.texts("impression")
    filled = [i for i, texts in enumerate(zip(findings, impressions, strict=True)) if all(texts)]
    both = [i for i in filled if not is_pointer(findings[i]) and not is_pointer(impressions[i])]
    if len(both) < 2:
        raise StoreError(
            f"{len(both)} of {len(findings)} reports have both findings and impression; retrieval "
            "between them needs two or more: index a corpus with both sections"
        )
    positions = np.array(both, dtype=np.int64)
    columns = ["modality", "body_part", "patient_id", "windowed", "present"]
    rows = store.rows(positions, columns)
    patients = [row["patient_id"] or f"\0{i}" for i, row in enumerate(rows)]
    tags = [frozenset(row["present"]) - {"no_abnormality"} for row in rows]
    texts: dict[Side, list[str]] = {
        "findings": [findings[i] for i in both],
        "impression": [impressions[i] for i in both],
    }
    return Pairs(
        positions,
        [store.ids[i] for i in both],
        texts,
        {
            "findings": store.vectors("findings", positions),
            "impression": store.vectors("impression", positions),
        },
        tags if any(tags) else None,
        _slices(rows, texts["findings"], tags),
        patients if any(row["patient_id"] for row in rows) else None,
        n_pointers=len(filled) - len(both),
        n_identical=sum(_words(findings[i]) == _words(impressions[i]) for i in both),
    )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _slices(
    rows: Sequence[dict[str, object]], findings: Sequence[str], tags: Sequence[frozenset[str]]
) -> dict[str, NDArray[np.bool_]]:
    """Modality and body part with 20 reports or more, normal or not, by length, windowed or not."""
    found: dict[str, NDArray[np.bool_]] = {}
    for column in ("modality", "body_part"):
        values = np.array([str(row[column] or "") for row in rows])
        for value in np.unique(values):
            if value:
                found[f"{column}={value}"] = values == value
    if any(tags):
        abnormal = np.array([bool(tag) for tag in tags])
        found |= {"abnormal": abnormal, "normal": ~abnormal}
    words = np.array([len(text.split()) for text in findings])
    found["findings < 30 words"] = words < 30
    found["findings >= 30 words"] = words >= 30
    found["windowed"] = np.array([bool(row["windowed"]) for row in rows])
    return {name: inside for name, inside in found.items() if inside.sum() >= 20}
