"""How much each report attracts queries, and half of it taken from its scores.

In spaces of many dimensions some reports are near to everything ("hubs") and stand before the one
that is meant. CSLS compares a score with what the report usually gets: the mean of its best cosines
with a bank of queries, which is the asking section of the index's own reports. Sources: Radovanović
et al., JMLR 11 (2010); CSLS: Conneau et al., arXiv:1710.04087.
"""

from dataclasses import dataclass

import numpy as np

from radsearch.search.lexical import Floats
from radsearch.search.whitening import FEW, Whitening

NEAREST = 3
"""Best cosines that are averaged. R@1 on 549 unseen authored radiographs, asked by rewritten
sections whose originals are the bank, impression -> findings and back: .519 / .577 without,
.531 / .588 for 1 at a lower share, .554 / .595 for 2, .553 / .594 for 3, .553 / .594 for 5,
.546 / .590 for 10, .543 / .592 for 20."""

SHARE = 0.5
"""Of that mean, as in CSLS; with few reports less. .546 / .595 for 0.3, .541 / .592 for 0.7."""

BANK, LARGE_BANK, LARGE = 4_000, 500, 50_000
"""Reports whose asking section is the bank, evenly over the index, and above how many reports it is
the smaller one: what is taken from a report is kept, but of a million few are met twice, and 4,000
cost 60 ms of each new query there. A report's own section is always looked at too, so that none is
spared for not being in the sample. Half of the 549 radiographs as the bank: .537 / .590."""

_NONE = np.float32(-9)
"""In place of a cosine that is not there."""


@dataclass(frozen=True, slots=True)
class Hubness:
    """The bank of one direction, ready to be compared with plain gallery vectors.

    Attributes:
        whitening: Of the direction.
        asked: Bank queries mapped twice, (b, dim): their products with plain vectors.
        offset: Their products with the gallery's mean, (b,).
        share: What is taken of the mean, at most `SHARE`.
    """

    whitening: Whitening
    asked: Floats
    offset: Floats
    share: float

    def of(self, vectors: Floats, lengths: Floats, own: Floats) -> Floats:
        """What to take from every score of some reports.

        Args:
            vectors: Plain vectors of the searched section, (n, dim).
            lengths: As `Whitening.lengths` gives them, (n,).
            own: Plain vectors of the same reports' asking section, (n, dim); zero where missing.

        Returns:
            (n,) to 1e-6; 0 for a missing section.
        """
        n = len(vectors)
        best = np.full((n, NEAREST + 1), _NONE, np.float32)
        if len(self.asked):
            cosines = np.round((vectors @ self.asked.T - self.offset) / lengths[:, None], 6)
            k = min(NEAREST, len(self.asked))
            best[:, :k] = np.sort(np.partition(cosines, -k, axis=1)[:, -k:], axis=1)[:, ::-1]
        there = own.any(axis=1)
        if there.any():
            asked = _asked(self.whitening, own[there])
            products = np.einsum("nd,nd->n", vectors[there], asked)
            cosines = (products - asked @ self.whitening.gallery) / lengths[there]
            best[there, NEAREST] = np.round(cosines, 6)
        best = _distinct(best)
        known = best > _NONE
        mean = np.where(known, best, 0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
        taken: Floats = np.round(self.share * mean, 6).astype(np.float32)
        return taken


def _asked(whitening: Whitening, vectors: Floats) -> Floats:
    """Plain vectors of queries mapped twice, so that products with plain vectors are cosines."""
    return np.asarray(whitening.queries(vectors) @ whitening.matrix, np.float32)


def _distinct(best: Floats) -> Floats:
    """The highest `NEAREST` of each row (n, NEAREST + 1), its own query counted once."""
    sampled = (np.abs(best[:, :NEAREST] - best[:, NEAREST:]) < 2e-6).any(axis=1)
    best[sampled, NEAREST] = _NONE
    highest: Floats = np.sort(best, axis=1)[:, 1:]
    return highest


def bank_size(n: int) -> int:
    """How many of an index's `n` reports are its bank.

    >>> bank_size(300), bank_size(20_000), bank_size(1_000_000)
    (300, 4000, 500)
    """
    return min(n, LARGE_BANK if n > LARGE else BANK)


def learn(whitening: Whitening, asking: Floats, n: int) -> Hubness:
    """The bank of a direction.

    Args:
        whitening: Of the direction.
        asking: Plain vectors of the asking section, a sample (b, dim); zero rows are missing.
        n: Reports of the index; 0 = nothing is to be taken.

    Returns:
        Nothing to take where no report has the section.
    """
    there: Floats = asking[asking.any(axis=1)]
    asked = _asked(whitening, there)
    share = SHARE * n / (n + FEW)  # 0 for n = 0: cosines stay as they are
    return Hubness(whitening, asked, np.asarray(asked @ whitening.gallery, np.float32), share)
