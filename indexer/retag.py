"""Tag columns of a published index written again: texts read again, no text embedded again."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from radsearch.errors import StoreError
from radsearch.heads.file import summary
from radsearch.heads.model import Heads
from radsearch.language.sentence import split_sentences
from radsearch.report import BODY_FIELDS, Report
from radsearch.store.lance import connect
from radsearch.store.lance_store import LanceStore
from radsearch.store.lock import writer_lock
from radsearch.store.manifest import JOURNAL, read_manifest
from radsearch.store.schema import FINDING

from .describe import Description, describe
from .publish import publish
from .tagging import TAG_COLUMNS, silences, tag_columns

BLOCK = 4_096
"""Reports read, tagged and written at a time."""

_TAGS = pa.list_(pa.string())
_COLUMNS = pa.schema(
    [
        pa.field("report_id", pa.string(), nullable=False),
        pa.field("extracted", pa.list_(FINDING), nullable=False),
        *(pa.field(name, _TAGS, nullable=name == "disputed") for name in TAG_COLUMNS),
    ]
)


@dataclass(slots=True)
class Retagging:
    """What a run did.

    Attributes:
        reports: Reports read.
        changed: Reports whose columns are not what they were.
        filled: Findings whose status comes from the heads.
        disputed: Findings whose status the heads contradict.
        recut: Reports whose sentences are cut otherwise by now; heads fill nothing into them.
        version: Of the reports table now published.
    """

    reports: int = 0
    changed: int = 0
    filled: int = 0
    disputed: int = 0
    recut: int = 0
    version: int = 0


def retag(
    path: Path,
    heads: Heads | None,
    *,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Retagging:
    """Write the tag columns of the index at `path` again.

    Readers keep what they opened; the new columns show when all are there. A run that was killed
    leaves the index as it was.

    Args:
        path: The index folder.
        heads: Of the index's encoder; None = rules alone.
        on_progress: Called with reports done and reports in all.

    Returns:
        Counts.

    Raises:
        StoreError: If a run of `radsearch index` was interrupted, or the heads are of another
            encoder.
    """
    manifest = read_manifest(path)
    if (path / JOURNAL).is_file():
        raise StoreError(
            f"index '{path}' has an unfinished run: finish it with the same `radsearch index`, "
            f"then retag"
        )
    if heads is not None and heads.encoder != manifest["encoder"]["fingerprint"]:
        raise StoreError(
            f"index '{path}' holds vectors of encoder {manifest['encoder']['fingerprint'][:12]}, "
            f"the heads read {heads.encoder[:12]}: give the heads of the index's encoder "
            f"(`python -m train heads --encoder FOLDER --out FOLDER/heads`)"
        )
    done = Retagging()
    with writer_lock(path):
        database = connect(path)
        tables: dict[str, Any] = {
            name: None if version is None else database.open_table(name)
            for name, version in manifest["tables"].items()
        }
        for name, table in tables.items():  # what a killed run left behind
            if table is not None and table.version != manifest["tables"][name]:
                table.restore(manifest["tables"][name])
        _write(LanceStore(path, manifest), tables["reports"], heads, done, on_progress)
        manifest["heads"] = summary(heads)
        manifest = publish(path, manifest, tables)
    done.version = manifest["tables"]["reports"]
    return done


def _write(
    store: LanceStore,
    table: Any,
    heads: Heads | None,
    done: Retagging,
    tell: Callable[[int, int], None],
) -> None:
    if "disputed" not in table.schema.names:
        table.add_columns(pa.field("disputed", _TAGS))
    kept = store.manifest["tables"]["sentences"] is not None
    total = len(store.ids)
    held = [name for name in TAG_COLUMNS if name in store.columns()]
    for start in range(0, total, BLOCK):
        at = np.arange(start, min(start + BLOCK, total))
        rows = store.rows(at, ["report_id", *BODY_FIELDS, *held])
        told = [describe(_report(row)) for row in rows]
        vectors, counts, silent = None, [0] * len(rows), np.zeros(0, np.bool_)
        if kept and heads is not None:
            each = store.sentence_vectors(at)
            counts = [len(block) for block in each]
            vectors = np.concatenate(each).astype(np.float16)
            marks = [_silent(row, item) for row, item in zip(rows, told, strict=True)]
            # a text that another version cut into other sentences: its vectors are not of these
            same = [len(m) == n for m, n in zip(marks, counts, strict=True)]
            marks = [m if ok else [False] * n for m, n, ok in zip(marks, counts, same, strict=True)]
            done.recut += same.count(False)
            silent = np.array([mark for report in marks for mark in report], np.bool_)
        columns = tag_columns(told, heads, vectors, counts, silent)
        values = {name: [getattr(c, name) for c in columns] for name in TAG_COLUMNS}
        data = {
            "report_id": [row["report_id"] for row in rows],
            "extracted": [item.extracted for item in told],
            **values,
        }
        new = pa.table(data, schema=_COLUMNS)
        table.merge_insert("report_id").when_matched_update_all().execute(new)
        done.reports += len(rows)
        done.filled += sum(len(c.filled) for c in columns)
        done.disputed += sum(len(c.disputed) for c in columns)
        done.changed += sum(
            any((row.get(name) or []) != getattr(c, name) for name in TAG_COLUMNS)
            for row, c in zip(rows, columns, strict=True)
        )
        tell(done.reports, total)


def _silent(row: dict[str, Any], told: Description) -> list[bool]:
    sentences = (
        (section, sentence)
        for section in BODY_FIELDS
        for sentence in split_sentences(row[section] or "")
    )
    return silences(told, sentences)


def _report(row: dict[str, Any]) -> Report:
    texts = {name: str(row[name] or "") for name in BODY_FIELDS}
    return Report(
        row["report_id"],
        findings=texts["findings"],
        impression=texts["impression"],
        combined=texts["combined"],
        unlabelled=texts["unlabelled"],
        addendum=texts["addendum"],
    )
