"""A finished run becomes what readers see: caches built, engine measured, manifest renamed."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import numpy as np

from radsearch.store.cache import cache_folder, drop_stale
from radsearch.store.engine import choose
from radsearch.store.exact import top_k
from radsearch.store.faiss_store import has_faiss
from radsearch.store.lance_store import LanceStore, column_kinds
from radsearch.store.manifest import (
    JOURNAL,
    MANIFEST,
    library_versions,
    read_json,
    write_json,
)
from radsearch.store.schema import VECTOR_SECTIONS

from .writer import IndexWriter

PROBES = 200
"""Stored vectors used as queries to measure an engine's recall; standard error below 0.01."""

KEPT = 20
"""Published versions that the manifest remembers for --as-of."""


def publish(writer: IndexWriter, *, engine: str | None = None) -> dict[str, Any]:
    """Make what was committed the version that readers open.

    Args:
        writer: Its shards are all committed.
        engine: For every section; None = by size and by what is installed.

    Returns:
        The manifest, now in place.
    """
    path = writer.path
    old = read_json(path / MANIFEST) if (path / MANIFEST).is_file() else None
    if old and old["tables"] == writer.journal["tables"] and engine is None:
        (path / JOURNAL).unlink()
        return old
    counts = count(writer.tables)
    kept: list[Any] = [*(old["history"] if old else []), *([_entry(old)] if old else [])]
    manifest: dict[str, Any] = {
        **writer.journal,
        "published": datetime.now(UTC).isoformat(timespec="seconds"),
        "libraries": library_versions(),
        "counts": counts,
        "columns": column_kinds(writer.tables["reports"].schema),
        "engine": {
            section: engine or choose(counts[f"{section}_vectors"], faiss=has_faiss())
            for section in VECTOR_SECTIONS
        },
        "heads": (old or {}).get("heads", {}),
        "history": kept[-KEPT:],
        "recall": {},
    }
    store = LanceStore(path, manifest)  # builds the caches and the engine's own files
    manifest["recall"] = measure_recall(store)
    write_json(path / MANIFEST, manifest)
    (path / JOURNAL).unlink()
    drop_stale(path, keep=cache_folder(path, manifest["tables"]["reports"], manifest["stamp"]))
    return manifest


def _entry(manifest: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("tables", "published", "counts", "columns", "engine", "extra")
    return {name: manifest[name] for name in kept}


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


def measure_recall(store: LanceStore, k: int = 10, seed: int = 0) -> dict[str, float]:
    """Recall@k of each section's engine against exact search, its own vectors as queries.

    Args:
        store: An opened index.
        k: Places compared.
        seed: Which vectors are drawn.

    Returns:
        By section, in [0, 1]; a section without vectors is left out.
    """
    rng = np.random.default_rng(seed)
    recall: dict[str, float] = {}
    for section in VECTOR_SECTIONS:
        engine, at = store.engine(section)
        if not len(at):
            continue
        rows = np.sort(rng.choice(len(at), min(PROBES, len(at)), replace=False))
        queries = store.vectors(section, at[rows])
        noise = rng.normal(size=queries.shape).astype(np.float32) / queries.shape[1] ** 0.5
        queries = queries + 0.3 * noise  # near a report, not on it: the stored text is never asked
        queries /= np.linalg.norm(queries, axis=1, keepdims=True)
        vectors = store.matrix(section)
        truth = top_k(vectors, queries, k)[0]  # by score: equal texts may stand in for each other
        found = engine.search(queries, k, None)[0]
        hits = (found >= truth[:, -1:] - 1e-5) & (found > -np.inf)
        wanted = truth > -np.inf
        recall[section] = float(hits.sum() / wanted.sum())
    return recall
