"""Columns of the index folder's two Lance tables: the contract between writer and reader."""

from collections.abc import Sequence
from typing import Literal

import pyarrow as pa

FORMAT_VERSION = 1
"""Of the whole folder; raised when a reader of the older one would go wrong."""

VectorSection = Literal["findings", "impression", "report"]

VECTOR_SECTIONS: tuple[VectorSection, ...] = ("findings", "impression", "report")
"""Sections with a vector a report; "report" is the mean of its sections' vectors, normalised."""

TEXT_COLUMNS = (
    "findings",
    "impression",
    "combined",
    "unlabelled",
    "indication",
    "technique",
    "comparison",
    "addendum",
)
STATUS_COLUMNS = ("present", "absent", "uncertain")
DISPUTED = "disputed"
"""Finding ids whose status the heads contradict; each stands in a status column too."""

FINDING = pa.struct(
    [
        pa.field("section", pa.string()),
        pa.field("finding", pa.string()),
        pa.field("family", pa.string()),
        pa.field("presence", pa.string()),
        pa.field("certainty", pa.string()),
        pa.field("laterality", pa.string()),
        pa.field("location", pa.string()),
        pa.field("zone", pa.string()),
        pa.field("severity", pa.string()),
        pa.field("size_mm", pa.float32()),
        pa.field("count", pa.string()),  # a number or a word, as text
        pa.field("density", pa.string()),
        pa.field("temporal", pa.string()),
        pa.field("start", pa.int32()),
        pa.field("end", pa.int32()),
    ]
)
"""One extracted finding; null = not stated; offsets into the section's text."""


def reports_schema(dim: int, extra: Sequence[str] = ()) -> pa.Schema:
    """Columns of `reports.lance`, one row a report.

    A text that is missing is "", never null; a vector of a missing section is null; the three
    status columns are lists of finding ids, [] when empty, never null (NOT over null loses rows).

    Args:
        dim: Length of the encoder's vectors.
        extra: Further columns of the corpus, kept as text and open to filters.

    Returns:
        The schema.
    """
    vector = pa.list_(pa.float32(), dim)
    return pa.schema(
        [
            pa.field("report_id", pa.string(), nullable=False),
            *(pa.field(name, pa.string(), nullable=False) for name in TEXT_COLUMNS),
            pa.field("modality", pa.string(), nullable=False),
            pa.field("body_part", pa.string(), nullable=False),
            pa.field("study_date", pa.date32()),
            pa.field("year", pa.int32()),
            pa.field("sex", pa.string(), nullable=False),
            pa.field("age", pa.int32()),
            pa.field("patient_id", pa.string(), nullable=False),
            *(pa.field(name, pa.string(), nullable=False) for name in extra),
            *(pa.field(f"{name}_vec", vector) for name in VECTOR_SECTIONS),
            *(pa.field(name, pa.list_(pa.string()), nullable=False) for name in STATUS_COLUMNS),
            pa.field(DISPUTED, pa.list_(pa.string())),  # null in an index older than the column
            pa.field("extracted", pa.list_(FINDING), nullable=False),
            pa.field("content_hash", pa.string(), nullable=False),
            pa.field("windowed", pa.bool_(), nullable=False),
        ]
    )


def sentences_schema(dim: int) -> pa.Schema:
    """Columns of `sentences.lance`, one row a sentence of a body text."""
    return pa.schema(
        [
            pa.field("report_id", pa.string(), nullable=False),
            pa.field("section", pa.string(), nullable=False),
            pa.field("sentence", pa.int32(), nullable=False),  # from 0 within the section
            pa.field("text", pa.string(), nullable=False),
            pa.field("start", pa.int32(), nullable=False),
            pa.field("end", pa.int32(), nullable=False),
            pa.field("vector", pa.list_(pa.float16(), dim), nullable=False),
        ]
    )
