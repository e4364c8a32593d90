"""Learning rate over the course of a stage."""

import math


def rate(progress: float, *, peak: float, warmup: float, floor: float) -> float:
    """Linear rise to the peak, then half a cosine down to a fraction of it.

    Args:
        progress: How much of the stage is done, in [0, 1].
        peak: Highest rate.
        warmup: Fraction of the stage in which the rate rises.
        floor: Fraction of the peak at the end.

    Returns:
        The learning rate.

    >>> [round(rate(p, peak=1.0, warmup=0.5, floor=0.1), 3) for p in (0.25, 0.5, 0.75, 1.0)]
    [0.5, 1.0, 0.55, 0.1]
    """
    if progress < warmup:
        return peak * max(progress, 1e-3) / warmup
    fall = (progress - warmup) / (1 - warmup)
    return peak * (floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * min(fall, 1.0))))
