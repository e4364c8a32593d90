"""Python's cycle collector, held back while records without cycles come and go by the million."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 2_000_000
"""New objects before a collection, instead of Python's 700; 200 MB if none of them were of use.
measured: collecting took a tenth of the processor time that indexing spends outside the encoder,
and 3 % with 50,000 or 500,000: what is remembered of a corpus, and the lexicon, are as many."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Collect cycles seldom inside, as before afterwards; never where that is switched off.

    >>> before = gc.get_threshold()
    >>> with rare_collections():
    ...     gc.get_threshold()[0]
    2000000
    >>> gc.get_threshold() == before
    True
    """
    before = gc.get_threshold()
    if before[0]:
        gc.set_threshold(max(YOUNG, before[0]), *before[1:])
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()  # both together make old what is new, without looking it all through
            gc.unfreeze()
        gc.set_threshold(*before)
