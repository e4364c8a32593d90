"""How well single rows of the findings table answer a wish, attribute by attribute."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from radsearch.language.agreement import SEVERITY
from radsearch.search.corpus_cache import CorpusCache
from radsearch.search.findings import Findings
from radsearch.search.fits import (
    NEAR_CERTAINTY,
    NEAR_DENSITY,
    NEAR_TEMPORAL,
    UNSTATED,
    WRONG,
    Values,
    ordered_fits,
    range_fits,
    set_fits,
    side_fits,
    site_fits,
)
from radsearch.search.intent import Range, Wish
from radsearch.search.measured import spoken
from radsearch.search.rowset import RowSet
from radsearch.search.stream import Ints
from radsearch.search.textmatch import TextMatcher

IMPLIED = 0.99  # a place that the finding's own words imply, and the report does not give
IMPLIED_WRONG = 0.9  # the same, and the report gives another
STUDIED = 0.9  # a place that is the body part of the study
TOLD = (0.2, 0.9)  # least and most for an attribute that another row of the finding gives
SIZE_OF_KIN = 0.8  # the size asked for, given with another finding of the family
SIZE_BESIDE = 0.3  # in the finding's sentence, beside the size that is read as its own
SIZE_ELSEWHERE = 0.6  # in another sentence of a report that gives the finding no size
ELSEWHERE = 0.55  # a word that stands in the report, but not in the finding's sentence
NOWHERE = 0.4  # a word that the report lacks
DOUBT = {"definite": 1.0, "probable": 0.97, "possible": 0.85}


class RowJudge:
    """Judges rows of one index."""

    def __init__(self, cache: CorpusCache) -> None:
        self.table: Findings = cache.findings
        self.text = TextMatcher(cache)
        self.n = cache.stream.n
        self.body_parts = cache.studies["body_part"]

    def degrees(self, wish: Wish, rows: RowSet) -> Values:
        """Degree of each row, (m,); all are stated or all are denied."""
        scores = self.table.lookup(wish.ids, 0.0)[rows.words("finding")]
        for name, fits in (
            ("laterality", side_fits(wish.laterality)),
            ("severity", ordered_fits(SEVERITY, wish.severities)),
            ("density", set_fits(wish.densities, NEAR_DENSITY)),
            ("temporal", set_fits(wish.temporal, NEAR_TEMPORAL)),
        ):
            if fits:
                codes = rows.words(name)
                values = self.table.lookup(fits, WRONG)[codes]
                scores = scores * _informed(values, codes > 0, rows)
        certainty = set_fits(wish.certainty, NEAR_CERTAINTY) if wish.certainty else DOUBT
        scores = scores * self.table.lookup(certainty, WRONG)[rows.words("certainty")]
        if wish.size_mm is not None:
            scores = scores * self._size(wish.size_mm, rows)
        if wish.count is not None:
            scores = scores * range_fits(self._counts(rows), wish.count)
        if wish.locations or wish.zone:
            scores = scores * self._place(wish, rows)
        for alternatives in wish.words:
            scores = scores * self._words(alternatives, rows)
        return np.asarray(scores, np.float32)

    def _size(self, size: Range, rows: RowSet) -> Values:
        """Agreement of size; what the record lacks, kin and the report's words may tell."""
        have = rows.numbers("size_mm")
        stated = ~np.isnan(have)
        fits = range_fits(have, size)
        scores = _informed(fits, stated, rows)
        kin = np.zeros(self.n, np.bool_)
        kin[rows.doc[stated & (fits == 1)]] = True
        scores = np.where(~stated & kin[rows.doc], np.maximum(scores, SIZE_OF_KIN), scores)
        if words := spoken(size):
            near, somewhere = self._said(words, rows)
            said = np.where(stated, SIZE_BESIDE, TOLD[1])
            scores = np.where(near, np.maximum(scores, said), scores)
            scores = np.where(~stated & somewhere, np.maximum(scores, SIZE_ELSEWHERE), scores)
        return np.asarray(scores, np.float32)

    def _counts(self, rows: RowSet) -> Values:
        """Stated number; else how many rows of this finding the section has, NaN for one."""
        group = rows.words("finding").astype(np.int64) * self.n + rows.doc
        group = group * len(self.table.words) + rows.words("section")
        _, place, many = np.unique(group, return_inverse=True, return_counts=True)
        counted = np.where(many > 1, many.astype(np.float32), np.nan)[place]
        have = rows.numbers("count")
        return np.asarray(np.where(np.isnan(have), counted, have), np.float32)

    def _place(self, wish: Wish, rows: RowSet) -> Values:
        """Agreement of site and zone; the sentence's own words count as much as the record."""
        wrong, unstated = (IMPLIED_WRONG, IMPLIED) if wish.implied_place else (WRONG, UNSTATED)
        scores = np.full(len(rows), wrong, np.float32)
        stated = np.zeros(len(rows), np.bool_)
        if wish.locations:
            locations = rows.words("location")
            fits = np.full(len(self.table.words), wrong, np.float32)
            for code in np.flatnonzero(np.bincount(locations)).tolist():
                have = self.table.words[code]
                fits[code] = max(wrong, *(site_fits(site, have) for site in wish.locations))
            scores = fits[locations]
            stated |= locations > 0
            open_ = np.flatnonzero(scores < 1)
            phrases = [site.replace("_", " ") for site in wish.locations]
            scores[open_[self._near(phrases, rows, open_)]] = 1
            studied = self.body_parts.matches(wish.locations, rows.doc)
            scores = np.where(studied, np.maximum(scores, STUDIED), scores)
        if wish.zone:
            zones = rows.words("zone")
            scores = np.where(zones == self.table.code(wish.zone), 1.0, scores)
            stated |= zones > 0
        known = stated | (scores >= STUDIED)
        return np.asarray(np.where(known, scores, unstated), np.float32)

    def _words(self, alternatives: Sequence[str], rows: RowSet) -> Values:
        near, somewhere = self._said(alternatives, rows)
        return np.where(near, 1.0, np.where(somewhere, ELSEWHERE, NOWHERE)).astype(np.float32)

    def _said(
        self, phrases: Sequence[str], rows: RowSet
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Whether a row's sentence holds one of the phrases, and whether its report does."""
        near, somewhere = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.bool_)
        for phrase in phrases:
            have = np.flatnonzero(self.text.reports(phrase)[rows.doc])
            somewhere[have] = True
            near[have] |= self._near([phrase], rows, have)
        return near, somewhere

    def _near(self, phrases: Sequence[str], rows: RowSet, at: Ints) -> NDArray[np.bool_]:
        """Whether the sentences of some rows hold one of the phrases, (len(at),)."""
        near = np.zeros(len(at), np.bool_)
        where = rows.rows(at)
        first, last = self.table.first[where], self.table.last[where]
        for phrase in phrases:
            found = self.text.phrase(phrase)
            if len(found):  # the next one from the sentence's first word on: before its end?
                following = np.searchsorted(found, first)
                following[following == len(found)] = 0  # none follows; the first one lies before
                near |= (found[following] >= first) & (found[following] < last)
        return near


def _informed(fits: Values, stated: NDArray[np.bool_], rows: RowSet) -> Values:
    """Where a row does not state the attribute, another of the same finding may tell."""
    if stated.all():
        return fits

    def told(best: Values) -> Values:
        return np.where(best > 0, np.clip(best, TOLD[0], TOLD[1]), np.float32(UNSTATED))

    others = rows.of_groups(np.where(stated, fits, np.float32(0)), told)
    return np.asarray(np.where(stated, fits, others), np.float32)
