"""The one place that imports lancedb: quiet, and only when a table is really opened."""

import os
from pathlib import Path
from typing import Any

from radsearch.errors import StoreError


def connect(path: Path) -> Any:
    """The index folder as a LanceDB database; the import takes 0.8 s."""
    os.environ.setdefault("LANCEDB_LOG", "error")  # it warns of each table it creates, on stderr
    import lancedb

    return lancedb.connect(str(path))


def open_table(path: Path, name: str, version: int) -> Any:
    """A Lance table of the index, held at a version.

    Args:
        path: The index folder.
        name: "reports" or "sentences".
        version: Of the table.

    Returns:
        The table, checked out.

    Raises:
        StoreError: If the table or the version is gone.
    """
    try:
        table = connect(path).open_table(name)
        table.checkout(version)
    except (ValueError, RuntimeError, OSError):
        raise StoreError(
            f"index '{path}' lacks version {version} of {name}.lance: "
            f"restore the folder or index the corpus again"
        ) from None
    return table
