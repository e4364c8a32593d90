"""An encoder that embeds each text once, for scores that ask for the same texts in turn."""

from collections.abc import Sequence

import numpy as np

from radsearch.encoder.protocol import Encoder, Kind, Vectors


class Remembered:
    """The encoder's own vectors, held in memory by kind and text; not for measuring its speed.

    Args:
        encoder: Embeds what was not asked before.
    """

    def __init__(self, encoder: Encoder):
        self.name, self.dim = encoder.name, encoder.dim
        self.fingerprint, self._encoder = encoder.fingerprint, encoder
        self._rows: dict[tuple[Kind, str], Vectors] = {}

    @property
    def n_windowed(self) -> int:
        """Texts so far that were embedded in windows, each once."""
        return self._encoder.n_windowed

    def embed(self, texts: Sequence[str], kind: Kind = "findings") -> Vectors:
        """Unit vectors (n, dim), as the encoder gives them.

        Args:
            texts: What to embed.
            kind: What they are.

        Returns:
            In the order of the texts.
        """
        fresh = [t for t in dict.fromkeys(texts) if (kind, t) not in self._rows]
        if fresh:
            vectors = self._encoder.embed(fresh, kind)
            self._rows.update(zip(((kind, t) for t in fresh), vectors, strict=True))
        rows = [self._rows[kind, text] for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dim), np.float32)
