import os

import pytest

from radsearch.encoder.cores import usable_cores


@pytest.mark.parametrize(("cores", "wanted"), [(6, 6), (None, 1)])
def test_a_system_without_a_list_of_cores_gives_all_of_them(monkeypatch, cores, wanted):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert usable_cores() == wanted


def test_only_the_cores_of_this_process_count(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {1, 3}, raising=False)
    assert usable_cores() == 2
