"""Rows that were not read, kept beside the index with the reason."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from radsearch.store.manifest import REJECTS


def write_rejects(path: Path, rejects: Iterable[Any]) -> None:
    """Write `rejects.parquet`, one row a reject (all fields as text), replaced by rename."""
    rows = [{k: str(v) for k, v in asdict(item).items()} for item in rejects]
    names = list(rows[0]) if rows else ["reason"]
    schema = pa.schema([(name, pa.string()) for name in names])
    temporary = path / f"{REJECTS}.tmp"
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), temporary)
    temporary.replace(path / REJECTS)
