"""Rebuildable caches of one published version: reports in id order, vectors as memory maps.

Lance is the truth; these files only make opening and searching fast. They lie in
`faiss/v{version}-{stamp}/`, are written beside and renamed, and may be deleted at any time.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from radsearch.store.manifest import CACHES
from radsearch.store.schema import VECTOR_SECTIONS

ROW_ID = "_rowid"
CHUNK = 16_384
HOUR = 3_600
REPORTS = "reports.arrow"
SENTENCES = "sentences.arrow"


def cache_folder(path: Path, version: int, stamp: str) -> Path:
    """Where the caches of a published version lie."""
    return path / CACHES / f"v{version}-{stamp}"


def ensure_caches(
    folder: Path, reports: Any, sentences: Any, *, wait_for_disk: bool = True
) -> Path:
    """Build the caches unless they are there.

    Args:
        folder: As `cache_folder` gives it.
        reports: Called to get the Lance table at the version wanted.
        sentences: The same for sentences; gives None where there is no such table.
        wait_for_disk: False = whoever asks calls `settle` before others rely on them.

    Returns:
        `folder`, or a temporary one where the index cannot be written to.

    Raises:
        BaseException: Whatever went wrong, after the half-made files are gone.
    """
    if folder.is_dir():
        return folder
    try:
        folder.parent.mkdir(exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".tmp-", dir=folder.parent))
    except OSError:  # a read-only index: caches live as long as this process
        work = Path(tempfile.mkdtemp(prefix="radsearch-"))
    try:
        _build(work, reports(), sentences())
        if wait_for_disk:
            settle(work)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    if work.parent != folder.parent:
        return work
    try:
        work.rename(folder)
    except OSError:  # another process was first
        shutil.rmtree(work, ignore_errors=True)
    return folder


def settle(folder: Path) -> None:
    """Wait until the matrices are on disk: a mapped page that is not reads as zeros afterwards."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(_settle_file, folder.glob("*.npy")))


def _settle_file(file: Path) -> None:
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())


def drop_stale(path: Path, keep: Path) -> None:
    """Delete the caches of other versions; a process that maps them keeps its pages."""
    folder = path / CACHES
    for entry in folder.iterdir() if folder.is_dir() else ():
        in_work = entry.name.startswith(".tmp-") and time.time() - entry.stat().st_mtime < HOUR
        if entry != keep and entry.is_dir() and not in_work:  # a reader may be building it
            shutil.rmtree(entry, ignore_errors=True)


def _build(work: Path, reports: Any, sentences: Any) -> None:
    ids = reports.search().select(["report_id"]).with_row_id(True).to_arrow()
    order = pc.sort_indices(ids["report_id"])  # bytes of UTF-8 sort as Python's str do
    row_ids = ids[ROW_ID].take(order).to_numpy()
    columns = [n for n in reports.schema.names if not n.endswith("_vec")]
    positions = Positions(row_ids)
    with ThreadPoolExecutor() as pool:  # the others go on while one waits for Lance
        parts = []
        if sentences is not None:
            named = ids["report_id"].take(order)
            parts.append(pool.submit(_write_sentences, work, sentences, named))
        for section in VECTOR_SECTIONS:
            parts.append(pool.submit(_write_vectors, work, reports, section, positions))
        _write_arrow(work / REPORTS, _in_order(reports, row_ids, columns))
        for part in parts:
            part.result()


class Positions:
    """Row ids of Lance -> positions in id order."""

    def __init__(self, row_ids: NDArray[np.uint64]) -> None:
        self.row_ids = row_ids
        self._order = np.argsort(row_ids, kind="stable")
        self._sorted = row_ids[self._order]

    def of(self, row_ids: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Position of each row id; all must be there."""
        return np.asarray(self._order[np.searchsorted(self._sorted, row_ids)], np.int64)


def _in_order(
    table: Any, row_ids: NDArray[np.uint64], columns: Sequence[str]
) -> Iterator[pa.Table]:
    for start in range(0, max(len(row_ids), 1), CHUNK):
        wanted = row_ids[start : start + CHUNK]
        rows = table.take_row_ids(wanted.tolist()).select(columns).with_row_id().to_arrow()
        rows = rows.combine_chunks()  # taken in storage order: bring them into ours
        back = np.argsort(rows[ROW_ID].to_numpy())
        yield rows.take(back[np.argsort(np.argsort(wanted))])


def _write_arrow(file: Path, tables: Iterator[pa.Table]) -> None:
    writer = None
    with pa.OSFile(os.fspath(file), "wb") as sink:
        for table in tables:
            if writer is None:
                writer = pa.ipc.new_file(sink, table.schema)
            writer.write_table(table)
        if writer is not None:
            writer.close()


def _write_vectors(work: Path, table: Any, section: str, positions: Positions) -> None:
    column = f"{section}_vec"
    dim = table.schema.field(column).type.list_size
    have = np.zeros(len(positions.row_ids), bool)
    read = partial(_vector_batches, table, column, positions)
    few = list(read()) if len(have) <= CHUNK else None
    for at, _ in read() if few is None else few:
        have[at] = True
    place = np.cumsum(have) - 1  # position -> row of the matrix
    out = _new_matrix(work / f"{section}.npy", int(have.sum()), dim, np.float32)
    for at, vectors in read() if few is None else few:
        out[place[at]] = vectors
    np.save(work / f"{section}.at.npy", np.flatnonzero(have).astype(np.int64))


def _vector_batches(
    table: Any, column: str, positions: Positions
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
    query = table.search().where(f"{column} IS NOT NULL").select([column]).with_row_id(True)
    for batch in query.to_batches(batch_size=CHUNK):
        if batch.num_rows:
            values = batch.column(column)
            vectors = values.flatten().to_numpy(zero_copy_only=False)
            at = positions.of(batch.column(ROW_ID).to_numpy())
            yield at, vectors.reshape(batch.num_rows, -1)


def _new_matrix(file: Path, n: int, dim: int, dtype: Any) -> NDArray[Any]:
    if n == 0:  # an empty file cannot be mapped
        np.save(file, np.zeros((0, dim), dtype))
        return np.zeros((0, dim), dtype)
    return np.lib.format.open_memmap(file, mode="w+", dtype=dtype, shape=(n, dim))


def open_matrix(file: Path) -> NDArray[Any]:
    """The matrix as a read-only map (in memory where it is empty)."""
    try:
        matrix: NDArray[Any] = np.load(file, mmap_mode="r", allow_pickle=False)
    except ValueError:
        matrix = np.load(file, allow_pickle=False)
    return matrix.view(np.ndarray)  # np.memmap's own indexing is slow


def open_arrow(file: Path) -> pa.Table:
    """The table as a read-only map."""
    with pa.memory_map(os.fspath(file)) as source:
        return pa.ipc.open_file(source).read_all()


def _write_sentences(work: Path, table: Any, ids: Any) -> None:
    """Sentences by (position, section, number), and one float16 vector a distinct text."""
    columns = ["report_id", "section", "sentence", "text"]
    rows = table.search().select(columns).with_row_id(True).to_arrow().combine_chunks()
    position = pc.index_in(rows["report_id"], value_set=ids.combine_chunks())
    rows = rows.drop_columns(["report_id"]).append_column("position", position)
    rows = rows.sort_by([(n, "ascending") for n in ("position", "section", "sentence")])
    codes = rows["text"].combine_chunks().dictionary_encode()
    code = codes.indices.to_numpy().astype(np.int32)
    first = np.unique(code, return_index=True)[1]  # row of each distinct text's first use
    row_ids = rows[ROW_ID].to_numpy()
    kept = rows.drop_columns([ROW_ID, "text"]).append_column("code", pa.array(code))
    kept = kept.set_column(
        kept.schema.get_field_index("section"), "section", kept["section"].dictionary_encode()
    )
    _write_arrow(work / SENTENCES, iter([kept.unify_dictionaries()]))
    dim = table.schema.field("vector").type.list_size
    out = _new_matrix(work / "sentences.npy", len(first), dim, np.float16)
    for start in range(0, len(first), CHUNK):
        wanted = row_ids[first[start : start + CHUNK]]
        part = next(_in_order(table, wanted, ["vector"]))
        values = part["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
        out[start : start + len(wanted)] = values.reshape(len(wanted), dim)
