"""One writer an index: a lock that the system drops when its process dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from radsearch.errors import StoreError

LOCK = ".writer.lock"


@contextmanager
def writer_lock(path: Path) -> Iterator[None]:
    """Hold the index for writing; a lock left by a dead process is taken over.

    Args:
        path: The index folder; it must exist.

    Yields:
        None: Nothing.

    Raises:
        StoreError: If a living process holds it; names its pid.
    """
    with (path / LOCK).open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            pid = file.read().strip() or "unknown"
            raise StoreError(
                f"index '{path}' is being written by process {pid}: "
                f"wait until it ends (`ps -p {pid}`), then run this again"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
