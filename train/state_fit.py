"""Heads of the two states of each finding: logistic regressions, calibrated together."""

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.joint import CODES
from radsearch.heads.model import STATES, State

from .head_sources import SUPPORT
from .logistic import fit_logistic, platt, sampled

Floats = NDArray[np.float32]
Codes = NDArray[np.int8]
SILENT = -30.0
"""Bias of a head that has too little support to speak."""


def fit_states(
    vectors: Floats, codes: Codes, *, penalty: float, seed: int = 0
) -> dict[State, tuple[Floats, Floats]]:
    """Weights (dim, f) and bias (f,) of both states; a head without support never speaks."""
    scale = float(np.sqrt(vectors.shape[1]))  # unit vectors have features of 1 / sqrt(dim)
    scaled = np.ascontiguousarray(vectors * scale)
    out: dict[State, tuple[Floats, Floats]] = {}
    for state in STATES:
        weights = np.zeros((vectors.shape[1], codes.shape[1]), np.float32)
        bias = np.full(codes.shape[1], SILENT, np.float32)
        for at in range(codes.shape[1]):
            column = codes[:, at]
            positive = column == CODES[state]
            if positive.sum() < SUPPORT:
                continue
            rng = np.random.default_rng([seed, at])
            rows, counts = sampled(positive, column != 0, rng)
            keep = column[rows] != CODES["uncertain"]
            rows, counts = rows[keep], counts[keep]
            w, b = fit_logistic(scaled[rows], positive[rows], counts, penalty=penalty)
            weights[:, at], bias[at] = w * scale, b
        out[state] = weights, bias
    return out


def calibrated(
    fitted: tuple[Floats, Floats], vectors: Floats, codes: Codes, state: State
) -> tuple[Floats, Floats]:
    """The same heads with one Platt scale and offset for all, from validation sentences."""
    weights, bias = fitted
    logits = vectors @ weights + bias
    known = (codes != CODES["uncertain"]) & (bias > SILENT)
    scale, offset = platt(logits[known], (codes == CODES[state])[known])
    live = bias > SILENT
    return weights * np.float32(scale), np.where(
        live, bias * np.float32(scale) + np.float32(offset), bias
    ).astype(np.float32)
