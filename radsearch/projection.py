"""Two coordinates a report, so that similar reports lie together: the map of an index."""

import importlib.util
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from radsearch.errors import StoreError
from radsearch.store.protocol import Store

MAP = "map.parquet"
AT_MOST = 20_000
"""Reports of a map unless told otherwise: t-SNE takes minutes for them on two cores."""

Points = NDArray[np.float32]


def project(vectors: Points, *, seed: int = 0) -> tuple[Points, str]:
    """Coordinates by t-SNE where openTSNE is installed, else the two main directions.

    Args:
        vectors: (n, dim).
        seed: Of t-SNE.

    Returns:
        (n, 2) centred, the longer half-axis 1, and the method's name.
    """
    enough = len(vectors) > 50  # below, t-SNE's neighbourhoods hold everything
    if enough and importlib.util.find_spec("openTSNE") is not None:
        from openTSNE import TSNE

        perplexity = min(30, len(vectors) // 4)
        fitted = TSNE(perplexity=perplexity, random_state=seed, n_jobs=1).fit(vectors)
        return _scaled(np.asarray(fitted, np.float32)), "t-SNE"
    return _scaled(principal(vectors)), "PCA"


def principal(vectors: Points) -> Points:
    """Coordinates along the two directions of greatest variance, (n, 2); signs are fixed.

    >>> principal(np.array([[0, 0, 1], [0, 0, 3]], np.float32)).round(3).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    centred = vectors - vectors.mean(axis=0) if len(vectors) else vectors
    _, _, axes = np.linalg.svd(centred.T @ centred / max(len(vectors), 1))
    axes = axes[:2]
    signs = np.sign(axes[np.arange(2), np.abs(axes).argmax(axis=1)])
    return np.asarray(centred @ (axes * signs[:, None]).T + 0.0, np.float32)


def _scaled(points: Points) -> Points:
    if not len(points):
        return points
    points = points - (points.max(axis=0) + points.min(axis=0)) / 2
    largest = float(np.abs(points).max())
    return points / largest if largest else points


def write_map(store: Store, folder: Path, *, at_most: int = AT_MOST) -> tuple[int, str]:
    """Compute and write `map.parquet` beside the index's manifest.

    Args:
        store: The opened index.
        folder: Its folder.
        at_most: Reports; above, that many are taken at even distances.

    Returns:
        How many reports are on the map, and the method.
    """
    n = len(store.ids)
    at = np.unique(np.linspace(0, n - 1, min(n, at_most)).astype(np.int64)) if n else np.arange(0)
    vectors = store.vectors("report", at)
    have = np.abs(vectors).sum(axis=1) > 0
    at, points = at[have], vectors[have]
    found, method = project(points)
    table = pa.table(
        {
            "report_id": [store.ids[int(one)] for one in at],
            "position": at,
            "x": found[:, 0],
            "y": found[:, 1],
        }
    ).replace_schema_metadata({"version": _version(store), "method": method})
    temporary = folder / f"{MAP}.tmp"
    pq.write_table(table, temporary)
    temporary.replace(folder / MAP)
    return len(at), method


def read_map(store: Store, folder: Path) -> pa.Table:
    """The map of an index.

    Args:
        store: The opened index.
        folder: Its folder.

    Returns:
        Columns report_id, position, x, y.

    Raises:
        StoreError: If there is none, or it belongs to another version of the index.
    """
    file = folder / MAP
    if not file.is_file():
        raise StoreError(f"the index has no map yet: make one with `radsearch map -i {folder}`")
    table = pq.read_table(file)
    if (table.schema.metadata or {}).get(b"version", b"").decode() != _version(store):
        raise StoreError(
            f"the map belongs to an earlier version of the index: "
            f"make it again with `radsearch map -i {folder}`"
        )
    return table


def _version(store: Store) -> str:
    return f"{store.manifest['stamp']}-{store.manifest['tables']['reports']}"
