"""Vectors of training texts kept on disk, so that a second run embeds only what is new."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from radsearch.encoder.protocol import Encoder, Kind, Vectors

PIECE = 2_048
"""Texts between two writes of the cache: what an interruption costs at most."""


class VectorCache:
    """Vectors of one encoder by kind and text, in one file.

    Args:
        folder: Where caches lie, one file an encoder; made if missing.
        encoder: Embeds what is not known.
    """

    def __init__(self, folder: Path, encoder: Encoder):
        self.encoder = encoder
        self._file = folder / f"{encoder.fingerprint.replace(':', '-')}.safetensors"
        self._rows: dict[bytes, int] = {}
        self._vectors = np.zeros((0, encoder.dim), np.float32)
        folder.mkdir(parents=True, exist_ok=True)
        if self._file.is_file():
            held = load_file(self._file)
            self._vectors = held["vectors"].astype(np.float32)
            self._rows = {key.tobytes(): row for row, key in enumerate(held["keys"])}

    def embed(
        self,
        texts: Sequence[str],
        kind: Kind,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Vectors:
        """Vectors (n, dim) as an index keeps them, in half precision; in the order of the texts.

        Args:
            texts: What to embed.
            kind: What they are.
            on_progress: Called with texts embedded so far and texts to embed.

        Returns:
            Float32 of half-precision values.
        """
        keys = [_key(kind, text) for text in texts]
        fresh = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._rows}
        wanted = list(fresh)
        for start in range(0, len(wanted), PIECE):
            piece = wanted[start : start + PIECE]
            made = self.encoder.embed([fresh[key] for key in piece], kind)
            self._add(piece, made)
            if on_progress:
                on_progress(min(start + PIECE, len(wanted)), len(wanted))
        out: Vectors = self._vectors[[self._rows[key] for key in keys]]
        return out.reshape(len(keys), self.encoder.dim)

    def _add(self, keys: Sequence[bytes], vectors: Vectors) -> None:
        first = len(self._vectors)
        rounded = vectors.astype(np.float16).astype(np.float32)
        self._vectors = np.concatenate([self._vectors, rounded])
        self._rows.update((key, first + row) for row, key in enumerate(keys))
        flat = np.frombuffer(b"".join(self._rows), np.uint8).reshape(-1, _BYTES)
        temporary = self._file.with_suffix(".tmp")
        held: dict[str, NDArray[np.generic]] = {
            "keys": flat.copy(),
            "vectors": self._vectors.astype(np.float16),
        }
        save_file(held, temporary)
        temporary.replace(self._file)


_BYTES = 12


def _key(kind: str, text: str) -> bytes:
    return blake2b(f"{kind}\0{text}".encode(), digest_size=_BYTES).digest()
