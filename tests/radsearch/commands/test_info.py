import json
import sys

import pytest
from click.testing import CliRunner

from radsearch.commands.info import command
from radsearch.errors import RadsearchError


def facts(*arguments):
    run = CliRunner().invoke(command, ["--json", *arguments], catch_exceptions=False)
    return json.loads(run.stdout)


def test_info_names_encoder_runtime_and_versions():
    found = facts()
    assert found["encoder"]["dim"] == 384 and "onnxruntime" in found["encoder"]["runtime"]
    assert found["libraries"]["lancedb"]


@pytest.mark.parametrize("broken", [None, RuntimeError])
def test_info_survives_a_faiss_that_is_absent_or_broken(monkeypatch, broken):
    if broken is None:
        monkeypatch.setitem(sys.modules, "faiss", None)
        assert "numpy" in facts()["faiss"]["state"]
        return
    import faiss

    def fail(*_):
        raise broken("driver")

    monkeypatch.setattr(faiss, "IndexFlatIP", fail)
    assert facts()["faiss"]["state"] == "self-test failed (RuntimeError)"


def test_a_folder_that_is_no_index_is_the_users_fault(tmp_path):
    with pytest.raises(RadsearchError):
        facts("-i", str(tmp_path))


def test_without_json_each_fact_has_a_line():
    lines = CliRunner().invoke(command, [], catch_exceptions=False).stdout.splitlines()
    assert any(line.split()[0] == "fingerprint" for line in lines)
    assert any(line.startswith("faiss") for line in lines)
