"""A deterministic bag-of-words encoder: real numbers for tests without a model."""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from radsearch.encoder.protocol import Kind, Vectors

_WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?")


class ToyEncoder:
    """Hashed words, counted, normalised: texts with common words are near each other.

    `calls` counts embed calls, `texts` counts texts asked for, `seen` counts each (kind, text).
    """

    def __init__(self, dim: int = 64, name: str = "toy", window: int = 512) -> None:
        self.name = name
        self.dim = dim
        self.fingerprint = f"toy:{name}:{dim}"
        self.n_windowed = 0
        self.window = window
        self.calls = 0
        self.texts = 0
        self.seen: Counter[tuple[Kind, str]] = Counter()

    def embed(self, texts: Sequence[str], kind: Kind = "findings") -> Vectors:
        self.calls += 1
        self.texts += len(texts)
        self.seen.update((kind, text) for text in texts)
        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            words = _WORD.findall(text.lower())
            self.n_windowed += len(words) > self.window
            for word in words:
                code = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
                row[code % self.dim] += 1.0 if code >> 63 else -1.0
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.divide(rows, norms, out=rows, where=norms > 0)
