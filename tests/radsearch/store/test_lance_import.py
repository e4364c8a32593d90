"""LanceDB is imported without the client of its remote service."""

import subprocess
import sys

import pytest

CODE = """
import sys, tempfile, pathlib, types
from radsearch.store import lance
from radsearch.store.lance import connect
covers = lance._Absent.covers
def meanwhile(self, name):
    sys.modules[f"another{len(sys.modules)}"] = types.ModuleType("another")
    return covers(self, name)
lance._Absent.covers = meanwhile  # another thread imports too
table = connect(pathlib.Path(tempfile.mkdtemp())).create_table("t", [{"a": 1}, {"a": 2}])
assert table.search().where("a > 1").to_arrow()["a"].to_pylist() == [2]
away = ("lance_namespace_urllib3_client", "overrides")
assert not any(n.startswith(away) for n in sys.modules)
from lance_namespace_urllib3_client.api import DataApi
assert callable(DataApi.query_table), "the real class comes on demand"
import lance_namespace
made = lance_namespace.DropTableRequest(id=["a"])
assert made.model_dump()["id"] == ["a"], "LanceDB itself makes real objects"
import overrides
assert hasattr(overrides, "EnforceOverrides"), "the real package comes on demand"
"""


def test_tables_work_without_the_remote_client_and_the_real_one_comes_on_demand():
    subprocess.run([sys.executable, "-c", CODE], check=True)


HIDDEN = """
import sys, tempfile, pathlib
from radsearch.store.lance import connect, hide_pandas
hide_pandas()
table = connect(pathlib.Path(tempfile.mkdtemp())).create_table("t", [{"a": 1}, {"a": 2}])
assert table.search().to_arrow()["a"].to_pylist() == [1, 2]
assert "pandas" not in sys.modules
assert list(table.search().to_arrow().to_pandas()["a"]) == [1, 2], "it comes on demand"
"""


def test_a_command_that_hides_pandas_never_imports_it_unless_asked_to():
    pytest.importorskip("pandas")
    subprocess.run([sys.executable, "-c", HIDDEN], check=True)
