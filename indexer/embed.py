"""Texts to vectors, each distinct text once a run as far as a bounded memory remembers."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder, Kind, Vectors

Bools = NDArray[np.bool_]

Key = tuple[Kind, str]
"""A text and what it is."""

REMEMBERED = 100_000
"""Vectors kept; at 384 dimensions of float32 that is 150 MB, and their texts 15 MB."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Texts whose vectors were asked for.

    Attributes:
        keys: One a text.
        rows: Of the texts whose vectors were remembered.
        known: Their vectors, (rows, dim).
        coming: Of the others, but the empty ones: their rows, and the rows of what the encoder is
            to give.
        fresh: Keys that were new, in the order of their rows.
        given: What the encoder is to give for these.
    """

    keys: Sequence[Key]
    rows: Sequence[int]
    known: Vectors
    coming: Mapping[Future[Vectors], tuple[list[int], list[int]]]
    fresh: Sequence[Key]
    given: Future[Vectors] | None


@contextmanager
def one_call_at_a_time() -> Iterator[Executor]:
    """A thread for the encoder; after an error, what it did not begin is dropped."""
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embed")
    try:
        yield pool
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


class Embedder:
    """An encoder that remembers: radiology repeats its sentences and its impressions.

    Args:
        encoder: Computes.
        pool: Where it computes, one call after another, so that it need not wait for whoever
            asks; None = at once, where it is asked.
        remembered: Vectors kept.
    """

    def __init__(
        self, encoder: Encoder, pool: Executor | None = None, remembered: int = REMEMBERED
    ) -> None:
        self.encoder = encoder
        self.n_embedded = 0  # texts that the encoder was asked for
        self.n_asked = 0  # texts that this was asked for
        self.seconds = 0.0  # inside the encoder
        self._pool = pool
        self._remembered = remembered
        self._long: set[Key] = set()
        self._slots: OrderedDict[Key, int] = OrderedDict()  # least lately asked for first
        self._held: Vectors = np.empty((remembered, encoder.dim), np.float32)  # not touched yet
        self._coming: dict[Key, tuple[Future[Vectors], int]] = {}

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        """Unit vectors (n, dim); an empty text's is zero."""
        return self.vectors(self.ask(texts, kind))

    def ask(self, texts: Sequence[str], kind: Kind) -> Asked:
        """Let the encoder have what is not known of the texts; `vectors` gives the answer."""
        self.n_asked += len(texts)
        keys: list[Key] = [(kind, text) for text in texts]
        rows: list[int] = []
        slots: list[int] = []
        unknown: list[int] = []
        for row, key in enumerate(keys):
            if (slot := self._slots.get(key)) is not None:
                rows.append(row)
                slots.append(slot)
                self._slots.move_to_end(key)
            elif key[1]:
                unknown.append(row)
        fresh = list(dict.fromkeys(keys[row] for row in unknown if keys[row] not in self._coming))
        given = None
        if fresh:
            self.n_embedded += len(fresh)
            given = self._submit(lambda: self._compute(fresh, kind))
            self._coming |= {key: (given, place) for place, key in enumerate(fresh)}
        coming: dict[Future[Vectors], tuple[list[int], list[int]]] = {}
        for row in unknown:
            source, place = self._coming[keys[row]]
            mine, theirs = coming.setdefault(source, ([], []))
            mine.append(row)
            theirs.append(place)
        return Asked(keys, rows, self._held[slots], coming, fresh, given)

    def vectors(self, asked: Asked) -> Vectors:
        """Unit vectors (n, dim) of what was asked first; an empty text's is zero."""
        out = np.zeros((len(asked.keys), self.encoder.dim), np.float32)
        out[asked.rows] = asked.known
        for given, (rows, places) in asked.coming.items():
            out[rows] = given.result()[places]
        if asked.given is not None:
            for key in asked.fresh:
                del self._coming[key]
            self._remember(asked.fresh, asked.given.result())
        return out

    def _remember(self, keys: Sequence[Key], made: Vectors) -> None:
        """Keep the last vectors, (keys, dim), in place of those least lately asked for."""
        kept = keys[max(0, len(keys) - self._remembered) :]
        held = len(self._slots)
        over = max(0, held + len(kept) - self._remembered)
        slots = [self._slots.popitem(last=False)[1] for _ in range(over)]
        slots += range(held, held + len(kept) - over)
        self._held[slots] = made[len(keys) - len(kept) :]
        self._slots.update(zip(kept, slots, strict=True))

    def windowed(self, asked: Asked) -> Bools:
        """Which of the texts, whose vectors are there, were too long to be read at once, (n,)."""
        if not self._long:  # as nearly always
            return np.zeros(len(asked.keys), bool)
        return np.array([key in self._long for key in asked.keys], bool)

    def _submit(self, call: Callable[[], Vectors]) -> Future[Vectors]:
        if self._pool is not None:
            return self._pool.submit(call)
        done: Future[Vectors] = Future()
        done.set_result(call())
        return done

    def _compute(self, fresh: Sequence[Key], kind: Kind) -> Vectors:
        started, before = time.perf_counter(), self.encoder.n_windowed
        made = self.encoder.embed([text for _, text in fresh], kind)
        # An encoder tells how many texts it read in windows, not which: the longest ones.
        if count := self.encoder.n_windowed - before:
            self._long.update(sorted(fresh, key=lambda key: -len(key[1]))[:count])
        self.seconds += time.perf_counter() - started
        return made
