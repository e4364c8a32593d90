"""An index back at an earlier version: that one's rows become a new version, none is deleted."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from radsearch.errors import StoreError
from radsearch.store.lance import connect
from radsearch.store.lock import writer_lock
from radsearch.store.manifest import JOURNAL, past_version, read_manifest

from .publish import publish


@dataclass(frozen=True, slots=True)
class Rollback:
    """What a rollback did.

    Attributes:
        before: Version that was published until now; it can be gone back to as well.
        version: Version now published, with the rows of the one asked for.
        reports: How many reports it has.
    """

    before: int
    version: int
    reports: int


def rollback(path: Path, version: int) -> Rollback:
    """Publish the rows of an earlier version again.

    Caches, words and findings for searching are made anew from the rows, as after any run. A crash
    leaves the index as it was: readers follow the manifest, which is renamed at the end.

    Args:
        path: The index folder.
        version: Of the reports table, one of the manifest's history.

    Returns:
        Versions and counts.

    Raises:
        StoreError: If a run was interrupted, the version is published now, or it is not kept.
    """
    read_manifest(path)  # before the lock: it says best that a folder is no index
    with writer_lock(path):
        manifest = read_manifest(path)
        if (path / JOURNAL).is_file():
            raise StoreError(
                f"index '{path}' has an unfinished run: finish it with the same `radsearch index`, "
                f"then go back"
            )
        before = manifest["tables"]["reports"]
        if version == before:
            raise StoreError(
                f"index '{path}' is at version {version}: give an earlier one "
                f"(`radsearch versions -i {path}`)"
            )
        entry = past_version(manifest, version, path)
        database = connect(path)
        tables: dict[str, Any] = {}
        for name, wanted in entry["tables"].items():
            tables[name] = None if wanted is None else _restored(database, path, name, wanted)
        told = {name: entry[name] for name in ("extra", "heads") if name in entry}
        manifest = publish(path, {**manifest, **told}, tables)
    return Rollback(before, manifest["tables"]["reports"], manifest["counts"]["reports"])


def _restored(database: Any, path: Path, name: str, version: int) -> Any:
    try:
        table = database.open_table(name)
        table.restore(version)
    except (ValueError, RuntimeError, OSError):
        raise StoreError(
            f"index '{path}' lacks version {version} of {name}.lance, and stays as it is: "
            f"choose another version, or index the older corpus again with --delete-missing"
        ) from None
    return table
