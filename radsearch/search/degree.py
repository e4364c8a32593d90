"""How well every report's extracted findings answer an intent, in [-1, 1]; no report is read.

A wish counts 1 where a finding agrees in all that was asked, less where an attribute is not
stated or only near, little where it is contradicted, and below 0 where the report says the
opposite. Weights are measured: `radsearch bench search`.
"""

from collections.abc import Sequence

import numpy as np

from radsearch.search.corpus_cache import CorpusCache, Labels
from radsearch.search.fits import NEAR, WRONG, Values
from radsearch.search.intent import Conjunction, Intent, Wish
from radsearch.search.predicate import Mask
from radsearch.search.quiet import quiet_studies
from radsearch.search.row_degree import RowJudge
from radsearch.search.rowset import Columns, RowSet
from radsearch.search.stream import Ints

OPPOSITE = -0.4  # the report denies what is wanted, or states what is not
PARTLY = 0.9  # a denial of a side, a grade, a size, or of something new only
GONE = 0.97  # a denial because it resolved
SILENT_DENIAL = 0.35  # "no effusion" asked for, and nothing said of effusions
CONFLICT = 0.97  # the same report also denies it
SUPPORT = 0.06  # share of the degree that hangs on both sections saying so
NORMAL = "no_abnormality"
STATED_NORMAL = 0.1  # share of the degree of a normal study that hangs on its being called so
BOTH_SECTIONS = ("findings", "impression")
MIN_SHARE = 0.6  # of the worst condition in a conjunction; the rest is the mean
OTHER_MODALITY = 0.25
OTHER_BODY_PART = 0.5

Known = dict[tuple[Wish, str], Values]
"""Degree of each report by wish and section."""


def degrees(
    intent: Intent,
    cache: CorpusCache,
    section: str,
    known: Known | None = None,
    within: Mask | None = None,
) -> Values:
    """Degree of every report, (n,).

    Args:
        intent: What is asked for.
        cache: The index's findings and words.
        section: "findings" or "impression" look at that section's findings only.
        known: Wishes of the same query that were worked out before; new ones are added.
        within: Reports that count; what the others get says nothing. None = all.

    Returns:
        1 = all that was asked for is stated; below 0 = the opposite is.
    """
    judge = _Judge(cache, section, {} if known is None else known, within)
    fits = _best([judge.conjunction(item) for item in intent.alternatives])
    if intent.modalities:
        fits = _damp(fits, cache.studies["modality"], intent.modalities, OTHER_MODALITY)
    if intent.body_parts:
        fits = _damp(fits, cache.studies["body_part"], intent.body_parts, OTHER_BODY_PART)
    return fits


def _best(columns: Sequence[Values]) -> Values:
    return columns[0] if len(columns) == 1 else np.asarray(np.maximum.reduce(columns), np.float32)


def _damp(fits: Values, labels: Labels, wanted: Sequence[str], factor: float) -> Values:
    """Less for reports of another label, half as much less for those without one."""
    docs = np.flatnonzero(fits > 0)
    scale = np.where(labels.codes[docs] > 0, factor, (1 + factor) / 2)
    scale[labels.matches(wanted, docs)] = 1
    out = fits.copy()
    out[docs] = fits[docs] * scale
    return out


class _Judge:
    def __init__(self, cache: CorpusCache, section: str, known: Known, within: Mask | None) -> None:
        self.cache = cache
        self.table = cache.findings
        self.rows = RowJudge(cache)
        self.section = section
        self.known = known
        self.within = within
        self.n = cache.stream.n

    def conjunction(self, item: Conjunction) -> Values:
        """Degree of all its conditions together, (n,)."""
        columns = [_best([self.wish(wish) for wish in condition]) for condition in item.wanted]
        if len(columns) == 1:
            fits = columns[0]
        elif columns:
            stacked = np.stack(columns)
            fits = MIN_SHARE * stacked.min(axis=0) + (1 - MIN_SHARE) * stacked.mean(axis=0)
        else:
            fits = np.ones(self.n, np.float32)
        for wish in item.unwanted:
            fits = np.where(self.wish(wish) >= NEAR, np.minimum(fits, 0) - 1, fits)
        return np.asarray(fits, np.float32)

    def wish(self, wish: Wish) -> Values:
        """Degree of one wish, (n,); worked out for the reports that have a row of it alone."""
        key = (wish, self.section)
        values = self.known.get(key)
        if values is None:
            values = self._work_out(wish)
            if self.within is None:
                self.known[key] = values
        return values

    def _work_out(self, wish: Wish) -> Values:
        columns = Columns(self.table, sorted(wish.ids))
        docs, found = self._among(columns, every=NORMAL in wish.ids)
        denied = found.words("presence") == self.table.code("absent")
        denied |= found.words("temporal") == self.table.code("resolved")
        stated = found.where(~denied)
        scores = self.rows.degrees(wish, stated)
        present = stated.best_of_report(scores, len(docs))
        present = self._both_sides(wish, stated, scores, present)
        if wish.presence == "present":
            present = self._supported(stated, scores, present)
            values, rest = self._wanted(wish, present, found.reports(denied, len(docs))), 0.0
        else:
            values, rest = self._unwanted(wish, present, found.where(denied))
        out = np.full(self.n, rest, np.float32)
        out[docs] = values
        return out

    def _wanted(self, wish: Wish, present: Values, denied: Mask) -> Values:
        present[denied] *= CONFLICT
        if NORMAL in wish.ids:
            quiet = quiet_studies(self.cache, self.section)  # nothing abnormal: more than the word
            present = (1 - STATED_NORMAL) * quiet + STATED_NORMAL * present
        present[denied & (present <= 0)] = OPPOSITE
        return present

    def _unwanted(self, wish: Wish, present: Values, denials: RowSet) -> tuple[Values, float]:
        """Degree of "no effusion" by report, and that of a report without rows."""
        whole = self._whole(wish, denials)
        absent = denials.best_of_report(self.rows.degrees(wish, denials) * whole, len(present))
        silent = 0.0 if "resolved" in wish.temporal else SILENT_DENIAL
        said = np.where(absent > 0, np.maximum(absent, silent), silent)
        weaker = np.where(absent > 0, NEAR, silent) * (1 - present)
        values = np.where(
            present >= 0.9 * max(wish.ids.values()),
            OPPOSITE,
            np.where(present > 0, np.minimum(said, weaker), said),
        )
        return values, silent

    def _among(self, columns: Columns, *, every: bool) -> tuple[Ints, RowSet]:
        """Reports that have one of the rows (or all of them), and the rows, placed among them."""
        doc, kept = columns.doc(), None
        counts = None if self.within is None else self.within[doc]
        if self.section in BOTH_SECTIONS:
            here = columns.words("section") == self.table.code(self.section)
            counts = here if counts is None else here & counts
        if counts is not None:
            kept = np.flatnonzero(counts)
            doc = doc[kept]
        if every:
            return np.arange(self.n), RowSet(columns, kept, doc)
        have = np.zeros(self.n, np.bool_)
        have[doc] = True
        docs = np.flatnonzero(have)
        place = np.empty(self.n, np.int32)
        place[docs] = np.arange(len(docs), dtype=np.int32)
        return docs, RowSet(columns, kept, place[doc])

    def _whole(self, wish: Wish, denials: RowSet) -> Values:
        """Less for a denial of a part only ("no new nodule", "none on the left")."""
        code = self.table.code
        partly = ~np.isnan(denials.numbers("size_mm"))
        for name, asked in (("severity", wish.severities), ("density", wish.densities)):
            if not asked:
                partly |= denials.words(name) > 0
        if not wish.laterality:
            side = denials.words("laterality")
            partly |= (side == code("left")) | (side == code("right"))
        change = denials.words("temporal")
        gone = (change == code("resolved")) & (not wish.temporal)
        partly |= (change == code("new")) & (not wish.temporal)
        return np.where(partly, PARTLY, np.where(gone, GONE, 1.0)).astype(np.float32)

    def _supported(self, rows: RowSet, scores: Values, best: Values) -> Values:
        """A little less where only one section of the report states it."""
        each = rows.best_by("section", BOTH_SECTIONS, scores, len(best))
        return np.asarray((1 - SUPPORT) * best + SUPPORT * np.minimum(*each), np.float32)

    def _both_sides(self, wish: Wish, rows: RowSet, scores: Values, best: Values) -> Values:
        """One finding on the left and one on the right are bilateral."""
        if wish.laterality != "bilateral" or not len(rows):
            return best
        each = rows.best_by("laterality", ("left", "right"), scores, len(best))
        both = np.minimum(*each) / WRONG  # their factor for a single side was WRONG
        return np.asarray(np.maximum(best, np.minimum(both, 1)), np.float32)
