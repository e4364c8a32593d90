"""Texts to vectors, each distinct text once a run as far as a bounded memory remembers."""

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from radsearch.encoder.protocol import Encoder, Kind, Vectors

Bools = NDArray[np.bool_]

REMEMBERED = 100_000
"""Vectors kept; at 384 dimensions of float32 that is 150 MB."""


class Embedder:
    """An encoder that remembers: radiology repeats its sentences and its impressions."""

    def __init__(self, encoder: Encoder, remembered: int = REMEMBERED) -> None:
        self.encoder = encoder
        self.n_embedded = 0  # texts that the encoder was asked for
        self.n_asked = 0  # texts that this was asked for
        self._remembered = remembered
        self._long: set[bytes] = set()
        self._known: OrderedDict[bytes, Vectors] = OrderedDict()

    def windowed(self, texts: Sequence[str], kind: Kind) -> Bools:
        """Which of the texts embedded last were too long to be read at once, (n,)."""
        if not self._long:  # as nearly always: no key need be made
            return np.zeros(len(texts), bool)
        return np.array([_key(text, kind) in self._long for text in texts], bool)

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        """Unit vectors (n, dim); an empty text's is zero."""
        self.n_asked += len(texts)
        if not any(texts):
            return np.zeros((len(texts), self.encoder.dim), np.float32)
        keys = [_key(text, kind) if text else b"" for text in texts]
        fresh = {
            key: text
            for key, text in zip(keys, texts, strict=True)
            if text and key not in self._known
        }
        out = np.zeros((len(texts), self.encoder.dim), np.float32)
        for row, key in enumerate(keys):
            if key in self._known:
                out[row] = self._known[key]
                self._known.move_to_end(key)
        if fresh:
            before = self.encoder.n_windowed
            made = self.encoder.embed(list(fresh.values()), kind)
            self._note_long(fresh, self.encoder.n_windowed - before)
            self.n_embedded += len(fresh)
            place = {key: row for row, key in enumerate(fresh)}
            for row, key in enumerate(keys):
                if key in place:
                    out[row] = made[place[key]]
            self._remember(dict(zip(fresh, made, strict=True)))
        return out

    def _note_long(self, fresh: dict[bytes, str], count: int) -> None:
        # An encoder tells how many texts it read in windows, not which: the longest ones.
        by_length = sorted(fresh, key=lambda key: -len(fresh[key]))
        self._long.update(by_length[:count])

    def _remember(self, made: dict[bytes, Vectors]) -> None:
        for key, vector in made.items():
            self._known[key] = vector.copy()  # a view would keep its whole batch alive
        while len(self._known) > self._remembered:
            self._known.popitem(last=False)


def _key(text: str, kind: Kind) -> bytes:
    return blake2b(f"{kind}\0{text}".encode(), digest_size=12).digest()
