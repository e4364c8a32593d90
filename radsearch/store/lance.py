"""The one place that imports lancedb: quiet, without its REST client, only when it is needed."""

import os
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from radsearch.errors import StoreError

_REST = "lance_namespace_urllib3_client"
"""What LanceDB's remote namespaces are spoken to with: its classes take half of the import, for
the schemas of requests that a local folder never makes. measured: -X importtime."""

_CHECKS = "overrides"
"""Compares each method that it marks with the base class', by disassembling the module: a fifth of
the import. LanceDB's own tests do that."""

_ABSENT = (_REST, _CHECKS)


def connect(path: Path) -> Any:
    """The index folder as a LanceDB database; the first call imports, which takes a moment."""
    return _lancedb().connect(str(path))


def _lancedb() -> Any:
    os.environ.setdefault("LANCEDB_LOG", "error")  # it warns of each table it creates, on stderr
    if "lancedb" in sys.modules:
        import lancedb

        return lancedb
    absent = _Absent(name for name in _ABSENT if name not in sys.modules)
    sys.meta_path.insert(0, absent)
    try:
        import lancedb
    finally:
        sys.meta_path.remove(absent)
        for name in filter(absent.covers, list(sys.modules)):  # a copy: other threads import too
            del sys.modules[name]  # whoever wants them imports the real ones
    return lancedb


class _Absent(MetaPathFinder, Loader):
    """Stands in for packages while LanceDB is imported."""

    def __init__(self, packages: Iterable[str]) -> None:
        self._prefixes = tuple(f"{name}." for name in packages)

    def covers(self, name: str) -> bool:
        return f"{name}.".startswith(self._prefixes)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self, is_package=True) if self.covers(fullname) else None

    def exec_module(self, module: ModuleType) -> None:
        stand_in = _unmarked if module.__name__ == _CHECKS else partial(_stand_in, module.__name__)
        module.__getattr__ = stand_in  # type: ignore[method-assign]


def _unmarked(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (), {}) if name[0].isupper() else lambda function: function


def _stand_in(module: str, name: str) -> type:
    """A class that makes objects of the real one, which is imported then."""
    if name.startswith("__"):
        raise AttributeError(name)

    def make(cls: type, *args: Any, **values: Any) -> Any:
        return getattr(import_module(module), name)(*args, **values)

    return type(name, (), {"__doc__": f"Stands in for {module}.{name}.", "__new__": make})


def hide_pandas() -> None:
    """Let pyarrow look for pandas now and find none; whoever imports it later gets it.

    It looks once, when LanceDB is imported, and the import takes as long as LanceDB's own. For
    commands alone: until something is converted to pandas, pyarrow takes a series for a list.
    """
    if "pandas" not in sys.modules:
        hidden = _Hidden()
        sys.meta_path.insert(0, hidden)
        try:
            import_module("pyarrow.dataset")
        finally:
            sys.meta_path.remove(hidden)


class _Hidden(MetaPathFinder):
    """Says that pandas is not installed."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == "pandas":
            raise ModuleNotFoundError("pandas is hidden for a moment", name=fullname)
        return None


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
