"""Small files merged, old versions dropped, Lance's own indexes brought up to date."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from radsearch.errors import StoreError
from radsearch.store.lance import connect
from radsearch.store.lock import writer_lock
from radsearch.store.manifest import JOURNAL, MANIFEST, read_manifest, write_json

from .publish import publish

DAYS = 7
"""Age up to which versions are kept: a reader that opened one goes on reading its files."""


FOREVER = 36_500.0


@dataclass(frozen=True, slots=True)
class Compaction:
    """What a compaction did.

    Attributes:
        bytes_before: Size of the index folder.
        bytes_after: Size afterwards.
        files_before: Files of it.
        files_after: Files afterwards.
        version: Of the reports table now published.
    """

    bytes_before: int
    bytes_after: int
    files_before: int
    files_after: int
    version: int


def compact(path: Path, *, days: float = DAYS) -> Compaction:
    """Compact the index at `path`.

    Args:
        path: The index folder.
        days: Versions older than this are deleted; 0 = all but the published one.

    Returns:
        Sizes before and after.

    Raises:
        StoreError: If a run was interrupted, or Lance refuses (a tagged version too old).
    """
    manifest = read_manifest(path)
    if (path / JOURNAL).is_file():
        raise StoreError(
            f"index '{path}' has an unfinished run: finish it with the same `radsearch index`, "
            f"then compact"
        )
    with writer_lock(path):
        files, size = _size(path)
        tables: dict[str, Any] = {"reports": None, "sentences": None}
        database = connect(path)
        for name, version in manifest["tables"].items():
            if version is not None:
                tables[name] = database.open_table(name)
                _optimize(tables[name], name, FOREVER)
        manifest = publish(path, manifest, tables)
        for name, table in tables.items():  # only now: until then the old version is published
            if table is not None:
                _optimize(table, name, days)
        manifest = publish(path, manifest, tables)
        _forget(path, manifest, tables["reports"])
        files_after, size_after = _size(path)
    return Compaction(size, size_after, files, files_after, manifest["tables"]["reports"])


def _optimize(table: Any, name: str, days: float) -> None:
    try:
        table.optimize(cleanup_older_than=max(timedelta(days=days), timedelta(milliseconds=1)))
    except RuntimeError as error:
        if "tagged" not in str(error):
            raise
        raise StoreError(
            f"{name}.lance has a tagged version older than {days:g} days, which Lance will not "
            f"clean up: delete the tag, or give more --days"
        ) from None


def _forget(path: Path, manifest: dict[str, Any], reports: Any) -> None:
    """Drop versions from the history that are no longer on disk."""
    alive = {entry["version"] for entry in reports.list_versions()}
    manifest["history"] = [
        entry for entry in manifest["history"] if entry["tables"]["reports"] in alive
    ]
    write_json(path / MANIFEST, manifest)


def _size(path: Path) -> tuple[int, int]:
    sizes = [file.stat().st_size for file in path.rglob("*") if file.is_file()]
    return len(sizes), sum(sizes)
