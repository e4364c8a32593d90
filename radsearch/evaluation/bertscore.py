"""BERTScore on an encoder's own token states; needs torch and sentence-transformers.

Zhang et al. 2020, doi:10.48550/arXiv.1904.09675: each token of one text takes its best cosine in
the other; precision and recall are the means, the score is their harmonic mean. Our own
implementation: last layer, all tokens but the special ones, no document frequencies, no baseline.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from radsearch.errors import EncoderError
from radsearch.evaluation.discrepancy import Scorer

Tokens = NDArray[np.float32]
"""Unit vectors of one text's tokens, (t, dim)."""

_BATCH = 32


def greedy_f1(reference: Tokens, candidate: Tokens) -> float:
    """F1 of the best cosines in both directions; 0 if a text has no token or both means cancel.

    >>> rows = np.eye(2, dtype=np.float32)
    >>> round(greedy_f1(rows, rows[:1]), 3)
    0.667
    """
    if not len(reference) or not len(candidate):
        return 0.0
    cosine = reference @ candidate.T
    recall, precision = float(cosine.max(axis=1).mean()), float(cosine.max(axis=0).mean())
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def bertscore(folder: str | Path, *, threads: int | None = None) -> Scorer:
    """A scorer over a sentence-transformers folder; texts beyond its length are cut.

    Args:
        folder: Holds the weights for torch (the shipped encoder's folder does).
        threads: Cores for torch; None = as it chooses.

    Returns:
        Pairs -> F1, each distinct text encoded once.

    Raises:
        EncoderError: If sentence-transformers is not installed or the folder does not load.
    """
    try:
        import torch
        from sentence_transformers import SentenceTransformer
    except ImportError:
        raise EncoderError("BERTScore needs torch: pip install 'radsearch[cpu]'") from None
    if threads:
        torch.set_num_threads(threads)
    try:
        model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    except (OSError, ValueError) as error:
        raise EncoderError(
            f"{folder} cannot be opened by sentence-transformers ({type(error).__name__}): "
            f"give a folder with model.safetensors"
        ) from error

    def score(pairs: Sequence[tuple[str, str]]) -> list[float]:
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        states = model.encode(
            texts, output_value="token_embeddings", batch_size=_BATCH, show_progress_bar=False
        )
        tokens = {t: _unit(s.cpu().numpy()) for t, s in zip(texts, states, strict=True)}
        return [greedy_f1(tokens[a], tokens[b]) for a, b in pairs]

    return score


def _unit(states: NDArray[np.float32]) -> Tokens:
    """Unit rows without the first and the last token, which are special."""
    rows = states[1:-1]
    norms = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return np.asarray(rows / norms, np.float32)
