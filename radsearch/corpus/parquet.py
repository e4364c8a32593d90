"""Rows of a Parquet file, a few at a time in memory, every cell as text."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.corpus.row import Notes, Row
from radsearch.corpus.values import cell_text
from radsearch.errors import CorpusError
from radsearch.report import TEXT_FIELDS

BATCH_ROWS = 512
_TAGS = frozenset({"present", "absent", "uncertain", "extracted"})
MADE = _TAGS | frozenset(
    "year disputed content_hash windowed findings_vec impression_vec report_vec".split()
)
"""Columns of an export that indexing makes; all others are a report's own."""
EXPORT_NOTE = "row of a radsearch export: its tags and vectors are left out"


def read_parquet(path: Path, notes: Notes) -> Iterator[Row]:
    """Rows of a Parquet file.

    Args:
        path: The file.
        notes: Counts the rows of an export of an index, of which tags and vectors are left out.

    Yields:
        Its rows.

    Raises:
        CorpusError: If it is no Parquet file, or a damaged one.
    """
    try:
        with pq.ParquetFile(path) as file:
            schema = file.schema_arrow
            stored = is_export(schema)
            kept = _own(schema.names) if stored else None
            for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=kept):
                if stored:
                    notes[EXPORT_NOTE] += batch.num_rows
                names = batch.schema.names
                columns = [column.to_pylist() for column in batch.columns]
                for values in zip(*columns, strict=True):
                    cells = map(cell_text, values)
                    yield Row(dict(zip(names, cells, strict=True)), stored=stored)
    except (pa.ArrowException, OSError) as error:
        kind = type(error).__name__
        raise CorpusError(f"{path}: not a readable Parquet file ({kind}): write it anew") from None


def _own(names: Sequence[str]) -> list[str]:
    """Columns of an export that a report has; a year without its date is one of them."""
    made = MADE if "study_date" in names else MADE - {"year"}
    return [name for name in names if name not in made]


def is_export(schema: pa.Schema) -> bool:
    """Whether a file is what `radsearch export` writes, by its columns.

    >>> is_export(pa.schema([("report_id", pa.string()), ("findings", pa.string())]))
    False
    """
    if not {"report_id", *TEXT_FIELDS, *_TAGS} <= set(schema.names):
        return False
    kinds = [schema.field(name).type for name in _TAGS]
    return all(pa.types.is_list(kind) or pa.types.is_large_list(kind) for kind in kinds)
