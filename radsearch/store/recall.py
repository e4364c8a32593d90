"""How much of exact search the live engines find."""

from collections.abc import Mapping

import numpy as np

from radsearch.store.exact import top_k
from radsearch.store.lance_store import LanceStore
from radsearch.store.lock import writer_lock
from radsearch.store.manifest import MANIFEST, read_manifest, write_json
from radsearch.store.schema import VECTOR_SECTIONS

PROBES = 200
"""Stored vectors used as queries to measure an engine's recall; standard error below 0.01."""

CHECKS = 25
"""The same of an engine that scores every vector: it misses nothing unless something is broken."""

WANTED = 0.98
"""Recall below which `radsearch verify` fails."""


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
        probes = min(CHECKS if engine.exact else PROBES, len(at))
        rows = np.sort(rng.choice(len(at), probes, replace=False))
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


def check_counts(store: LanceStore) -> list[str]:
    """What the manifest promises and the folder lacks; empty = nothing."""
    counts = store.manifest["counts"]
    found = {"reports": len(store.ids)}
    for section in VECTOR_SECTIONS:
        found[f"{section}_vectors"] = len(store.matrix(section))
    if store.manifest["tables"]["sentences"] is not None:
        found["sentences"] = len(store.sentences.position)
    return [
        f"{found[name]:,} {name} where the manifest has {counts[name]:,}"
        for name in found
        if found[name] != counts[name]
    ]


def store_recall(store: LanceStore, recall: Mapping[str, float]) -> None:
    """Note measured recall in the manifest, unless a newer version was published meanwhile."""
    with writer_lock(store.path):
        manifest = read_manifest(store.path)
        if manifest["tables"] == store.manifest["tables"]:
            write_json(store.path / MANIFEST, {**manifest, "recall": dict(recall)})
