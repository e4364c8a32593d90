"""A finished run becomes what readers see: caches built, engine measured, manifest renamed."""

import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from radsearch.search.corpus_cache import Form, open_cache
from radsearch.store.cache import cache_folder, drop_stale, settle
from radsearch.store.engine import choose
from radsearch.store.faiss_store import has_faiss
from radsearch.store.lance_engine import ensure_index
from radsearch.store.lance_store import LanceStore, column_kinds
from radsearch.store.manifest import (
    JOURNAL,
    MANIFEST,
    library_versions,
    read_json,
    write_json,
)
from radsearch.store.recall import measure_recall
from radsearch.store.schema import VECTOR_SECTIONS

KEPT = 20
"""Published versions that the manifest remembers for rollback and --as-of."""


def publish(
    path: Path,
    journal: Mapping[str, Any],
    tables: Mapping[str, Any],
    *,
    engine: str | None = None,
    spoken: Form | None = None,
    on_stage: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Make what was committed the version that readers open.

    Args:
        path: The index folder.
        journal: What the manifest says of encoder, columns and origin.
        tables: The Lance tables, everything committed.
        engine: For every section; None = by size and by what is installed.
        spoken: What the reports say, in searchable form, if it is known already.
        on_stage: Called with the name of each stage when it is done.

    Returns:
        The manifest, now in place.
    """
    old = read_json(path / MANIFEST) if (path / MANIFEST).is_file() else None
    if old and old["tables"] == versions(tables) and engine is None:
        (path / JOURNAL).unlink(missing_ok=True)
        return old
    counts = count(tables)
    engines = {
        section: engine or choose(counts[f"{section}_vectors"], faiss=has_faiss())
        for section in VECTOR_SECTIONS
    }
    for section, name in engines.items():
        if name == "lance":
            ensure_index(tables["reports"], section, counts[f"{section}_vectors"])
    kept: list[Any] = [*(old["history"] if old else []), *([_entry(old)] if old else [])]
    manifest: dict[str, Any] = {
        **journal,
        "tables": versions(tables),
        "published": datetime.now(UTC).isoformat(timespec="seconds"),
        "libraries": library_versions(),
        "counts": counts,
        "columns": column_kinds(tables["reports"].schema),
        "engine": engines,
        "heads": journal.get("heads", (old or {}).get("heads", {})),
        "history": kept[-KEPT:],
        "recall": {},
    }
    done = on_stage or _ignore
    caches = cache_folder(path, manifest["tables"]["reports"], manifest["stamp"])
    if not old or old["tables"] != manifest["tables"]:
        shutil.rmtree(caches, ignore_errors=True)  # a run was cut off: not all may be on disk
    store = LanceStore(path, manifest, wait_for_disk=False)  # builds them and the engine's files
    done("vectors and engines")
    with ThreadPoolExecutor(max_workers=2) as pool:  # recall is computed outside Python
        settled = pool.submit(settle, store.folder)
        folder = store.folder / "search"
        built = pool.submit(open_cache, store, folder, spoken)  # else the first query pays
        manifest["recall"] = measure_recall(store)
        done("recall measured")
        built.result()
        settled.result()
    done("words and findings")
    write_json(path / MANIFEST, manifest)
    (path / JOURNAL).unlink(missing_ok=True)
    drop_stale(path, keep=caches)
    return manifest


def _ignore(stage: str) -> None:
    del stage


def versions(tables: Mapping[str, Any]) -> dict[str, int | None]:
    """The version that each table is at; None = there is no such table."""
    return {name: None if table is None else table.version for name, table in tables.items()}


def _entry(manifest: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("tables", "published", "counts", "columns", "engine", "extra", "heads")
    return {name: manifest[name] for name in kept if name in manifest}


def count(tables: Mapping[str, Any]) -> dict[str, int]:
    """Rows of the tables, by which sections they have."""
    reports = tables["reports"]
    counts = {
        "reports": reports.count_rows(),
        "pairs": reports.count_rows("findings != '' AND impression != ''"),
        "windowed": reports.count_rows("windowed"),
        "sentences": 0 if tables["sentences"] is None else tables["sentences"].count_rows(),
    }
    for section in VECTOR_SECTIONS:
        counts[f"{section}_vectors"] = reports.count_rows(f"{section}_vec IS NOT NULL")
    return counts
