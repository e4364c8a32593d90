"""What a number of the book depends on, as a digest: code, weights, corpora and files given."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

PACKAGES = ("radsearch", "indexer", "train")
CORPORA = ("corpus", "phrases", "suites", "sample_reports.parquet")
_ASIDE = frozenset(("__pycache__", "webpage", "rest"))
"""Folders whose files change no number."""


def code_key(home: Path, data: Path) -> str:
    """Digest of the packages, the weights in them, and our own corpora, by their bytes.

    Args:
        home: Folder that holds the packages.
        data: Folder that holds the corpora.

    Returns:
        16 hex digits; the same for the same files, committed or not.
    """
    digest = blake2b(digest_size=8)
    roots = [(home, home / name) for name in PACKAGES] + [(data, data / name) for name in CORPORA]
    for base, root in roots:
        for path in _files(root):
            digest.update(f"{path.relative_to(base)}\0".encode())
            digest.update(blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def part_key(code: str, command: Sequence[str], paths: Iterable[str], reads: Iterable[str]) -> str:
    """Digest of a part: its code, its command, and what it reads besides.

    Args:
        code: Of `code_key`.
        command: Its arguments.
        paths: Files and folders that the user gave it: their names, sizes and times count.
        reads: Files of ours that it reads: their bytes count.

    Returns:
        16 hex digits.
    """
    digest = blake2b("\0".join((code, *command)).encode(), digest_size=8)
    for given in sorted(paths):
        for path in _files(Path(given)):
            stat = path.stat()
            digest.update(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    for name in sorted(reads):
        path = Path(name)
        digest.update(path.read_bytes() if path.is_file() else b"absent")
    return digest.hexdigest()


def _files(root: Path) -> Iterator[Path]:
    if root.is_file():
        yield root
        return
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root).parts
        if path.is_file() and path.suffix != ".md" and not _ASIDE.intersection(inside):
            yield path
