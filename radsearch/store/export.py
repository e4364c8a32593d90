"""An index as one Parquet file: columns, tags and vectors, readable without radsearch."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.store.lance_store import LanceStore
from radsearch.store.schema import VECTOR_SECTIONS

BLOCK = 4096
Row = Mapping[str, Any]


def write_parquet(
    store: LanceStore,
    out: Path,
    *,
    vectors: bool = True,
    clean: Callable[[Row], Row] | None = None,
) -> int:
    """Write every report of an opened index, in order of report_id, a block at a time.

    Args:
        store: The index, at whatever version it was opened.
        out: Parquet file; written beside and renamed, so that it is whole or not there.
        vectors: Whether the section vectors go along.
        clean: Takes a row, gives what may leave; the id is then a number from 1.

    Returns:
        How many reports.
    """
    part = out.with_name(f"{out.name}.part")
    out.parent.mkdir(parents=True, exist_ok=True)
    writer: pq.ParquetWriter | None = None
    for table in _blocks(store, vectors, clean):
        writer = writer or pq.ParquetWriter(part, table.schema)
        writer.write_table(table.cast(writer.schema))
    if writer is None:
        pq.write_table(store.reports, part)
    else:
        writer.close()
    part.replace(out)
    return len(store.ids)


def _blocks(
    store: LanceStore, vectors: bool, clean: Callable[[Row], Row] | None
) -> Iterator[pa.Table]:
    for start in range(0, len(store.ids), BLOCK):
        table = store.reports.slice(start, BLOCK)
        if clean is not None:
            table = _cleaned(table, start, clean)
        if vectors:
            positions = np.arange(start, start + len(table))
            for section in VECTOR_SECTIONS:
                values = store.vectors(section, positions)
                flat, width = pa.array(values.ravel()), values.shape[1]
                column = pa.FixedSizeListArray.from_arrays(flat, width)
                table = table.append_column(f"{section}_vec", column)
        yield table


def _cleaned(table: pa.Table, start: int, clean: Callable[[Row], Row]) -> pa.Table:
    """The columns that `clean` lets through; a column keeps its type where it has one."""
    rows: Sequence[Row] = [clean(row) for row in table.to_pylist()]
    names = [name for name in table.column_names if any(name in row for row in rows)]
    columns = {"report_id": pa.array([str(start + i) for i in range(1, len(rows) + 1)])}
    for name in names:
        kind = table.schema.field(name).type
        columns[name] = pa.array([row.get(name) for row in rows], kind)
    return pa.table(columns)
