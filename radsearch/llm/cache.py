"""Answers on disk, so that no text is sent twice."""

import json
import os
import sqlite3
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class AnswerCache:
    """Validated answers by text, model and prompt version, in one SQLite file.

    The key is a hash; the answers quote the reports, so the file is readable by its owner alone.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, answer TEXT)")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self._db.close()

    def get(self, text: str, model: str, prompt: str) -> list[dict[str, Any]] | None:
        """The stored answer, or None."""
        row = self._db.execute(
            "SELECT answer FROM answers WHERE key = ?", (_key(text, model, prompt),)
        ).fetchone()
        return None if row is None else json.loads(row[0])

    def put(self, text: str, model: str, prompt: str, answer: list[dict[str, Any]]) -> None:
        """Store an answer; the newest stays."""
        row = (_key(text, model, prompt), json.dumps(answer))
        self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", row)


def _key(text: str, model: str, prompt: str) -> bytes:
    return blake2b("\x1f".join((model, prompt, text)).encode(), digest_size=16).digest()
