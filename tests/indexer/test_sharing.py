"""Indexing shares the cores with its encoder, and leaves the process as it was."""

import sys

import pytest

from indexer.build import build_index
from indexer.sharing import numpy_blas, sharing
from radsearch.report import Report
from tests.toy import ToyEncoder


def test_numpy_computes_on_one_thread_inside_and_on_as_many_as_before_afterwards():
    pytest.importorskip("threadpoolctl")
    before = [library.num_threads for library in numpy_blas()]
    with pytest.raises(RuntimeError), sharing():
        assert all(library.num_threads == 1 for library in numpy_blas())
        raise RuntimeError
    assert [library.num_threads for library in numpy_blas()] == before


def test_the_encoder_gets_its_turn_soon_and_the_process_is_left_as_it_was(tmp_path):
    turns = []

    class Watches(ToyEncoder):
        def embed(self, texts, kind="findings"):
            turns.append(sys.getswitchinterval())
            return super().embed(texts, kind)

    before = sys.getswitchinterval()
    build_index([Report("a", findings="Clear.")], tmp_path / "i", encoder=Watches())
    assert max(turns) < before
    assert sys.getswitchinterval() == before
