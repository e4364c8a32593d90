"""Texts to vectors, each distinct text once a run as far as a bounded memory remembers."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder, Kind, Vectors

Bools = NDArray[np.bool_]

REMEMBERED = 100_000
"""Vectors kept; at 384 dimensions of float32 that is 150 MB."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Texts whose vectors were asked for.

    Attributes:
        keys: One a text; b"" of an empty one.
        known: Vectors that were remembered, by key.
        fresh: Keys that were new, in the order of their rows.
        coming: Of the others: what the encoder is to give, and the row of it.
    """

    keys: Sequence[bytes]
    known: dict[bytes, Vectors]
    fresh: Sequence[bytes]
    coming: dict[bytes, tuple[Future[Vectors], int]]


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
        self._long: set[bytes] = set()
        self._known: OrderedDict[bytes, Vectors] = OrderedDict()
        self._coming: dict[bytes, tuple[Future[Vectors], int]] = {}

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        """Unit vectors (n, dim); an empty text's is zero."""
        return self.vectors(self.ask(texts, kind))

    def ask(self, texts: Sequence[str], kind: Kind) -> Asked:
        """Let the encoder have what is not known of the texts; `vectors` gives the answer."""
        self.n_asked += len(texts)
        keys = [_key(text, kind) if text else b"" for text in texts]
        known: dict[bytes, Vectors] = {}
        fresh: dict[bytes, str] = {}
        for key, text in zip(keys, texts, strict=True):
            if key in self._known:
                known[key] = self._known[key]
                self._known.move_to_end(key)
            elif key and key not in self._coming:
                fresh[key] = text
        if fresh:
            self.n_embedded += len(fresh)
            given = self._submit(lambda: self._compute(fresh, kind))
            self._coming |= {key: (given, row) for row, key in enumerate(fresh)}
        coming = {key: self._coming[key] for key in keys if key in self._coming}
        return Asked(keys, known, list(fresh), coming)

    def vectors(self, asked: Asked) -> Vectors:
        """Unit vectors (n, dim) of what was asked first; an empty text's is zero."""
        out = np.zeros((len(asked.keys), self.encoder.dim), np.float32)
        wanted: dict[Future[Vectors], tuple[list[int], list[int]]] = {}
        for row, key in enumerate(asked.keys):
            if key in asked.coming:
                given, at = asked.coming[key]
                rows, places = wanted.setdefault(given, ([], []))
                rows.append(row)
                places.append(at)
            elif key:
                out[row] = asked.known[key]
        for given, (rows, places) in wanted.items():
            out[rows] = given.result()[places]
        if asked.fresh:
            made = self._coming[asked.fresh[0]][0].result()  # all were asked for in one call
            for row, key in enumerate(asked.fresh):
                del self._coming[key]
                self._known[key] = made[row].copy()  # a view would keep its batch alive
        while len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return out

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

    def _compute(self, fresh: dict[bytes, str], kind: Kind) -> Vectors:
        started, before = time.perf_counter(), self.encoder.n_windowed
        made = self.encoder.embed(list(fresh.values()), kind)
        # An encoder tells how many texts it read in windows, not which: the longest ones.
        if count := self.encoder.n_windowed - before:
            self._long.update(sorted(fresh, key=lambda key: -len(fresh[key]))[:count])
        self.seconds += time.perf_counter() - started
        return made


def _key(text: str, kind: Kind) -> bytes:
    return blake2b(f"{kind}\0{text}".encode(), digest_size=12).digest()
