"""The index folder's manifest: which versions of the tables are published, and what made them."""

import json
import os
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from radsearch.encoder.protocol import Encoder
from radsearch.errors import StoreError
from radsearch.store.schema import FORMAT_VERSION

MANIFEST = "manifest.json"
JOURNAL = "building.json"
REJECTS = "rejects.parquet"
CACHES = "faiss"
LIBRARIES = ("radsearch", "lancedb", "pyarrow", "numpy", "faiss-cpu", "faiss-gpu")


def read_manifest(path: Path) -> dict[str, Any]:
    """What the index at `path` says of itself.

    Args:
        path: The index folder.

    Returns:
        The manifest: format_version, encoder, tables, counts, columns, engine, recall, history.

    Raises:
        StoreError: If there is no published index, it is damaged, or of another format.
    """
    file = path / MANIFEST
    if not file.is_file():
        if (path / JOURNAL).is_file():
            raise StoreError(
                f"index '{path}' is still being built (or was interrupted): "
                f"run the same `radsearch index` again, it carries on where it stopped"
            )
        raise StoreError(f"no index at '{path}': make one with `radsearch index CORPUS -o {path}`")
    manifest = read_json(file)
    found = manifest.get("format_version")
    if found != FORMAT_VERSION:
        raise StoreError(
            f"index '{path}' has format {found}, this radsearch reads {FORMAT_VERSION}: "
            f"index the corpus again, or use the radsearch that made it"
        )
    return manifest


def past_version(manifest: Mapping[str, Any], version: int, path: Path) -> Mapping[str, Any]:
    """What the manifest remembers of an earlier version.

    Args:
        manifest: Of the index.
        version: Of the reports table.
        path: The index folder, for the message.

    Returns:
        The entry of its history: tables, counts, columns, engine, extra, heads.

    Raises:
        StoreError: If that version is not kept.
    """
    past: dict[int, Mapping[str, Any]] = {
        entry["tables"]["reports"]: entry for entry in manifest["history"]
    }
    if version not in past:
        kept = f"it keeps {', '.join(map(str, sorted(past)))}" if past else "it keeps no other"
        raise StoreError(
            f"index '{path}' has no published version {version} beside the present one: {kept} "
            f"(`radsearch versions -i {path}`)"
        )
    return past[version]


def read_json(file: Path) -> dict[str, Any]:
    """A JSON object of the index folder.

    Args:
        file: Path of the file.

    Returns:
        The object.

    Raises:
        StoreError: If it is not a JSON object.
    """
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise StoreError(f"'{file}' is damaged ({error}): restore it or index again") from None
    if not isinstance(value, dict):
        raise StoreError(f"'{file}' holds no JSON object: restore it or index again")
    return value


def write_json(file: Path, value: Mapping[str, Any]) -> None:
    """Write by rename: a reader sees the old or the new content, a crash leaves one of them."""
    temporary = file.with_name(f"{file.name}.tmp")
    with temporary.open("w", encoding="utf-8") as out:
        json.dump(value, out, indent=2, sort_keys=True)
        out.write("\n")
        out.flush()
        os.fsync(out.fileno())
    temporary.replace(file)


def library_versions() -> dict[str, str]:
    """Installed versions of the libraries that shape an index."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def check_encoder(manifest: Mapping[str, Any], encoder: Encoder, path: Path) -> None:
    """Refuse an encoder whose vectors are not those of the index.

    Args:
        manifest: Of the index, or the journal of one being built.
        encoder: What is to embed queries or further reports.
        path: The index folder, for the message.

    Raises:
        StoreError: If the fingerprints differ; says how to index again.
    """
    built = manifest["encoder"]
    if built["fingerprint"] == encoder.fingerprint:
        return
    flag = f" --encoder {built['source']}" if built.get("source") else ""
    corpus = manifest.get("corpus") or "CORPUS"
    raise StoreError(
        f"index '{path}' holds vectors of encoder '{built['name']}' ({built['dim']} dimensions, "
        f"{built['fingerprint'][:12]}), not of '{encoder.name}' ({encoder.dim} dimensions, "
        f"{encoder.fingerprint[:12]}): use the encoder it was built with"
        f"{' (' + flag.strip() + ')' if flag else ''}, or index again into a new folder: "
        f"radsearch index {corpus} -o {path}.new --encoder {encoder.name}"
    )
