"""Rows of a Parquet file, a few at a time in memory, every cell as text."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.corpus.exported import EXPORT_NOTE, STATUSES, is_exported, own_columns
from radsearch.corpus.row import Notes, Row
from radsearch.corpus.values import cell_text
from radsearch.errors import CorpusError

BATCH_ROWS = 512


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
            kept = own_columns(schema.names) if stored else {}
            for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=list(kept) or None):
                if stored:
                    notes[EXPORT_NOTE] += batch.num_rows
                names = [kept.get(name, name) for name in batch.schema.names]
                columns = [column.to_pylist() for column in batch.columns]
                for values in zip(*columns, strict=True):
                    cells = map(cell_text, values)
                    yield Row(dict(zip(names, cells, strict=True)), stored=stored)
    except (pa.ArrowException, OSError) as error:
        kind = type(error).__name__
        raise CorpusError(f"{path}: not a readable Parquet file ({kind}): write it anew") from None


def is_export(schema: pa.Schema) -> bool:
    """Whether a file is what `radsearch export` or a cohort's export writes, by its columns.

    >>> is_export(pa.schema([("report_id", pa.string()), ("findings", pa.string())]))
    False
    """
    if not is_exported(schema.names):
        return False
    kinds = [schema.field(name).type for name in STATUSES]
    return all(pa.types.is_list(kind) or pa.types.is_large_list(kind) for kind in kinds)
