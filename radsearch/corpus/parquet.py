"""Rows of a Parquet file, a few at a time in memory, every cell as text."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.corpus.row import Notes, Row
from radsearch.corpus.values import cell_text
from radsearch.errors import CorpusError

BATCH_ROWS = 512


def read_parquet(path: Path, notes: Notes) -> Iterator[Row]:
    """Rows of a Parquet file.

    Args:
        path: The file.
        notes: Not used: Parquet text is UTF-8 or, in binary columns, decoded cell by cell.

    Yields:
        Its rows.

    Raises:
        CorpusError: If it is no Parquet file, or a damaged one.
    """
    del notes
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=BATCH_ROWS):
                names = batch.schema.names
                columns = [column.to_pylist() for column in batch.columns]
                for values in zip(*columns, strict=True):
                    cells = map(cell_text, values)
                    yield Row(dict(zip(names, cells, strict=True)))
    except (pa.ArrowException, OSError) as error:
        kind = type(error).__name__
        raise CorpusError(f"{path}: not a readable Parquet file ({kind}): write it anew") from None
