"""The one place that imports lancedb: quiet, without its REST client, only when it is needed."""

import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from radsearch.errors import StoreError

_REST = "lance_namespace_urllib3_client"
"""What LanceDB's remote namespaces are spoken to with: the API classes of it take half of the
import, for the schemas of methods that a local folder never calls. measured: -X importtime."""


def connect(path: Path) -> Any:
    """The index folder as a LanceDB database; the first call imports, which takes half a second."""
    return _lancedb().connect(str(path))


def _lancedb() -> Any:
    os.environ.setdefault("LANCEDB_LOG", "error")  # it warns of each table it creates, on stderr
    if "lancedb" in sys.modules or _REST in sys.modules:
        import lancedb

        return lancedb
    absent = _Absent()
    sys.meta_path.insert(0, absent)
    try:
        import lancedb
    finally:
        sys.meta_path.remove(absent)
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{_REST}.api.")]:
            del sys.modules[name]  # whoever wants them imports the real ones
    return lancedb


class _Absent(MetaPathFinder, Loader):
    """Stands in for the modules of the REST client's API while LanceDB is imported."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname.startswith(f"{_REST}.api.") else None

    def exec_module(self, module: ModuleType) -> None:
        module.__getattr__ = _stand_in  # type: ignore[method-assign]


def _stand_in(name: str) -> type:
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (), {"__doc__": f"Not loaded: import it from {_REST}.api."})


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
