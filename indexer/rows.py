"""Shards -> rows of the two Lance tables."""

from collections.abc import Mapping, Sequence
from operator import itemgetter

import numpy as np
import pyarrow as pa

from radsearch.encoder.protocol import Vectors
from radsearch.heads.policy import Columns
from radsearch.report import Report
from radsearch.store.schema import (
    FINDING,
    TEXT_COLUMNS,
    VECTOR_SECTIONS,
    reports_schema,
    sentences_schema,
)

from .describe import Description
from .shard import Shard
from .tagging import TAG_COLUMNS

_FIXED = reports_schema(1)
_READ = (
    "report_id",
    *TEXT_COLUMNS,
    "modality",
    "body_part",
    "study_date",
    "sex",
    "age",
    "patient_id",
    "content_hash",
)
"""Columns that are a report's own attributes."""


def text_columns(reports: Sequence[Report], told: Sequence[Description]) -> dict[str, pa.Array]:
    """Columns of `reports.lance` that wait for no vector, by name, those of the corpus left out.

    Args:
        reports: Read.
        told: What the texts of each say.

    Returns:
        Each (n,), of the table's type.
    """
    columns = {
        name: pa.array([getattr(report, name) for report in reports], _FIXED.field(name).type)
        for name in _READ
    }
    years = [report.study_date.year if report.study_date else None for report in reports]
    columns["year"] = pa.array(years, _FIXED.field("year").type)
    columns["extracted"] = findings_array(told)
    return columns


def findings_array(told: Sequence[Description]) -> pa.ListArray:
    """The extracted findings of each report, made column by column: records take twice as long.

    >>> row = dict.fromkeys(FINDING.names) | {"finding": "mass", "start": 3}
    >>> made = findings_array([Description([row], [], [], []), Description([], [], [], [])])
    >>> made.to_pylist() == [[row], []]
    True
    """
    rows = [row for item in told for row in item.extracted]
    values = zip(*map(itemgetter(*FINDING.names), rows), strict=True)
    empty: list[tuple[object, ...]] = [()] * len(FINDING.names)
    parts = [
        pa.array(column, item.type)
        for column, item in zip(list(values) or empty, FINDING, strict=True)
    ]
    ends = np.cumsum([0, *(len(item.extracted) for item in told)], dtype=np.int32)
    items = pa.StructArray.from_arrays(parts, fields=list(FINDING))
    return pa.ListArray.from_arrays(pa.array(ends), items)


def report_rows(
    shard: Shard,
    schema: pa.Schema,
    extra: Mapping[str, str],
    tags: Sequence[Columns],
    known: Mapping[str, pa.Array],
) -> pa.Table:
    """Rows of `reports.lance`.

    Args:
        shard: What to write.
        schema: Of the table.
        extra: Column of the table by the corpus' own name of it.
        tags: As `shard_tags` gives them.
        known: As `text_columns` gives them.

    Returns:
        One row a report, in the shard's order.
    """
    reports = shard.reports
    columns: dict[str, list[object]] = {
        name: [report.extra.get(original, "") for report in reports]
        for original, name in extra.items()
    }
    for name in TAG_COLUMNS:
        columns[name] = [getattr(item, name) for item in tags]
    columns["windowed"] = list(shard.windowed)
    arrays = []
    for item in schema:
        if item.name.endswith("_vec") and item.name[:-4] in VECTOR_SECTIONS:
            arrays.append(vector_array(shard.vectors[item.name[:-4]], item.type))
        elif item.name in known:
            arrays.append(known[item.name])
        else:
            arrays.append(pa.array(columns.get(item.name, [""] * len(reports)), item.type))
    return pa.Table.from_arrays(arrays, schema=schema)


def vector_array(vectors: Vectors, kind: pa.DataType) -> pa.FixedSizeListArray:
    """Vectors as an Arrow column; a zero vector is a null."""
    mask = ~vectors.any(axis=1)
    flat = pa.array(np.ascontiguousarray(vectors).ravel())
    return pa.FixedSizeListArray.from_arrays(flat, type=kind, mask=pa.array(mask))


def sentence_rows(shard: Shard, dim: int) -> pa.Table:
    """Rows of `sentences.lance`, in order."""
    rows = shard.sentences
    ids = [report.report_id for report in shard.reports]
    schema = sentences_schema(dim)
    flat = pa.array(np.asarray(shard.sentence_vectors, np.float16).ravel())
    return pa.Table.from_arrays(
        [
            pa.array([ids[row.report] for row in rows], pa.string()),
            pa.array([row.section for row in rows], pa.string()),
            pa.array([row.number for row in rows], pa.int32()),
            pa.array([row.sentence.text for row in rows], pa.string()),
            pa.array([row.sentence.start for row in rows], pa.int32()),
            pa.array([row.sentence.end for row in rows], pa.int32()),
            pa.FixedSizeListArray.from_arrays(flat, dim),
        ],
        schema=schema,
    )
