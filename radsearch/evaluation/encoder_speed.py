"""Texts an encoder takes a second, in blocks, so that a busy moment shows."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from radsearch.encoder.protocol import Encoder

BLOCK = 100


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast texts became vectors.

    Attributes:
        texts: How many were timed.
        blocks: In how many calls.
        mean: Texts a second over all.
        best: Texts a second of the fastest block: nearest to what a free machine does.
        per_cpu_second: Texts for each second of processor time, all cores together.
    """

    texts: int
    blocks: int
    mean: float
    best: float
    per_cpu_second: float


def measure_speed(encoder: Encoder, texts: Sequence[str], *, block: int = BLOCK) -> Speed:
    """Embed texts block by block; the first block is embedded once before, to warm up.

    Args:
        encoder: Any.
        texts: Distinct, at least one.
        block: Texts a call.

    Returns:
        The speeds.

    Raises:
        ValueError: If there are no texts.
    """
    if not texts:
        raise ValueError("no texts to time")
    ordered = sorted(texts, key=len, reverse=True)
    # Every n-th text, so that each block has long and short ones.
    n = -(-len(ordered) // block)
    blocks = [ordered[start::n] for start in range(n)]
    encoder.embed(blocks[0], "findings")
    rates, begin, used = [], time.perf_counter(), time.process_time()
    for part in blocks:
        start = time.perf_counter()
        encoder.embed(part, "findings")
        rates.append(len(part) / (time.perf_counter() - start))
    wall, used = time.perf_counter() - begin, time.process_time() - used
    return Speed(len(texts), n, len(texts) / wall, max(rates), len(texts) / max(used, 1e-9))
