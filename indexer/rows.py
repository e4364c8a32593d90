"""Shards -> rows of the two Lance tables."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from radsearch.encoder.protocol import Vectors
from radsearch.heads.policy import Columns
from radsearch.store.schema import TEXT_COLUMNS, VECTOR_SECTIONS, sentences_schema

from .describe import Description
from .shard import Shard
from .tagging import TAG_COLUMNS


def report_rows(
    shard: Shard,
    schema: pa.Schema,
    extra: Mapping[str, str],
    told: Sequence[Description],
    tags: Sequence[Columns],
) -> pa.Table:
    """Rows of `reports.lance`.

    Args:
        shard: What to write.
        schema: Of the table.
        extra: Column of the table by the corpus' own name of it.
        told: What the texts of each report say.
        tags: As `shard_tags` gives them.

    Returns:
        One row a report, in the shard's order.
    """
    reports = shard.reports
    columns: dict[str, object] = {
        name: [getattr(report, name) for report in reports]
        for name in ("report_id", *TEXT_COLUMNS, "modality", "body_part", "study_date")
    }
    columns["year"] = [report.study_date.year if report.study_date else None for report in reports]
    for name in ("sex", "age", "patient_id", "content_hash"):
        columns[name] = [getattr(report, name) for report in reports]
    for original, name in extra.items():
        columns[name] = [report.extra.get(original, "") for report in reports]
    for name in TAG_COLUMNS:
        columns[name] = [getattr(item, name) for item in tags]
    columns["extracted"] = [item.extracted for item in told]
    columns["windowed"] = list(shard.windowed)
    arrays = []
    for item in schema:
        if item.name.endswith("_vec") and item.name[:-4] in VECTOR_SECTIONS:
            arrays.append(vector_array(shard.vectors[item.name[:-4]], item.type))
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
