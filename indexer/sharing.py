"""How the writing thread shares the cores with the encoder, which computes outside Python."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

TURN = 0.001
"""Seconds that a thread of Python runs while another waits, instead of 0.005: an encoder's thread
wants a moment of Python after each text, and a sentence takes it but 3 ms."""


@contextmanager
def sharing() -> Iterator[None]:
    """Short turns, and one thread for numpy's matrix products, inside; as before afterwards.

    OpenBLAS' second thread spins for 25 ms behind each product, on a core that the encoder has.
    measured: a sixth of the processor time that indexing spends beside the encoder. It can be told
    so where threadpoolctl is installed, as with scikit-learn.

    >>> before = sys.getswitchinterval()
    >>> with sharing():
    ...     sys.getswitchinterval()
    0.001
    >>> sys.getswitchinterval() == before
    True
    """
    turn = sys.getswitchinterval()
    blas = [(library, library.num_threads) for library in numpy_blas()]
    sys.setswitchinterval(min(turn, TURN))
    try:
        for library, _ in blas:
            library.set_num_threads(1)
        yield
    finally:
        sys.setswitchinterval(turn)
        for library, threads in blas:
            library.set_num_threads(threads)


def numpy_blas() -> list[Any]:
    """The OpenBLAS that numpy brings along; none where threadpoolctl is not installed."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return []
    libraries = ThreadpoolController().lib_controllers
    return [one for one in libraries if one.user_api == "blas" and "numpy" in one.filepath]
